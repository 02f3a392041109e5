"""Which calls AutoGraph makes of and, or, not, chained comparisons and conditional expressions, in the text's order.

AutoGraph gives all the calls in the head of an ``if`` or ``for`` the place of that statement, so that only their order
tells them apart; nothing here knows TensorFlow.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Dict, Iterator, List, Tuple

from graphscope.worker.statement_sites import Site

Place = Tuple[int, int]
_Token = Tuple[ast.AST, str, bool]
"""An expression, the call that AutoGraph makes of it, and whether it is the outermost of those."""


@dataclass(frozen=True)
class WrittenCall:
    """One call that AutoGraph makes: ``and_``, ``or_``, ``not_`` or ``if_exp``."""

    name: str
    site: Site
    first: bool
    """Whether it is the outermost of the calls that stand for its expression (``a and b and c`` makes two)."""


@dataclass
class ExpressionCalls:
    """The calls of one file, by the place that AutoGraph gives them: that of a statement, or an expression's own."""

    _by_place: Dict[Place, List[List[WrittenCall]]] = field(default_factory=dict)

    def at(self, place: Place, names: List[str]) -> List[WrittenCall]:
        """The calls at ``place`` in the order of the text, those of just these ``names`` where it has such.

        Where none has, as many as can be told, in their order; fewer than ``names`` then.
        """
        found = self._by_place.get(place, [])
        for calls in found:
            if [call.name for call in calls] == names:
                return calls
        return max(found, key=len, default=[])

    def add(self, place: Place, calls: List[WrittenCall]) -> None:
        """Keep the calls of one head or expression."""
        if calls:
            self._by_place.setdefault(place, []).append(calls)


def expression_calls(tree: ast.AST, sites: Dict[int, Site]) -> ExpressionCalls:
    """The calls of a file; ``sites`` has what is told of, by the id of its node in ``tree``."""
    found, seen = ExpressionCalls(), set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.If, ast.While)):
            found.add((node.lineno, node.col_offset), _written(node.test, sites))
        elif isinstance(node, ast.For):
            found.add((node.lineno, node.col_offset), _written(node.iter, sites))
        elif id(node) in sites and isinstance(node, ast.expr):
            place = (node.lineno, node.col_offset)
            if place not in seen:
                seen.add(place)
                own = (call for call in _written(node, sites) if (call.site.line, call.site.column) == place)
                found.add(place, list(own))
    return found


def _written(node: ast.AST, sites: Dict[int, Site]) -> List[WrittenCall]:
    return [WrittenCall(name, sites[id(each)], first) for each, name, first in _tokens(node) if id(each) in sites]


def _tokens(node: ast.AST, in_ternary: bool = False) -> Iterator[_Token]:
    """The calls inside ``node`` in the order of the generated text; a conditional one in another makes none."""
    if isinstance(node, ast.BoolOp):
        name = "and_" if isinstance(node.op, ast.And) else "or_"
        for number, value in enumerate(node.values):
            if number < len(node.values) - 1:
                yield node, name, number == 0
            yield from _tokens(value, in_ternary)
        return
    if isinstance(node, ast.IfExp) and not in_ternary:
        yield node, "if_exp", True
        yield from _tokens(node.test, True)
        yield from _tokens(node.body, True)
        yield from _tokens(node.orelse, True)
        return
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node, "not_", True
    if isinstance(node, ast.Compare):
        for number in range(len(node.ops) - 1):
            yield node, "and_", number == 0
    for child in _operands(node):
        yield from _tokens(child, in_ternary)


def _operands(node: ast.AST) -> List[ast.AST]:
    """What stands in ``node``, in the order of the text; ``a < b < c`` is written out as ``a < b and b < c``."""
    if isinstance(node, ast.Compare):
        middle = [each for each in node.comparators[:-1] for _ in range(2)]
        return [node.left, *middle, node.comparators[-1]]
    found: List[ast.AST] = []
    for child in ast.iter_child_nodes(node):
        found.extend([child] if hasattr(child, "lineno") else _operands(child))
    return sorted(found, key=lambda each: (each.lineno, each.col_offset))  # type: ignore[attr-defined]
