"""Takes over the worker's descriptors: frames on copies of 0 and 1, everything printed on 2, with marks between steps.

After the take-over no print, native ones included, can break a frame.
"""

from __future__ import annotations

import io
import os
import sys
from typing import Any, BinaryIO, cast


class OutputChannel:
    """The descriptors of a worker, taken over when this is made.

    ``requests`` and ``replies`` carry frames. Descriptors 1 and 2 both lead to the output; 0 is at its end.
    """

    def __init__(self) -> None:
        self.requests: BinaryIO = os.fdopen(os.dup(0), "rb")
        self.replies: BinaryIO = os.fdopen(os.dup(1), "wb")
        # A copy, so that marks arrive even where the user's code closes or redirects 2.
        self._marks = os.dup(2)
        self._word = ""
        self._number = 0
        self._libc = _c_library()
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        for name, descriptor in (("stdout", 1), ("stderr", 2)):
            stream = _text_over(descriptor, f"<{name}>")
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)

    def name_marks(self, word: str) -> None:
        """Use the parent's secret ``word`` in marks from now on."""
        self._word = word

    def mark(self) -> int:
        """Write a mark after everything printed so far, and return its number."""
        for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
            try:
                stream.flush()  # type: ignore[union-attr]
            except (AttributeError, OSError, ValueError):
                pass  # the user's code closed it or put something else in its place
        if self._libc is not None:
            self._libc.fflush(None)
        self._number += 1
        try:
            os.write(self._marks, f"\x1e{self._word}:{self._number}\x1e".encode("ascii"))
        except OSError:
            pass  # nobody reads the output any more; the frames will tell
        return self._number


def _c_library() -> Any:
    """C's own library, with its stdout buffered by the line; None where Python has no ctypes."""
    try:
        import ctypes

        library = ctypes.CDLL(None)
        stdout = ctypes.c_void_p.in_dll(library, "stdout")
    except (ImportError, OSError, TypeError, ValueError):
        return None
    # On a pipe it would be kept back by the block, and lost where the process aborts.
    line_buffered = 1
    library.setvbuf(stdout, None, line_buffered, ctypes.c_size_t(0))
    return library


def _text_over(descriptor: int, name: str) -> io.TextIOWrapper:
    """A text stream as ``python -u`` makes it: nothing is held back, no character can fail."""
    raw = io.FileIO(descriptor, "wb", closefd=False)
    raw.name = name
    return io.TextIOWrapper(cast(BinaryIO, raw), encoding="utf-8", errors="backslashreplace", write_through=True)
