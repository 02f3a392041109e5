"""What the opening of a module has to say to people: its warnings, and the end of what it printed."""

from __future__ import annotations

from graphscope.command_line.console import Console
from graphscope.protocol import messages as m

_LAST_LINES = 10


def say_opened(console: Console, opened: m.ModuleOpened, output: str) -> None:
    """Warnings on standard error; what the module printed on standard output, unless that belongs to a report."""
    for warning in opened.warnings:
        console.warn(warning)
    lines = output.splitlines()
    if not lines:
        return
    left_out = len(lines) - _LAST_LINES
    console.say(
        f"While it was opened, {opened.name} printed{f' (the last of {len(lines)} lines)' if left_out > 0 else ''}:"
    )
    console.say("\n".join(f"   │ {line}" for line in lines[-_LAST_LINES:]))
    console.say("")
