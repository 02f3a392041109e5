"""Says a short branch in one expression, `x = x - 5.0; return x, y` as `return x - 5.0, y`; it changes no value."""

from __future__ import annotations

import ast
import copy

from graphscope.explicit_form.code import is_comment, is_marker

_LONGEST = 60


def as_one_expression(body: list[ast.stmt]) -> list[ast.stmt]:
    """The body as one ``return``, where that is short and evaluates the same things in the same order."""
    real = [each for each in body if not is_comment(each) and not isinstance(each, ast.Pass)]
    if len(real) < 1 or any(is_comment(each) and not is_marker(each) for each in body):
        return body
    *before, last = real
    if not isinstance(last, ast.Return) or last.value is None:
        return body
    value: ast.expr | None = last.value
    for each in reversed(before):
        value = None if value is None else _with(value, each)
    if value is None or (before and len(ast.unparse(value)) > _LONGEST):
        return body
    return [*filter(is_marker, body), ast.Return(value)]


def without_last_name(body: list[ast.stmt]) -> list[ast.stmt]:
    """``x = value; return x`` is ``return value``."""
    real = [place for place, each in enumerate(body) if not is_comment(each)]
    if len(real) < 2:
        return body
    before, last = body[real[-2]], body[real[-1]]
    if not isinstance(before, ast.Assign) or not isinstance(last, ast.Return) or last.value is None:
        return body
    if len(before.targets) != 1 or ast.unparse(before.targets[0]) != ast.unparse(last.value):
        return body
    marks = [each for each in body[real[-2] + 1 :] if is_marker(each)]
    return [*body[: real[-2]], ast.Return(before.value), *marks]


def _with(value: ast.expr, statement: ast.stmt) -> ast.expr | None:
    """``value`` with what ``statement`` assigns in place of its names; None where that could mean something else."""
    given = _assigned(statement)
    if given is None:
        return None
    outside, inside = _uses(value)
    for name, each in given.items():
        if isinstance(each, ast.Constant):
            continue
        used = outside.count(name)
        if name in inside or used > 1 or (_has_effects(each) and (not used or _has_effects(value))):
            return None
    made = _Replaced(given).visit(copy.deepcopy(value))
    assert isinstance(made, ast.expr)
    return made


def _assigned(node: ast.stmt) -> dict[str, ast.expr] | None:
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        # Of anything but a number `+=` could change the value in place.
        number = isinstance(node.value, ast.Constant) and isinstance(node.value.value, (int, float))
        before = ast.Name(node.target.id, ast.Load())
        return {node.target.id: ast.BinOp(before, node.op, node.value)} if number else None
    if not isinstance(node, ast.Assign) or len(node.targets) != 1:
        return None
    target = node.targets[0]
    if isinstance(target, ast.Name):
        return {target.id: node.value}
    if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple) and len(target.elts) == len(node.value.elts):
        names = [each.id for each in target.elts if isinstance(each, ast.Name)]
        starred = any(isinstance(each, ast.Starred) for each in node.value.elts)
        if len(set(names)) == len(target.elts) and not starred and not _has_effects(node.value):
            return dict(zip(names, node.value.elts, strict=True))
    return None


def _uses(value: ast.expr) -> tuple[list[str], set[str]]:
    """Names that are read at once, as often as they are, and those read by functions inside."""
    late = [each for each in ast.walk(value) if isinstance(each, (ast.Lambda, ast.comprehension, *_COMPREHENSIONS))]
    inner = {id(node) for each in late for node in ast.walk(each)}
    names = [each for each in ast.walk(value) if isinstance(each, ast.Name)]
    return [each.id for each in names if id(each) not in inner], {each.id for each in names if id(each) in inner}


_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def _has_effects(node: ast.expr) -> bool:
    return any(isinstance(each, (ast.Call, ast.NamedExpr, ast.Await, ast.Yield)) for each in ast.walk(node))


class _Replaced(ast.NodeTransformer):
    def __init__(self, values: dict[str, ast.expr]) -> None:
        self._values = values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A name whose value is known."""
        return self._values.get(node.id, node) if isinstance(node.ctx, ast.Load) else node

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        """Its own arguments are no names of the branch."""
        own = {each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg)}
        if own.isdisjoint(self._values):
            self.generic_visit(node)
        return node
