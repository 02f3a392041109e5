"""Statement lines: which lines of a source a statement's own words stand on, so that any of them leads to it."""

from __future__ import annotations

import ast
import functools


def lines_of_statement(text: str, line: int) -> range:
    """The lines of the statement that ``line`` is part of, without its body; that line alone where it cannot be told.

    A cell of a notebook with a ``%`` line in it, or a file that is being edited, need not be Python.
    """
    return _spans(text).get(line, range(line, line + 1))


@functools.lru_cache(maxsize=16)
def _spans(text: str) -> dict[int, range]:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return {}
    found: dict[int, range] = {}
    # Outer statements come before those inside them, whose lines are then theirs.
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
            first = node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno
            span = range(first, _last(node, first) + 1)
            found.update(dict.fromkeys(span, span))
    return found


def _last(node: ast.stmt | ast.ExceptHandler | ast.match_case, first: int) -> int:
    """The last line of the statement's own words: of what has a body, the line before it."""
    body: list[ast.stmt] | None = getattr(node, "body", None)
    if isinstance(node, ast.Match):
        return max(first, node.subject.end_lineno or first)
    if not body:
        return int(getattr(node, "end_lineno", None) or first)
    decorators: list[ast.expr] = getattr(body[0], "decorator_list", [])
    inner = min([body[0].lineno, *(each.lineno for each in decorators)])
    return max(first, int(inner) - 1)
