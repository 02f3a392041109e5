"""Takes TensorFlow's log lines out of a stream and passes everything else on; run as a program by LogCapture.

It is a process of its own, so that what a worker says last, when a pass aborts it, still comes through.
"""

from __future__ import annotations

import os
import re
import select
import sys
from typing import List

_LOGGED = re.compile(
    rb"(?:[IW]\d{4} \d\d:\d\d:[\d:.]+ +(?P<thread>\d+) |\d{4}-\d\d-\d\d \d\d:\d\d:[\d.]+: [IW] )"
    rb"[\w./-]+\.(?:cc|cpp|h|cu):\d+\] "
)
"""How a line of TensorFlow's log below the level of errors begins: since 2.18, and before, when it named no thread."""
_META_OPTIMIZER = b"meta_optimizer.cc"
_DUMPED = b"Dumped Graph to "
_WHOLE_GRAPH = b"Optimized graph ="
"""After this a whole graph is told as text, over many lines, until TensorFlow logs something else."""
_BEGINS = re.compile(rb"Replace function library with a stub for (\S+)")
_DONE = re.compile(rb"([\w.-]+)(?:\{.*\})?: Graph size after: ")
_OVER = re.compile(rb"Optimized \d+ functions|Optimized graph =")
_PATIENCE = 0.1
"""Seconds for which a line that has not ended is held back."""


class Sieve:
    """Bytes in, bytes out; ``kept`` are the lines of the meta optimizer and of its dumps, each after its thread."""

    def __init__(self, end: bytes) -> None:
        self.kept: List[bytes] = []
        self.ended = False
        """Whether the line ``end`` has come by, which is not passed on."""
        self._end = end
        self._held = b""
        self._in_graph = False

    @property
    def holds(self) -> bool:
        """Whether a line that has not ended is held back."""
        return bool(self._held)

    def feed(self, data: bytes) -> bytes:
        """What of ``data``, and of what was held back, is to be passed on now."""
        lines = (self._held + data).split(b"\n")
        self._held = lines.pop()
        return b"".join([self._passed(line) for line in lines])

    def release(self) -> bytes:
        """What is held back: nothing more seems to come."""
        held, self._held = self._held, b""
        return b"" if self._in_graph else held

    def _passed(self, line: bytes) -> bytes:
        # A line of the log may follow on something printed without a newline.
        before, end, _ = line.partition(self._end)
        if end:
            in_graph, self._in_graph, self.ended = self._in_graph, False, True
            return b"" if in_graph else before
        logged = _LOGGED.search(line)
        if logged is None:
            return b"" if self._in_graph else line + b"\n"
        in_graph, words = self._in_graph, line[logged.end() :]
        self._in_graph = words.startswith(_WHOLE_GRAPH)
        if _META_OPTIMIZER in logged.group() or words.startswith(_DUMPED):
            self.kept.append((logged["thread"] or b"0") + b" " + words)
        return b"" if in_graph else line[: logged.start()]


def main(end: str) -> None:
    """From descriptor 0 to 2 until the end; what was kept goes to 1 as soon as the line ``end`` has come by."""
    sieve = Sieve(end.encode("ascii"))
    told = False
    while True:
        if sieve.holds and not select.select([0], [], [], _PATIENCE)[0]:
            _write(2, sieve.release())
        data = os.read(0, 1 << 16)
        _write(2, sieve.feed(data) if data else sieve.release())
        if not told and not data:
            _write(2, last_words(sieve.kept))
        if not told and (sieve.ended or not data):
            told = True
            _tell(sieve.kept)
        if not data:
            return


def last_words(kept: List[bytes]) -> bytes:
    """Which pass Grappler was at when the log broke off, as a line for people; nothing where it was at none."""
    begun = done = b""
    inside = False
    for line in kept:
        beginning, after = _BEGINS.search(line), _DONE.search(line)
        inside = not _OVER.search(line) and (inside or beginning is not None or b" Starting optimization" in line)
        if beginning is not None:
            begun = beginning[1]
        if after is not None:
            done, begun = after[1], b""
    if not inside or not (begun or done):
        return b""
    return b"\nGrappler was at the pass " + (begun or b"after " + done) + b"\n"


def _tell(kept: List[bytes]) -> None:
    try:
        _write(1, b"\n".join(kept))
    except OSError:
        pass  # the worker is gone, and with it who wanted to know
    os.close(1)


def _write(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


if __name__ == "__main__":
    main(sys.argv[1])
