"""The stack of each op as a number, the stacks themselves kept once; what a user's frame is, user_frames knows."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Tuple

_REMEMBERED = 16
"""Stacks that are compared with an op's before its own is read."""


class StackColumn:
    """Numbers for TensorFlow's stack traces, by ``read``, which turns one into its number.

    Hashing a trace takes ten times as long as reading it, comparing two a fiftieth: so each is compared with those
    last seen on ops of its type and depth, most of which were made by the same lines.
    """

    def __init__(self, read: Callable[[Any], int]) -> None:
        self._read = read
        self._seen: Dict[Tuple[str, int], List[Tuple[Any, int]]] = {}

    def of(self, op_type: str, trace: Any) -> int:
        """The number of a trace's stack."""
        seen = self._seen.setdefault((op_type, len(trace)), [])
        for at, (other, number) in enumerate(seen):
            if other == trace:
                if at:
                    seen.insert(0, seen.pop(at))
                return number
        number = self._read(trace)
        seen.insert(0, (trace, number))
        del seen[_REMEMBERED:]
        return number
