"""Which lines ran in functions that AutoGraph left alone: a line tracer that is on only while such a function runs."""

from __future__ import annotations

import sys
import types
from typing import Any, Callable, Dict, Set

from graphscope.worker.user_frames import is_user_file


class LineWatch:
    """Collects the executed lines of the user's functions by code object."""

    def __init__(self) -> None:
        self.lines: Dict[types.CodeType, Set[int]] = {}

    def run(self, function: Callable[..., Any], *args: Any) -> Any:
        """Call ``function`` and note every line of user code that runs meanwhile."""
        before = sys.gettrace()
        sys.settrace(self._call)
        try:
            return function(*args)
        finally:
            sys.settrace(before)

    def _call(self, frame: types.FrameType, event: str, argument: Any) -> Any:
        if not is_user_file(frame.f_code.co_filename):
            return None
        lines = self.lines.setdefault(frame.f_code, set())
        lines.add(frame.f_lineno)

        def line(frame: types.FrameType, event: str, argument: Any) -> Any:
            lines.add(frame.f_lineno)
            return line

        return line
