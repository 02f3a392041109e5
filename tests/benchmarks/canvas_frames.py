"""Measures how long frames of the canvas take: run ``python -m tests.benchmarks.canvas_frames``."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import numpy as np

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication

from graphscope.export.look import Theme
from graphscope.ui.graph.canvas import GraphCanvas
from graphscope.ui.graph.scene_index import SceneIndex
from graphscope.ui.theme import apply_theme
from tests.ui_graph.pictures import grid

SIZE = (1600, 1000)
FRAMES = 60


class TimedCanvas(GraphCanvas):
    """Notes how long each of its frames takes."""

    def __init__(self, theme: Theme) -> None:
        self.frames: list[tuple[float, float]] = []
        super().__init__(theme)

    def paintEvent(self, event: QPaintEvent) -> None:
        started, worked = time.perf_counter(), time.thread_time()
        super().paintEvent(event)
        self.frames.append(((time.perf_counter() - started) * 1000, (time.thread_time() - worked) * 1000))


def measure(canvas: TimedCanvas, name: str, act: Callable[[int], None]) -> None:
    """Milliseconds that each frame took which the acts brought about."""
    canvas.frames.clear()
    for frame in range(FRAMES):
        act(frame)
        QApplication.processEvents()
    p50, p95, most = np.percentile([wall for wall, _ in canvas.frames], (50, 95, 100))
    busy = np.percentile([processor for _, processor in canvas.frames], 95)
    print(f"  {name:34s} p50 {p50:6.1f}  p95 {p95:6.1f}  max {most:6.1f} ms  p95 of processor time {busy:6.1f} ms")


def settle(canvas: GraphCanvas) -> None:
    """Let the pane become whole, and tell how long that took."""
    started = time.perf_counter()
    canvas.finish_painting()
    QApplication.processEvents()
    print(f"  {'whole view from nothing':34s} {(time.perf_counter() - started) * 1000:10.1f} ms")


def measure_graph(application: QApplication, count: int) -> None:
    """Content, first frame, panning and zooming of one graph."""
    picture, placement = grid(count)
    canvas = TimedCanvas(apply_theme(application, "light"))
    canvas.set_animated(False)
    canvas.resize(*SIZE)
    canvas.show()
    application.processEvents()
    started = time.perf_counter()
    index = SceneIndex(picture, placement)
    index.prepare()
    indexed = time.perf_counter()
    canvas.show_index(index)
    QApplication.processEvents()
    print(f"{count:,} boxes\n  {'index, made in a thread':34s} {(indexed - started) * 1000:10.1f} ms")
    print(f"  {'shown, and its first frame':34s} {(time.perf_counter() - indexed) * 1000:10.1f} ms")
    canvas.fit(glide=False)
    settle(canvas)
    at = QPointF(800, 500)
    measure(canvas, "pan, all visible", lambda frame: canvas.drag_view(23 if frame % 40 < 20 else -23, 11))
    measure(canvas, "zoom, from all visible", lambda frame: canvas.zoom_by(1.03 if frame % 30 < 15 else 1 / 1.03, at))
    for scale in (0.1, 0.3, 0.45, 1.0):
        canvas.zoom_by(scale / canvas.view().scale, at)
        canvas.look_at(placement.width / 2, placement.height / 2)
        settle(canvas)
        measure(canvas, f"pan at {scale}", lambda frame: canvas.drag_view(23, 11))
        measure(canvas, f"zoom about {scale}", lambda frame: canvas.zoom_by(1.03 if frame % 30 < 15 else 1 / 1.03, at))
    canvas.deleteLater()


if __name__ == "__main__":
    qt = QApplication([])
    for boxes in (10_000, 100_000):
        measure_graph(qt, boxes)
