"""Writes out staged expressions: conditional ones, and/or/not and comparisons in a row; statements are left alone."""

from __future__ import annotations

import ast

from graphscope.explicit_form.code import lambda_
from graphscope.explicit_form.dialect import Dialect
from graphscope.explicit_form.fates import Fate, NotWritable, fate_of, is_staged

_PLAIN = (ast.Name, ast.Constant, ast.Compare, ast.UnaryOp, ast.BinOp, ast.Attribute, ast.Load, ast.operator)
_PLAIN_TOO = (ast.cmpop, ast.unaryop)
_RISKY = (ast.Div, ast.FloorDiv, ast.Mod, ast.In, ast.NotIn)


class Expressions(ast.NodeTransformer):
    """Rewrites the expressions of one statement."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect

    def test(self, node: ast.expr, fate: Fate) -> ast.expr:
        """The condition of a staged statement, as a tensor."""
        value = self._tensor(node)
        return self._dialect.tensor(value) if "python" in fate.outcomes else value

    def value(self, node: ast.expr) -> ast.expr:
        """Any expression."""
        value = self.visit(node)
        assert isinstance(value, ast.expr)
        return value

    def _tensor(self, node: ast.expr) -> ast.expr:
        """An expression that is known to give a tensor."""
        if isinstance(node, ast.Compare) and len(node.ops) > 1:
            return self._chain(node)
        return self.value(node)

    def _chain(self, node: ast.Compare) -> ast.expr:
        operands = [node.left, *node.comparators]
        pairs = zip(operands, node.ops, operands[1:], strict=False)
        parts = [ast.Compare(left, [op], [right]) for left, op, right in pairs]
        return self._joined("and", [self.value(each) for each in parts])

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        """``a if c else b``."""
        fate = fate_of(node)
        if fate is None or not fate.staged:
            return self._visited(node)
        _refuse_walrus(node)
        test = self.test(node.test, fate)
        body, orelse = self.value(node.body), self.value(node.orelse)
        return self._dialect.cond(test, lambda_((), body), lambda_((), orelse))

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """``a and b``, ``a or b``."""
        if not is_staged(node):
            return self._visited(node)
        _refuse_walrus(node)
        values = [self._tensor(each) for each in node.values]
        fate = fate_of(node)
        settled = fate is not None and "python" in fate.outcomes
        return self._joined("and" if isinstance(node.op, ast.And) else "or", values, settled)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """``a < b < c``."""
        if len(node.ops) > 1 and is_staged(node):
            return self._chain(node)
        return self._visited(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """``not a``."""
        if isinstance(node.op, ast.Not) and is_staged(node):
            return self._dialect.logical("not", self._tensor(node.operand))
        return self._visited(node)

    def _joined(self, word: str, values: list[ast.expr], settled: bool = False) -> ast.expr:
        """The second value is only asked for where the first does not decide, unless asking can do no harm."""
        first, *rest = values
        if not rest:
            return first
        second = self._joined(word, rest, settled)
        if _is_harmless(second):
            return self._dialect.logical(word, first, second)
        known = lambda_((), ast.Constant(word == "or"))
        asked = lambda_((), second)
        first = self._dialect.tensor(first) if settled else first
        return self._dialect.cond(first, *((asked, known) if word == "and" else (known, asked)))

    def _visited(self, node: ast.expr) -> ast.expr:
        self.generic_visit(node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Functions are written by their own writer."""
        return node


def _is_harmless(node: ast.expr) -> bool:
    """Whether a value can be computed where Python would not, with no other effect than time."""
    if isinstance(node, ast.Call) and ast.unparse(node.func).partition(".")[2].startswith("logical_"):
        return all(_is_harmless(each) for each in node.args)
    inner = list(ast.walk(node))
    return all(isinstance(each, (*_PLAIN, *_PLAIN_TOO)) for each in inner) and not any(
        isinstance(each, _RISKY) for each in inner
    )


def _refuse_walrus(node: ast.AST) -> None:
    if any(isinstance(each, ast.NamedExpr) for each in ast.walk(node)):
        raise NotWritable("a `:=` inside a staged expression has no explicit form: assign before it")
