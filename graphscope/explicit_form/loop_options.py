"""Takes `tf.autograph.experimental.set_loop_options` out of a loop, as arguments of the loop that is written out."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from graphscope.explicit_form.fates import NotWritable

_INVARIANTS = "shape_invariants"


def take_options(node: ast.While | ast.For) -> dict[str, ast.expr]:
    """The options that the loop's body sets; the call is taken out of it."""
    calls = [each for each in node.body if _is_directive(each)]
    if not calls:
        return {}
    node.body = [each for each in node.body if each not in calls] or [ast.Pass()]
    call = calls[0].value if isinstance(calls[0], ast.Expr) else None
    assert isinstance(call, ast.Call)
    return {each.arg: each.value for each in call.keywords if each.arg is not None}


def for_names(options: Mapping[str, ast.expr], names: Sequence[str]) -> dict[str, ast.expr]:
    """The options, with one shape invariant for each of the loop's variables."""
    found = dict(options)
    if _INVARIANTS not in found:
        return found
    given = found[_INVARIANTS]
    if not isinstance(given, (ast.List, ast.Tuple)) or not all(_is_pair(each) for each in given.elts):
        raise NotWritable("its shape invariants are not listed in the call of set_loop_options")
    shapes = {ast.unparse(each.elts[0]): each.elts[1] for each in given.elts if isinstance(each, ast.Tuple)}
    every = [shapes.get(name, ast.Constant(None)) for name in names]
    found[_INVARIANTS] = ast.Tuple(every, ast.Load())
    return found


def _is_directive(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Call)
        and ast.unparse(node.value.func).endswith("set_loop_options")
    )


def _is_pair(node: ast.expr) -> bool:
    return isinstance(node, ast.Tuple) and len(node.elts) == 2 and isinstance(node.elts[0], ast.Name)
