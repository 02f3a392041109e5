"""Ends a process with everything it started: its group, and descendants that left the group; it starts nothing."""

from __future__ import annotations

import os
import signal
from pathlib import Path

Started = tuple[int, int]
"""A process number and when the process started, since numbers are used again."""


def descendants(process: int) -> set[Started]:
    """Every living process below ``process``, as far as the system tells (/proc)."""
    children: dict[int, list[Started]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        found = _stat(folder)
        if found is not None:
            parent, started = found
            children.setdefault(parent, []).append((int(folder.name), started))
    below: set[Started] = set()
    waiting = [process]
    while waiting:
        for child in children.get(waiting.pop(), ()):
            if child not in below:
                below.add(child)
                waiting.append(child[0])
    return below


def signal_group(group: int, number: signal.Signals) -> None:
    """Send a signal to a process group; none left is fine."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        pass


def kill_all(processes: set[Started]) -> None:
    """Kill those of ``processes`` that are still the processes they were."""
    for process, started in processes:
        found = _stat(Path(f"/proc/{process}"))
        if found is not None and found[1] == started:
            try:
                os.kill(process, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                pass


def memory_kills() -> int:
    """How many processes the kernel has killed for want of memory since it started; 0 where it does not tell."""
    try:
        for line in Path("/proc/vmstat").read_text(encoding="ascii").splitlines():
            name, _, value = line.partition(" ")
            if name == "oom_kill":
                return int(value)
    except (OSError, ValueError):
        pass
    return 0


def _stat(folder: Path) -> tuple[int, int] | None:
    """(parent, start time) of a process; None where it is gone."""
    try:
        text = (folder / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    # The name, in parentheses, may hold anything, parentheses and spaces too.
    fields = text.rpartition(")")[2].split()
    return int(fields[1]), int(fields[19])
