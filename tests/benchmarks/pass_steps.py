"""Stepping through Grappler's passes in the window: run ``python -m tests.benchmarks.pass_steps [CAPTURE]``.

For every pass of ResNet50's training step that changed something, milliseconds from the key press to the picture that
stands painted, when it is seen for the first time and again, and how long the window stood still meanwhile. Without a
capture that was made with ``--grappler run``, one is traced and kept in build/captures, which takes minutes.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtTest import QTest

from graphscope.analysis.picture import Picture
from graphscope.ui.application import Application
from tests.benchmarks.grappler_passes import MODULE, ROOM
from tests.benchmarks.running_window import Heartbeat, running_window, until
from tests.benchmarks.saved_captures import FOLDER

NAME = "resnet50_passes"
ASKED, STILL = 200, 100
"""Milliseconds that a step between two passes that were drawn before may take, and that the window may stand still."""


class Turns(Heartbeat):
    """The longest time without a turn of the event loop, and the most processor time of the window's thread in one."""

    def start(self) -> None:
        """Begin to watch."""
        self.worked, self._worked_at = 0.0, time.thread_time()
        super().start()

    def _beat(self) -> None:
        now = time.thread_time()
        self.worked, self._worked_at = max(self.worked, now - self._worked_at), now
        super()._beat()


class LastPaint:
    """The picture that was painted whole last, and when."""

    picture: Picture | None = None
    at = 0.0


class Step(NamedTuple):
    """Milliseconds of one step: until it is painted, longest without a turn, and most worked in one."""

    title: str
    taken: float
    still: float
    worked: float


def watch_paint(paint: LastPaint) -> None:
    """Have the panes that are made from now on note what they paint."""
    from graphscope.ui.panes import graph_pane

    canvas = graph_pane.GraphCanvas

    class WatchedCanvas(canvas):  # type: ignore[misc, valid-type]
        """Notes each picture that stands in the pane whole."""

        def paintEvent(self, event: QPaintEvent) -> None:
            super().paintEvent(event)
            if self.index is not None and not self._more.isActive():
                paint.picture, paint.at = self.index.picture, time.perf_counter()

    graph_pane.GraphCanvas = WatchedCanvas  # type: ignore[misc]


def captured() -> Path:
    """The capture of ResNet50's training step with its passes, made now where it is missing."""
    file = FOLDER / f"{NAME}.gscope"
    if not file.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        command = (sys.executable, "-m", "graphscope", "trace", str(MODULE), "--function", "training_step('ResNet50')")
        asked = ("--signature", ROOM, "--grappler", "run", "--timeout", "1800", "--save", str(file))
        subprocess.run((*command, *asked), check=True)
    return file


def steps(application: Application, paint: LastPaint, key: Qt.Key, count: int) -> Iterator[Step]:
    """So many key presses in the list of passes."""
    table, pane, turns = application.window.grappler.table, application.window.panes.panes[0], Turns()
    for _ in range(count):
        turns.start()
        start = time.perf_counter()
        QTest.keyClick(table, key)
        until(lambda: not pane.busy and paint.picture is pane.picture)
        taken, still = paint.at - start, turns.stop()
        yield Step(pane.header.view_text(), 1000 * taken, 1000 * still, 1000 * turns.worked)


def measure(file: str) -> bool:
    """Print a line for each pass; whether all is as asked."""
    paint = LastPaint()
    watch_paint(paint)
    application = running_window()
    window, session = application.window, application.session
    session.open(file)
    until(lambda: bool(window.panes.panes) and not window.panes.busy and not window.grappler.steps.passes.busy)
    window.grappler.only_changed.click()
    count = window.grappler.model.rowCount() - 1
    start = time.perf_counter()
    window.grappler.table.selectRow(0)
    until(lambda: not window.panes.busy and paint.picture is window.panes.panes[0].picture)
    print(f"first view of all passes: {1000 * (time.perf_counter() - start):.0f} ms")
    once = list(steps(application, paint, Qt.Key.Key_Down, count))
    back = list(steps(application, paint, Qt.Key.Key_Up, count))
    again = list(steps(application, paint, Qt.Key.Key_Down, count))
    print(f"{'':40}{'first':>7}{'still':>7}{'worked':>7}{'again':>9}{'still':>7}{'worked':>7}  ms")
    for one, two in zip(once, again, strict=True):
        told = f"{one.taken:7.0f}{one.still:7.0f}{one.worked:7.0f}{two.taken:9.0f}{two.still:7.0f}{two.worked:7.0f}"
        print(f"{one.title:40}{told}")
    slowest = max(each.taken for each in (*back, *again))
    every = (*once, *back, *again)
    still, worked = max(each.still for each in every), max(each.worked for each in every)
    print(f"slowest step between passes seen before: {slowest:.0f} ms, {ASKED} asked")
    print(f"longest block of the window: {still:.0f} ms, in which its thread worked {worked:.0f} ms; {STILL} asked")
    application.close()
    return slowest < ASKED and still < STILL


def main(words: list[Any]) -> int:
    """Exit code 1 where a step takes too long."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CONFIG_HOME"] = folder
        return 0 if measure(words[0] if words else str(captured())) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
