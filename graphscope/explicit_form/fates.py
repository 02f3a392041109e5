"""Fates: what the trace says became of each node of a syntax tree; the tree is marked, nothing is decided here."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from graphscope.model.trace import Statement

_KINDS: dict[type[ast.AST], str] = {
    ast.If: "if",
    ast.While: "while",
    ast.For: "for",
    ast.IfExp: "conditional expression",
}
_FATE = "graphscope_fate"
Node = TypeVar("Node", bound=ast.AST)


class NotWritable(Exception):
    """Something has no explicit form, in one sentence; it never leaves this room."""


@dataclass(frozen=True)
class Fate:
    """What became of one statement: staged, settled by Python, or both in one trace."""

    kind: str
    line: int
    staged: bool
    details: tuple[str, ...] = ()
    outcomes: tuple[str, ...] = ()
    op_types: frozenset[str] = frozenset()


STAGED_GUARD = Fate("guard", 0, True)
PYTHON_GUARD = Fate("guard", 0, False)
"""Of statements that stand for a break or a continue."""


def fate_of(node: ast.AST) -> Fate | None:
    """The fate that ``node`` was marked with."""
    fate = node.__dict__.get(_FATE)
    return fate if isinstance(fate, Fate) else None


def is_staged(node: ast.AST) -> bool:
    """Whether it is in the graph."""
    fate = fate_of(node)
    return fate is not None and fate.staged


def with_fate(node: Node, fate: Fate | None) -> Node:
    """``node``, marked."""
    node.__dict__[_FATE] = fate
    return node


def mark(tree: ast.AST, file: str, statements: Iterable[Statement]) -> None:
    """Mark every node of ``tree`` that ``statements`` speak of."""
    told: dict[tuple[str, int, int], list[Statement]] = {}
    for each in statements:
        if each.file == file:
            told.setdefault((each.statement, each.line, each.column), []).append(each)
    for node in ast.walk(tree):
        kind = _kind(node)
        if kind is None:
            continue
        line, column = node.lineno, node.col_offset  # type: ignore[attr-defined]
        found = told.get((kind, line, column), [])
        with_fate(node, _fate(kind, line, found))


def _kind(node: ast.AST) -> str | None:
    if isinstance(node, ast.BoolOp):
        return "and" if isinstance(node.op, ast.And) else "or"
    if isinstance(node, ast.Compare):
        return "and" if len(node.ops) > 1 else None
    if isinstance(node, ast.UnaryOp):
        return "not" if isinstance(node.op, ast.Not) else None
    return _KINDS.get(type(node))


def _fate(kind: str, line: int, found: list[Statement]) -> Fate:
    return Fate(
        kind,
        line,
        any(each.outcome == "staged" for each in found),
        tuple(each.detail for each in found if each.outcome == "python"),
        tuple(each.outcome for each in found),
        frozenset(name for each in found for name in each.op_types),
    )
