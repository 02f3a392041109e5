"""Where parsed code truly stands in its file: undoes what AutoGraph's parser does to lines before it counts them.

AutoGraph removes backslash continuations and the block's indentation from a function's source, and asks for a
functools.wraps wrapper's place by the function it wraps; each shifts the lines that TensorFlow reports.
"""

from __future__ import annotations

import bisect
import inspect
from typing import Any, List, Tuple

Place = Tuple[int, int]
"""(line counted from 1, column in UTF-8 bytes counted from 0), as the ast module counts them."""


class UnfoldedSource:
    """One function's source with its backslash continuations removed, and the way back to the text it came from."""

    def __init__(self, original: str) -> None:
        self._starts = _line_starts(original)
        self._original = original
        self._cuts: List[int] = []
        unfolded: List[str] = []
        position = 0
        while True:
            cut = original.find("\\\n", position)
            if cut < 0:
                break
            unfolded.append(original[position:cut])
            self._cuts.append(cut - 2 * len(self._cuts))
            position = cut + 2
        unfolded.append(original[position:])
        self._unfolded = "".join(unfolded)
        self._unfolded_starts = _line_starts(self._unfolded)

    def row(self, index: int) -> str:
        """Line ``index`` (from 0) of the unfolded source, without its newline."""
        start = self._unfolded_starts[index]
        end = self._unfolded.find("\n", start)
        return self._unfolded[start:] if end < 0 else self._unfolded[start:end]

    def place(self, index: int, column: int) -> Place:
        """(line from 0, character column) in the original of a place in the unfolded source."""
        offset = self._unfolded_starts[index] + column
        offset += 2 * bisect.bisect_right(self._cuts, offset)
        line = bisect.bisect_right(self._starts, offset) - 1
        return line, offset - self._starts[line]

    def original_row(self, index: int) -> str:
        """Line ``index`` (from 0) of the original source."""
        start = self._starts[index]
        end = self._original.find("\n", start)
        return self._original[start:] if end < 0 else self._original[start:end]


class FunctionPlaces:
    """The true places of nodes that AutoGraph parsed from one function (not a lambda)."""

    def __init__(self, function: Any, parsed_source: str, root_line: int) -> None:
        lines, first = inspect.findsource(function)
        self._first_line = first + 1
        self._source = UnfoldedSource("".join(inspect.getblock(lines[first:])))
        self._parsed_rows = parsed_source.split("\n")
        self._root_line = root_line

    def place(self, line: int, column: int) -> Place:
        """The true place in the file of a node that stands at ``line`` and ``column`` of the parsed source."""
        index = line - self._root_line
        parsed, unfolded = self._parsed_rows[line - 1], self._source.row(index)
        character = len(parsed.encode("utf-8")[:column].decode("utf-8", "ignore"))
        row, character = self._source.place(index, character + len(unfolded) - len(parsed))
        bytes_before = self._source.original_row(row)[:character].encode("utf-8")
        return self._first_line + row, len(bytes_before)


class LambdaPlaces:
    """The true places of nodes that AutoGraph parsed from a lambda: it keeps their columns and shifts their lines."""

    def __init__(self, function: Any) -> None:
        self._first_line = function.__code__.co_firstlineno

    def place(self, line: int, column: int) -> Place:
        """The true place of a node whose line counts from the lambda's own, from 0."""
        return self._first_line + line, column


def _line_starts(text: str) -> List[int]:
    starts = [0]
    position = text.find("\n")
    while position >= 0:
        starts.append(position + 1)
        position = text.find("\n", position + 1)
    return starts
