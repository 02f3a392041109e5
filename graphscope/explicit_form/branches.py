"""Writes a staged ``if`` as a conditional whose branches return the variables that are read afterwards."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from graphscope.explicit_form.code import assign, call, function, is_comment, is_marker, lambda_, load, several
from graphscope.explicit_form.fates import STAGED_GUARD, NotWritable, fate_of
from graphscope.explicit_form.flow import bound, live_before
from graphscope.explicit_form.jumps import ends, own_jumps, returns
from graphscope.explicit_form.one_expression import as_one_expression, without_last_name
from graphscope.explicit_form.writing import Scope, Writer

_LONGEST_LINE = 88
Way = tuple[list[ast.stmt], ast.expr]
"""One branch: its function, where it has one, and what is called."""


def write_if(writer: Writer, node: ast.If, scope: Scope) -> list[ast.stmt]:
    """The branches as functions, and the call."""
    refuse_scopes([*node.body, *node.orelse])
    returning = returns(node)
    if returning and not (scope.tail or (ends(node.body) and ends(node.orelse))):
        raise NotWritable("it returns on some of its ways only, so that what follows cannot be put into a branch")
    if any(True for each in own_jumps(node)):
        raise NotWritable("a break that depends on a tensor cannot leave a loop that Python runs")
    assigned = bound([*node.body, *node.orelse])
    results = None if returning else [each for each in assigned if each in scope.after]
    _refuse_half_defined(node, results or (), scope)
    test = writer.expressions.test(node.test, fate_of(node) or STAGED_GUARD)
    then_name, else_name = writer.names.fresh("then_branch"), writer.names.fresh("else_branch")
    ways = [
        branch_function(writer, name, block, results, scope)
        for name, block in ((then_name, node.body), (else_name, node.orelse))
    ]
    if len(ast.unparse(assign(results or (), writer.dialect.cond(test, ways[0][1], ways[1][1])))) > _LONGEST_LINE:
        longer = max((0, 1), key=lambda way: len(ast.unparse(ways[way][1])))
        ways[longer] = _as_function(ways[longer], (then_name, else_name)[longer])
    kept = {each.name for made, _ in ways for each in made if isinstance(each, ast.FunctionDef)}
    writer.names.give_back(*({then_name, else_name} - kept))
    made = writer.dialect.cond(test, ways[0][1], ways[1][1])
    functions = [each for made_, _ in ways for each in made_]
    if results is None:
        return [*functions, ast.Return(made)]
    return [*functions, assign(results, made)]


def _refuse_half_defined(node: ast.If, results: Sequence[str], scope: Scope) -> None:
    """Both branches must have a value for what they return."""
    for name in results:
        for word, block in (("then", node.body), ("else", node.orelse)):
            if name not in scope.defined and name not in bound(block):
                raise NotWritable(f"`{name}` has no value in the {word}-branch: give it one there, or before the `if`")


def branch_function(
    writer: Writer, name: str, block: Sequence[ast.stmt], results: Sequence[str] | None, scope: Scope
) -> Way:
    """The branch's ``def``, where it needs one, and what is called: a lambda or the name."""
    block = list(block)
    body = writer.block(block, Scope(frozenset(results or ()), scope.defined, results is None))
    if results:
        body.append(ast.Return(several(results)))
    body = as_one_expression(without_last_name(body))
    live = live_before(block, results or ())
    names = [each for each in bound(body) if each in live and not _is_function(each, body)]
    plain = [each for each in body if not is_marker(each)]
    if not names and len(plain) == 1 and isinstance(plain[0], ast.Return):
        marks = [each for each in body if is_marker(each)]
        return marks, lambda_((), plain[0].value or ast.Constant(None))
    if not any(not is_comment(each) and not isinstance(each, ast.Pass) for each in body):
        return [], lambda_((), ast.Constant(None))
    called = lambda_((), call(name, *map(load, names))) if names else load(name)
    return [function(name, names, body)], called


def _as_function(way: Way, name: str) -> Way:
    """A branch that is an expression as a ``def``, where that is too long to be read in a line."""
    marks, called = way
    if not isinstance(called, ast.Lambda) or any(isinstance(each, ast.FunctionDef) for each in marks):
        return way
    return [*marks, function(name, (), [ast.Return(called.body)])], load(name)


def _is_function(name: str, body: Sequence[ast.stmt]) -> bool:
    return any(isinstance(each, ast.FunctionDef) and each.name == name for each in body)


def refuse_scopes(block: Sequence[ast.stmt]) -> None:
    """What assigns to something that a function's result cannot stand for."""
    for node in (each for statement in block for each in ast.walk(statement)):
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            raise NotWritable("it assigns a global or nonlocal variable, which no branch can return")
        if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, (ast.Store, ast.Del)):
            raise NotWritable(f"it assigns `{ast.unparse(node)}`, which no branch can return: use a local variable")
        if isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await)):
            raise NotWritable("it yields or awaits")
