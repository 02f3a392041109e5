"""Text that grows without end and is kept within bounds: its beginning, its end, and how much lies between."""

from __future__ import annotations

KEPT = 200_000


class LimitedText:
    """The first and the last ``kept`` characters of everything added."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._head: list[str] = []
        self._room = kept
        self._tail: list[str] = []
        self._tail_length = 0
        self._left_out = 0

    def add(self, text: str) -> None:
        """Append ``text``."""
        if self._room:
            head, text = text[: self._room], text[self._room :]
            self._head.append(head)
            self._room -= len(head)
        if text:
            self._tail.append(text)
            self._tail_length += len(text)
            if self._tail_length > 2 * self._kept:
                self._shorten()

    def text(self) -> str:
        """What is kept, with a line in the gap that says how much was left out."""
        self._shorten()
        gap = f"\n… {self._left_out:,} characters left out …\n" if self._left_out else ""
        return "".join(self._head) + gap + "".join(self._tail)

    def last(self, length: int) -> str:
        """The last ``length`` characters of what is kept."""
        return ("".join(self._head) + "".join(self._tail))[-length:]

    def _shorten(self) -> None:
        whole = "".join(self._tail)
        kept = whole[-self._kept :]
        self._left_out += len(whole) - len(kept)
        self._tail, self._tail_length = [kept], len(kept)
