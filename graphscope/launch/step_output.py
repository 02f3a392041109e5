"""Keeps what a worker printed, step by step, for the thread that waits for a step's output; it reads no pipe itself."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from graphscope.launch.limited_text import LimitedText
from graphscope.launch.marked_output import MarkedOutput

_RECENT = 20_000


class StepOutput:
    """Output by step. One thread feeds it, another takes what a step printed once its mark has come by."""

    def __init__(self, word: str, on_text: Callable[[str], None]) -> None:
        self._marked = MarkedOutput(word)
        self._on_text = on_text
        self._changed = threading.Condition()
        self._current = LimitedText()
        self._finished: deque[LimitedText] = deque()
        self._last_mark = 0
        self._closed = False
        self._recent = LimitedText(_RECENT)

    def feed(self, data: bytes) -> None:
        """Take in bytes as they were read; empty bytes are the end."""
        pieces = self._marked.feed(data) if data else self._marked.close()
        for piece in pieces:
            if isinstance(piece, str):
                self._on_text(piece)
            with self._changed:
                self._add(piece)
        if not data:
            with self._changed:
                self._closed = True
                self._changed.notify_all()

    def take(self, mark: int, timeout: float) -> str:
        """What was printed since the last take, up to ``mark``; without it where the mark does not come in time."""
        with self._changed:
            came = self._changed.wait_for(lambda: self._last_mark >= mark or self._closed, timeout)
            texts = [each.text() for each in self._finished]
            self._finished.clear()
            if not came or self._last_mark < mark:
                texts.append(self._current.text())
                self._current = LimitedText()
            return "".join(texts)

    def rest(self) -> str:
        """What was printed and not yet taken."""
        with self._changed:
            return "".join(each.text() for each in (*self._finished, self._current))

    def recent(self) -> str:
        """The last lines of everything, taken or not."""
        with self._changed:
            return self._recent.last(_RECENT)

    def _add(self, piece: str | int) -> None:
        if isinstance(piece, str):
            self._current.add(piece)
            self._recent.add(piece)
        else:
            self._finished.append(self._current)
            self._current = LimitedText()
            self._last_mark = piece
            self._changed.notify_all()
