"""Refuses functions that would go on seeing the old value of a variable which a staged statement gives another."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphscope.explicit_form.fates import NotWritable, is_staged
from graphscope.explicit_form.flow import bound, reads

_LOOPS = (ast.For, ast.While)
_STATEMENTS = (ast.If, *_LOOPS)
Inner = ast.FunctionDef | ast.Lambda


def refuse_old_values(function: ast.FunctionDef) -> None:
    """A branch's variables are its own: a function made outside it reads those of the function around."""
    nodes = [each for statement in function.body for each in _of_scope(statement)]
    handed_on = {id(given) for each in nodes if isinstance(each, ast.Call) for given in _given(each)}
    inner = [each for each in nodes if isinstance(each, Inner) and id(each) not in handed_on]
    called = _called_by_name_only(nodes)
    loops = [set(map(id, ast.walk(each))) for each in nodes if isinstance(each, _LOOPS)]
    for statement in nodes:
        if not isinstance(statement, _STATEMENTS) or not is_staged(statement):
            continue
        inside = set(map(id, ast.walk(statement)))
        seen = inner if called & reads(statement) else [each for each in inner if _name(each, nodes) not in called]
        for each in seen:
            again = any(id(each) in loop and id(statement) in loop for loop in loops)
            stale = sorted(set(bound([statement])) & reads(each))
            if id(each) not in inside and stale and (again or each.lineno <= statement.lineno):
                raise NotWritable(_words(each, stale[0], statement))
    for each in inner:
        if isinstance(each, ast.FunctionDef):
            refuse_old_values(each)


def _called_by_name_only(nodes: list[ast.AST]) -> set[str]:
    """Functions of this scope that are called by their own name and never handed to anyone."""
    names = {name for each in nodes if isinstance(each, Inner) and (name := _name(each, nodes))}
    called = [id(each.func) for each in nodes if isinstance(each, ast.Call)]
    used = (each for each in nodes if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load))
    return names - {each.id for each in used if id(each) not in called}


def _name(inner: Inner, nodes: list[ast.AST]) -> str:
    """What the function is called in its scope; empty where nothing names it."""
    if isinstance(inner, ast.FunctionDef):
        return inner.name
    given = [each for each in nodes if isinstance(each, ast.Assign) and each.value is inner]
    targets = [target.id for each in given for target in each.targets if isinstance(target, ast.Name)]
    return targets[0] if len(targets) == 1 else ""


def _of_scope(node: ast.AST) -> Iterator[ast.AST]:
    """The node and what is in it, functions themselves but not what is in them."""
    yield node
    if not isinstance(node, (Inner, ast.ClassDef)):
        for child in ast.iter_child_nodes(node):
            yield from _of_scope(child)


def _given(node: ast.Call) -> list[ast.expr]:
    """Arguments: a lambda among them is called by what it is given to, before anything else is assigned."""
    return [*node.args, *(each.value for each in node.keywords)]


def _words(each: Inner, name: str, statement: ast.stmt) -> str:
    what = f"`{each.name}`" if isinstance(each, ast.FunctionDef) else "the lambda"
    return (
        f"{what} at line {each.lineno} reads `{name}`, which the statement at line {statement.lineno} assigns: "
        f"pass `{name}` as an argument"
    )
