"""Tells of Python's own functions that only AutoGraph can call with a tensor; it knows of no value what it is."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from graphscope.explicit_form.fates import is_staged


def told_builtins(function: ast.FunctionDef, instead_of: Mapping[str, str]) -> Iterator[str]:
    """A sentence for each call that stays and would fail on a tensor; ``instead_of``: what a library has for it."""
    counters = set(_counters(function))
    for node in ast.walk(function):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
            continue
        instead = instead_of.get(node.func.id)
        if instead is not None and not all(_is_python(each, counters) for each in node.args):
            own = instead.format(ast.unparse(node.args[0]))
            yield f"line {node.lineno}: `{ast.unparse(node)}` works on Python values only; of a tensor, write {own}"


def _counters(function: ast.FunctionDef) -> Iterator[str]:
    """Variables of loops over a range that Python counts."""
    loops = [each for each in ast.walk(function) if isinstance(each, ast.For) and not is_staged(each)]
    for loop in loops:
        counted = isinstance(loop.iter, ast.Call) and ast.unparse(loop.iter.func) == "range"
        if counted and isinstance(loop.target, ast.Name):
            yield loop.target.id


def _is_python(node: ast.expr, counters: set[str]) -> bool:
    """Whether it is a Python value for sure: a constant, something displayed, a counter, or a static shape."""
    if isinstance(node, (ast.Constant, ast.List, ast.Dict, ast.JoinedStr)):
        return True
    if isinstance(node, ast.Name):
        return node.id in counters
    return any(
        isinstance(each, ast.Attribute) and each.attr in ("shape", "ndim", "__name__") for each in ast.walk(node)
    )
