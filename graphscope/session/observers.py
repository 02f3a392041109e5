"""Who is told when something in the session changes: plain callbacks by kind of change, no Qt, no payload."""

from __future__ import annotations

import enum
from collections import defaultdict
from collections.abc import Callable


class Change(enum.Enum):
    """What changed; the one who is told reads the session for the new state."""

    MODULE = "module"
    FUNCTION = "function"
    ROWS = "rows"
    PANES = "panes"
    SELECTION = "selection"
    WORKER = "worker"
    OUTPUT = "output"
    GRAPPLER = "grappler"
    """What Grappler or XLA made of a signature."""
    CONSENT = "consent"
    COMPARISON = "comparison"
    MATCHES = "matches"
    SETTINGS = "settings"
    NOTICE = "notice"
    DISK = "disk"


class Observers:
    """Callbacks by kind of change, called in the order they were added."""

    def __init__(self) -> None:
        self._callbacks: dict[Change, list[Callable[[], None]]] = defaultdict(list)

    def on(self, change: Change, callback: Callable[[], None]) -> None:
        """Call ``callback`` at every change of this kind."""
        self._callbacks[change].append(callback)

    def tell(self, *changes: Change) -> None:
        """Call everyone who wants to hear of any of these changes, once: all of them have been made by now."""
        for callback in dict.fromkeys(callback for change in changes for callback in self._callbacks[change]):
            callback()
