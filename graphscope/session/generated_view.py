"""Which of the generated functions is shown, and which of its lines answer a line of the user's; it draws nothing."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Sequence

from graphscope.model.trace import GeneratedCode

_HANDED_OVER = re.compile(r"\s*ag__\.(?:if|while|for)_stmt\(")


def rows_of(code: GeneratedCode, file: str, lines: Collection[int]) -> frozenset[int]:
    """The lines of generated code, from 1, that stand for any of the user's ``lines``."""
    if code.file != file:
        return frozenset()
    return frozenset(row for row, line in enumerate(code.lines, start=1) if line and line in lines)


def main_row(code: GeneratedCode, rows: Collection[int]) -> int | None:
    """Of these lines the one to look at: where the statement is handed to AutoGraph, else the first."""
    texts = code.text.split("\n")
    calls = [row for row in sorted(rows) if _HANDED_OVER.match(texts[row - 1])]
    return calls[-1] if calls else min(rows, default=None)


def line_behind(code: GeneratedCode, row: int) -> int:
    """The user's line that a line of generated code, from 1, stands for; 0 where it stands for none."""
    return code.lines[row - 1] if 0 < row <= len(code.lines) else 0


def function_of(codes: Sequence[GeneratedCode], file: str, lines: Collection[int]) -> int | None:
    """The number of the function that has the most lines for ``lines``; None where none has any."""
    counts = [len(rows_of(code, file, lines)) for code in codes]
    return counts.index(max(counts)) if any(counts) else None


def names_of(codes: Sequence[GeneratedCode]) -> list[str]:
    """What to call each: by its name, and its place where it has one."""
    return [
        f"{code.function or 'the function'}" + (f" · {os.path.basename(code.file)}:{code.line}" if code.line else "")
        for code in codes
    ]
