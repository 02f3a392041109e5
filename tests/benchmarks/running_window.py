"""Opens one of the eight captures in a window that is running, and prints how long that takes, and where, as JSON.

Run ``python -m tests.benchmarks.running_window NAME``, in a process of its own: the window has shown nothing before.
"""

from __future__ import annotations

import functools
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QPaintEvent

from graphscope.capture import read_capture
from graphscope.launch.command_prefix import parse_prefix
from graphscope.model import from_protocol
from graphscope.session.window_request import WindowRequest
from graphscope.ui.application import Application
from tests.benchmarks.saved_captures import saved

SIZE = (1600, 1000)
BEAT = 2
"""Milliseconds between two looks at whether the event loop turns."""
PATIENCE = 60_000
Figures = dict[str, float]


class Clock:
    """Seconds by what they were spent on, from the opening of a capture on."""

    def __init__(self) -> None:
        self.started = 0.0
        self.spent: dict[str, float] = {}
        self.at: dict[str, float] = {}

    def start(self) -> None:
        """The user has chosen the file."""
        self.spent.clear()
        self.at.clear()
        self.started = time.perf_counter()

    def note(self, moment: str) -> None:
        """That moment has come; only its first time counts."""
        self.at.setdefault(moment, time.perf_counter() - self.started)

    def watch(self, owner: Any, name: str, step: str) -> None:
        """Count what a function takes under ``step``."""
        work = getattr(owner, name)

        @functools.wraps(work)
        def timed(*arguments: Any, **named: Any) -> Any:
            began = time.perf_counter()
            try:
                return work(*arguments, **named)
            finally:
                self.spent[step] = self.spent.get(step, 0.0) + time.perf_counter() - began

        setattr(owner, name, timed)


class Heartbeat:
    """The longest time for which the event loop did not turn, and for which its thread worked meanwhile."""

    def __init__(self) -> None:
        self.longest = self.busiest = 0.0
        self._last = self._worked = 0.0
        self._timer = QTimer()
        self._timer.setInterval(BEAT)
        self._timer.timeout.connect(self._beat)

    def start(self) -> None:
        """Begin to watch."""
        self.longest = self.busiest = 0.0
        self._last, self._worked = time.perf_counter(), time.thread_time()
        self._timer.start()

    def stop(self) -> float:
        """Seconds of the longest gap."""
        self._beat()
        self._timer.stop()
        return self.longest

    def _beat(self) -> None:
        now, worked = time.perf_counter(), time.thread_time()
        self.longest, self._last = max(self.longest, now - self._last), now
        self.busiest, self._worked = max(self.busiest, worked - self._worked), worked


def until(condition: Callable[[], bool]) -> None:
    """Let the event loop turn, as a window's does, until that holds."""
    loop, look, late = QEventLoop(), QTimer(), QTimer()
    look.timeout.connect(lambda: loop.quit() if condition() else None)
    late.setSingleShot(True)
    late.timeout.connect(lambda: loop.exit(1))
    late.start(PATIENCE)
    look.start(20)
    if loop.exec():
        raise TimeoutError("the window did not come to rest")


def running_window() -> Application:
    """A window that has been there for a while: its worker is up, and what drawing needs is imported."""
    application = Application(WindowRequest(size=SIZE), parse_prefix(None))
    application.window.show()
    application.begin()
    until(
        lambda: application.session.state.worker.ready is not None and "graphscope.ui.panes.graph_pane" in sys.modules
    )
    return application


def watch_steps(clock: Clock) -> None:
    """Where the time goes."""
    from graphscope.export import first_view
    from graphscope.ui.panes import graph_pane

    clock.watch(read_capture, "read_capture", "read")
    clock.watch(read_capture, "Archive", "zip")
    clock.watch(read_capture.Archive, "read", "zip")
    clock.watch(from_protocol, "concrete_function", "model")
    clock.watch(first_view, "first_drawing", "view")
    clock.watch(first_view, "lay_out", "place")
    canvas = graph_pane.GraphCanvas

    class WatchedCanvas(canvas):  # type: ignore[misc, valid-type]
        """Notes when a picture stands in the pane whole."""

        def show_index(self, *arguments: Any, **named: Any) -> None:
            clock.note("drawn")
            super().show_index(*arguments, **named)

        def paintEvent(self, event: QPaintEvent) -> None:
            super().paintEvent(event)
            if self.index is not None and not self._more.isActive():
                clock.note("painted")

    graph_pane.GraphCanvas = WatchedCanvas  # type: ignore[misc]


def measured(name: str) -> Figures:
    """Milliseconds from opening the capture to its first view, on what, and how long the window stood still."""
    file = str(saved(name))
    clock = Clock()
    watch_steps(clock)
    application, heart = running_window(), Heartbeat()
    panes = application.window.panes
    heart.start()
    clock.start()
    application.session.open(file)
    until(lambda: "painted" in clock.at)
    spent = dict(clock.spent)
    until(lambda: not panes.busy)
    clock.note("stands")
    figures = {**spent, **clock.at, "still": heart.stop()}
    application.close()
    return {name: 1000 * seconds for name, seconds in _parts(figures).items()}


def _parts(found: Figures) -> Figures:
    """The steps one after the other; what is left is the window's other panes, and the ways between threads."""
    steps = {
        "zip": found["zip"],
        "decode": found["read"] - found["zip"] - found["model"],
        "model": found["model"],
        "view": found["view"] - found["place"],
        "place": found["place"],
        "paint": found["painted"] - found["drawn"],
    }
    steps["others"] = found["painted"] - sum(steps.values())
    steps |= {key: found[key] for key in ("painted", "stands", "still")}
    return {f"opened {key}": seconds for key, seconds in steps.items()}


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CONFIG_HOME"] = str(Path(folder))
        print(json.dumps(measured(sys.argv[1])))
