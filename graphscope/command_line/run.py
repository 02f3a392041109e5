"""From words to an exit code: parses, and hands on to the command that was asked for."""

from __future__ import annotations

from collections.abc import Sequence

from graphscope.command_line.parser import parse
from graphscope.command_line.requests import FunctionsAsked, TraceAsked


def run(words: Sequence[str]) -> int:
    """Do what ``words`` ask for; the exit code. Raises GraphscopeError."""
    asked = parse(words)
    if isinstance(asked, TraceAsked):
        from graphscope.command_line.trace_command import trace

        return trace(asked)
    if isinstance(asked, FunctionsAsked):
        from graphscope.command_line.functions_command import functions

        return functions(asked)
    from graphscope.command_line.window_command import open_window

    return open_window(asked)
