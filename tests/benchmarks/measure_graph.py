"""Measures one recorded graph from its frame to the window, in a process of its own, and prints the figures as JSON."""

from __future__ import annotations

import gc
import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from graphscope.analysis.build_picture import build_picture
from graphscope.analysis.picture import Picture
from graphscope.analysis.search import search
from graphscope.analysis.view_state import ViewState
from graphscope.export.first_view import first_view
from graphscope.export.lay_out import lay_out
from graphscope.export.legible import LEGIBLE, room_in
from graphscope.export.look import TYPES
from graphscope.layout.layered import place_layered
from graphscope.layout.level_cache import LevelCache
from graphscope.model import from_protocol
from graphscope.model.trace import Trace
from graphscope.protocol import messages as m
from graphscope.protocol.frames import decode, encode
from graphscope.ui.theme import apply_theme
from tests.benchmarks.canvas_frames import TimedCanvas
from tests.benchmarks.recorded_frames import Recorded, recorded
from tests.ui_graph.pictures import clip_loop

PANE = (660, 560)
"""A pane of the two that a window of 1600×1000 shows side by side."""
LARGE = (1600, 1000)
SEARCHES = ("mul", "op:MatMul", "relu", "float32", "no such op")
Figures = dict[str, float]


class Measuring:
    """One graph on its way from a frame to the window, and how long each step of it took."""

    def __init__(self, application: QApplication) -> None:
        self.figures: Figures = {}
        self._canvas = TimedCanvas(apply_theme(application, "light"))
        self._canvas.set_animated(False)
        self._canvas.resize(*PANE)
        self._canvas.show()
        QApplication.processEvents()
        self._warm_up()
        self._cache = LevelCache(place_layered)
        self._room = room_in(*PANE)

    def _warm_up(self) -> None:
        """A window that is running has read its fonts and painted before."""
        picture, _ = clip_loop()
        self._canvas.set_content(picture, lay_out(picture))
        self._canvas.finish_painting()
        self._canvas.clear()

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Time what is done inside, in milliseconds."""
        started = time.perf_counter()
        yield
        self.figures[name] = (time.perf_counter() - started) * 1000

    def read(self, kept: Recorded) -> Trace:
        """The model of a frame, and the memory that it takes."""
        before = _memory()
        with self.step("decode"):
            message: m.SignatureTraced = decode(kept.payload)
        with self.step("model"):
            trace = from_protocol.trace(message.trace, "", [])
        with self.step("encode"):
            encode(message)
        del message
        concrete = trace.concrete
        assert concrete is not None
        ops = len(concrete.graph) + sum(len(each) for each in concrete.functions.values())
        self.figures |= {"ops": ops, "bytes": (_memory() - before) / ops, "frame": len(kept.payload)}
        return trace

    def first(self, trace: Trace, sources: dict[str, str]) -> tuple[ViewState, Picture]:
        """The first view, until it stands in the pane."""
        concrete = trace.concrete
        assert concrete is not None
        with self.step("view"):
            view = first_view(concrete, trace.control_flow, sources, self._room, self._cache)
        with self.step("picture"):
            picture = build_picture(concrete, view)
        with self.step("layout"):
            placement = lay_out(picture, levels=self._cache, room=self._room)
        with self.step("paint"):
            self._canvas.set_content(picture, placement)
            self._canvas.finish_painting()
        scale = self._canvas.view().scale
        self.figures |= {"boxes": len(picture.boxes), "label": min(9.0 / LEGIBLE, TYPES["title"].pixels) * scale}
        return view, picture

    def open_largest(self, trace: Trace, view: ViewState, picture: Picture) -> None:
        """The largest group that is closed at first sight, opened."""
        groups = [box for box in picture.boxes.values() if box.can_open and not box.is_open]
        largest = max(groups, key=lambda box: len(box.nodes))
        assert trace.concrete is not None
        with self.step("open"):
            opened = build_picture(trace.concrete, replace(view, opened=view.opened | {largest.id}))
            placement = lay_out(opened, levels=self._cache, room=self._room)
            with self.step("open in window"):
                self._canvas.set_content(opened, placement, keep_view=True)
                self._canvas.finish_painting()
        self.figures |= {"opened": len(largest.nodes), "opened boxes": len(opened.boxes)}

    def frames(self) -> None:
        """A frame that shows all, and frames while the view is dragged, in a large pane."""
        canvas = self._canvas
        canvas.resize(*LARGE)
        QApplication.processEvents()
        canvas.fit(glide=False)
        with self.step("fit"):
            canvas.set_theme(canvas._theme)
            canvas.finish_painting()
        canvas.zoom_by(1.0 / canvas.view().scale, glide=False)
        times = _frames(canvas, lambda at: canvas.drag_view(17 if at % 40 < 20 else -17, 9 if at % 30 < 15 else -9))
        self.figures |= {"pan p50": statistics.median(times), "pan p95": statistics.quantiles(times, n=20)[-1]}

    def searches(self, trace: Trace) -> None:
        """The first search, which reads every name, and those that follow."""
        assert trace.concrete is not None
        with self.step("first search"):
            search(trace.concrete, "add")
        times = []
        for text in SEARCHES:
            with self.step("search"):
                search(trace.concrete, text)
            times.append(self.figures["search"])
        self.figures["search"] = max(times)


def _frames(canvas: TimedCanvas, act: Callable[[int], None], count: int = 80) -> list[float]:
    canvas.frames.clear()
    for frame in range(count):
        act(frame)
        QApplication.processEvents()
    return [wall for wall, _ in canvas.frames] or [0.0, 0.0]


def _memory() -> float:
    """Bytes of this process that are in memory, once what is not needed has been let go."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def measured(name: str) -> Figures:
    """Everything that is measured of one graph, in milliseconds unless its name says otherwise."""
    kept = recorded(name)
    application: Any = QApplication([])
    measuring = Measuring(application)
    trace = measuring.read(kept)
    view, picture = measuring.first(trace, kept.sources)
    measuring.open_largest(trace, view, picture)
    measuring.frames()
    measuring.searches(trace)
    return measuring.figures | {"trace": kept.trace_seconds * 1000, "rest": kept.rest_seconds * 1000}


if __name__ == "__main__":
    print(json.dumps(measured(sys.argv[1])))
