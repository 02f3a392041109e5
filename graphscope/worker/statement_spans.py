"""Which lines of a file come after the statement that an error left: read from the syntax, the error is not asked."""

from __future__ import annotations

import ast
import functools
import linecache
from dataclasses import dataclass, field
from typing import List, Tuple

Span = Tuple[int, int]


@dataclass
class _Spans:
    statements: List[Span] = field(default_factory=list)
    """Of each statement; of one with a body only its head."""
    raised_again: List[Tuple[Span, Span]] = field(default_factory=list)
    """What a ``try`` covers, and lines that run although an error leaves it: its ``finally``, handlers that raise."""


def is_beyond(file: str, line: int, left: int) -> bool:
    """Whether ``line`` stands after the statement at line ``left``, and is not run when an error leaves that one."""
    spans = _spans("".join(linecache.getlines(file)))
    end = max((last for first, last in spans.statements if first <= left <= last), default=left)
    if line <= end:
        return False
    return not any(_has(tried, left) and _has(after, line) for tried, after in spans.raised_again)


@functools.lru_cache(maxsize=8)
def _spans(text: str) -> _Spans:
    found = _Spans()
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return found
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            last = max(node.lineno, body[0].lineno - 1) if isinstance(body, list) and body else node.end_lineno
            found.statements.append((node.lineno, last or node.lineno))
        if isinstance(node, ast.Try):
            found.raised_again.extend((_lines(node.body), after) for after in _after(node))
    return found


def _after(node: ast.Try) -> List[Span]:
    again = [each for each in node.handlers if any(isinstance(part, ast.Raise) for part in ast.walk(each))]
    found = [_lines(each.body) for each in again]
    return [*found, _lines(node.finalbody)] if node.finalbody else found


def _lines(body: List[ast.stmt]) -> Span:
    return body[0].lineno, body[-1].end_lineno or body[-1].lineno


def _has(span: Span, line: int) -> bool:
    return span[0] <= line <= span[1]
