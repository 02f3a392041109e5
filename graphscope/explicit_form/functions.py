"""Finds the function that was traced in its file, and those it calls that have staged statements; it writes none."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from graphscope.explicit_form.code import dotted
from graphscope.explicit_form.fates import is_staged


@dataclass(frozen=True)
class Found:
    """One function of the file, a ``def`` also where it was a lambda; ``owner`` is the class whose method it is."""

    node: ast.FunctionDef
    owner: str = ""
    nested: bool = False
    traced: bool = False
    own_name: str = ""

    @property
    def name(self) -> str:
        """Its name in the explicit form, where methods stand alone."""
        return f"{self.owner}_{self.own_name}" if self.owner else self.own_name


def functions_to_write(tree: ast.Module, line: int, name: str, all_called: bool = False) -> list[Found]:
    """The helpers with staged statements in the order of the text, the traced function last; none if it isn't there.

    ``all_called``: those too that have none, of functions that are called, for a library that cannot call them.
    """
    every = list(_functions(tree, "", False))
    traced = next((each for each in every if _is_at(each.node, line)), None) or _lambda_at(tree, line, name)
    if traced is None:
        return []
    inside = {id(node) for node in ast.walk(traced.node)}
    called = _called(traced.node, every) if all_called else set()
    helpers = [
        each
        for each in every
        if not each.nested
        and id(each.node) not in inside
        and not _is_around(each.node, traced.node)
        and not any(_is_tf_function(decorator) for decorator in each.node.decorator_list)
        and (each.own_name in called or any(is_staged(node) for node in ast.walk(each.node)))
    ]
    return [*helpers, Found(traced.node, traced.owner, traced.nested, True, traced.own_name)]


def call_methods_by_name(found: list[Found], node: ast.FunctionDef, owner: str) -> None:
    """``self.helper(x)`` is ``Net_helper(self, x)`` where that method is written out too."""
    methods = {each.own_name: each.name for each in found if each.owner == owner and owner}
    first = next(iter((*node.args.posonlyargs, *node.args.args)), None)
    for each in ast.walk(node):
        if not isinstance(each, ast.Call) or not isinstance(each.func, ast.Attribute) or first is None:
            continue
        value = each.func.value
        if isinstance(value, ast.Name) and value.id == first.arg and each.func.attr in methods:
            each.args.insert(0, ast.Name(value.id, ast.Load()))
            each.func = ast.Name(methods[each.func.attr], ast.Load())


def methods_of(tree: ast.Module) -> frozenset[str]:
    """Names of the methods of the file's classes."""
    classes = [each for each in ast.walk(tree) if isinstance(each, ast.ClassDef)]
    return frozenset(each.name for owner in classes for each in owner.body if isinstance(each, ast.FunctionDef))


def decorators(node: ast.FunctionDef, staged: bool) -> list[ast.expr]:
    """Those it had; where ``staged``, ``tf.function(autograph=False)`` stands in tf.function's place, or first."""
    kept: list[ast.expr] = []
    place, options = 0, []
    for each in node.decorator_list:
        if not _is_tf_function(each):
            kept.append(each)
            continue
        place = len(kept)
        if isinstance(each, ast.Call):
            options = [option for option in each.keywords if option.arg != "autograph"]
    if staged:
        off = ast.keyword("autograph", ast.Constant(False))
        kept.insert(place, ast.Call(dotted("tf.function"), [], [off, *options]))
    return kept


def _functions(tree: ast.AST, owner: str, nested: bool) -> Iterator[Found]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            yield Found(node, owner, nested, own_name=node.name)
            yield from _functions(node, "", True)
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node, node.name, nested)
        else:
            yield from _functions(node, owner, nested)


def _called(traced: ast.FunctionDef, every: list[Found]) -> set[str]:
    """Names of the file's own functions that it calls, and that those call."""
    functions = {each.own_name: each.node for each in every if not each.nested and not each.owner}
    found: set[str] = set()
    waiting = [traced]
    while waiting:
        body = waiting.pop().body
        names = {each.id for part in body for each in ast.walk(part) if isinstance(each, ast.Name)}
        new = (names & functions.keys()) - found
        found |= new
        waiting += [functions[name] for name in new]
    return found


def _is_at(node: ast.FunctionDef, line: int) -> bool:
    return min([node.lineno, *(each.lineno for each in node.decorator_list)]) <= line <= node.lineno


def _is_around(node: ast.FunctionDef, inner: ast.FunctionDef) -> bool:
    return any(each is inner for each in ast.walk(node))


def _lambda_at(tree: ast.Module, line: int, name: str) -> Found | None:
    """A lambda of that line as a ``def``, where there is only one."""
    lambdas = [node for node in ast.walk(tree) if isinstance(node, ast.Lambda) and node.lineno == line]
    if len(lambdas) != 1:
        return None
    body = ast.copy_location(ast.Return(lambdas[0].body), lambdas[0].body)
    called = name if name.isidentifier() else "traced"
    return Found(ast.FunctionDef(called, lambdas[0].args, [body], [], lineno=line), own_name=called)


def _is_tf_function(node: ast.expr) -> bool:
    """``@tf.function``, ``@function``, ``@tf.function(…)``, ``@partial(tf.function, …)``."""
    return any(
        (isinstance(each, ast.Attribute) and each.attr == "function")
        or (isinstance(each, ast.Name) and each.id in ("function", "tf_function"))
        for each in ast.walk(node)
    )
