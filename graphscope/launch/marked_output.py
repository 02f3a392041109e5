"""Cuts a worker's raw output at the marks it wrote between steps; bytes come in as they were read, text goes out."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

_EDGE = b"\x1e"


class MarkedOutput:
    """Turns bytes into pieces: text, and the number of each mark. Marks and characters may be split over reads."""

    def __init__(self, word: str) -> None:
        self._opening = _EDGE + word.encode("ascii") + b":"
        self._mark = re.compile(re.escape(self._opening) + rb"(\d{1,12})" + _EDGE)
        self._beginning = re.compile(re.escape(self._opening) + rb"\d{0,12}")
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._pending = b""

    def feed(self, data: bytes) -> Iterator[str | int]:
        """The pieces that are complete with ``data``."""
        self._pending += data
        while True:
            match = self._mark.search(self._pending)
            if match is None:
                break
            yield from self._text(self._pending[: match.start()], final=True)
            self._pending = self._pending[match.end() :]
            yield int(match[1])
        held = self._could_be_a_mark()
        yield from self._text(self._pending[: len(self._pending) - held], final=False)
        self._pending = self._pending[len(self._pending) - held :]

    def close(self) -> Iterator[str | int]:
        """What was held back, at the end of the output."""
        yield from self._text(self._pending, final=True)
        self._pending = b""

    def _could_be_a_mark(self) -> int:
        """How many of the last bytes may be the beginning of a mark, and must wait for more."""
        start = self._pending.rfind(_EDGE)
        if start < 0:
            return 0
        tail = self._pending[start:]
        return len(tail) if self._opening.startswith(tail) or self._beginning.fullmatch(tail) else 0

    def _text(self, data: bytes, final: bool) -> Iterator[str]:
        text = self._decoder.decode(data, final)
        if final:
            self._decoder.reset()
        if text:
            yield text
