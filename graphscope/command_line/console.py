"""Where words for people go: results on standard output, progress and faults on standard error."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TextIO

from graphscope.errors import GraphscopeError, ModuleError
from graphscope.export.source_place import in_sentence

_CLEAR = "\r\x1b[K"
_LONGEST_FAULT = 2000


class Console:
    """The two standard streams. ``quiet``: standard output belongs to a report, and nothing else is put there."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._quiet = quiet
        self._shows_progress = _is_terminal(sys.stderr)
        self._progress_shown = False

    @property
    def coloured(self) -> bool:
        """Whether what is put on standard output may be coloured (https://no-color.org)."""
        return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and _is_terminal(sys.stdout)

    def say(self, text: str) -> None:
        """Put lines for people on standard output."""
        if not self._quiet:
            self.clear()
            sys.stdout.write(f"{text}\n")

    def report(self, text: str) -> None:
        """Put a report on standard output, as UTF-8 whatever the terminal's encoding."""
        self.clear()
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
        sys.stdout.buffer.flush()

    def progress(self, text: str) -> None:
        """Show what is being done in one line that is overwritten; nothing where nobody watches."""
        if self._shows_progress:
            width = shutil.get_terminal_size().columns - 1
            sys.stderr.write(_CLEAR + " ".join(text.split())[:width])
            sys.stderr.flush()
            self._progress_shown = True

    def clear(self) -> None:
        """Take the progress line away."""
        if self._progress_shown:
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()
            self._progress_shown = False

    def warn(self, text: str) -> None:
        """One line on standard error that is no failure."""
        self.clear()
        sys.stderr.write(f"graphscope: warning: {one_line(text)}\n")

    def tell(self, error: GraphscopeError) -> None:
        """An error in one line on standard error: what, where, and what to do."""
        self.clear()
        sys.stderr.write(f"graphscope: {fault(error)}\n")


def fault(error: GraphscopeError) -> str:
    """``KeyError: 'units' (model.py:6). What to do.``"""
    where = f" ({in_sentence(error.file, error.line)})" if error.file else ""
    what = one_line(error.message).removesuffix(".")
    advice = one_line(error.advice) or _advice(error)
    return f"{what}{where}. {advice}" if advice else f"{what}{where}"


def _advice(error: GraphscopeError) -> str:
    """What to do where the one who raised it knew no better."""
    if isinstance(error, ModuleError):
        return "Mend that line, and run this again." if error.line else "Check the path, and run this again."
    return ""


def one_line(text: str) -> str:
    """The text without line ends and control characters, cut where it is endless."""
    flat = " ".join("".join(each if each.isprintable() else " " for each in text).split())
    return flat if len(flat) <= _LONGEST_FAULT else f"{flat[: _LONGEST_FAULT - 1]}…"


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and not stream.closed and stream.isatty()
