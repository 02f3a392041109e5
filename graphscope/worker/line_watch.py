"""Which lines ran in functions that AutoGraph left alone: a line tracer that is on only while such code can run."""

from __future__ import annotations

import sys
import types
from typing import Any, Callable, Set

from graphscope.worker.code_map import CodeMap
from graphscope.worker.user_frames import is_user_file


class LineWatch:
    """Collects the executed lines of the user's functions by code object."""

    def __init__(self) -> None:
        self.lines: CodeMap[Set[int]] = CodeMap()
        self._tracer = self._call

    def run(self, function: Callable[..., Any], *args: Any) -> Any:
        """Call ``function`` and note every line of user code that runs meanwhile."""
        before = self.switch(True)
        try:
            return function(*args)
        finally:
            sys.settrace(before)

    def switch(self, on: bool) -> Any:
        """Watch from now on, or no more; returns what to give to ``sys.settrace`` afterwards.

        Switched off, the library code in between runs at full speed: a tracer makes any Python code twice as slow.
        """
        before = sys.gettrace()
        if on or before is self._tracer:  # a debugger's own tracer is left alone
            sys.settrace(self._tracer if on else None)
        return before

    def is_on(self) -> bool:
        """Whether lines are watched now."""
        return sys.gettrace() is self._tracer

    def _call(self, frame: types.FrameType, event: str, argument: Any) -> Any:
        if not is_user_file(frame.f_code.co_filename):
            return None
        lines = self.lines.setdefault(frame.f_code, set())
        lines.add(frame.f_lineno)

        def line(frame: types.FrameType, event: str, argument: Any) -> Any:
            lines.add(frame.f_lineno)
            return line

        return line
