"""A monkey at a canvas that shows an unrolled graph of 18,754 ops: the same picture paints the same, and no stall."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from graphscope.analysis.build_picture import build_picture
from graphscope.analysis.view_state import ViewState
from graphscope.export.first_view import first_view
from graphscope.export.lay_out import lay_out
from graphscope.export.legible import room_in
from graphscope.export.look import load_theme
from graphscope.export.overlays import Overlays
from graphscope.layout.layered import place_layered
from graphscope.layout.level_cache import LevelCache
from graphscope.ui.fonts import load_fonts
from graphscope.ui.graph.canvas import GraphCanvas
from tests.analysis.unrolled_graph import FILE, SOURCE, unrolled

pytestmark = pytest.mark.gui
PANE = (660, 560)
CONCRETE = unrolled(2, 625)
LONGEST = 0.5
"""Seconds of the processor that one event may take; loosely, as machines differ: on the house's it is under 0.1."""


@pytest.fixture
def canvas(qtbot: QtBot) -> GraphCanvas:
    """A pane without glides."""
    load_fonts()
    made = GraphCanvas(load_theme("light"))
    qtbot.addWidget(made)
    made.set_animated(False)
    made.resize(*PANE)
    made.show()
    qtbot.waitExposed(made)
    return made


class Pane:
    """A canvas, and what a pane of the window does with it."""

    def __init__(self, canvas: GraphCanvas) -> None:
        self.canvas = canvas
        self.cache = LevelCache(place_layered)
        self.longest = 0.0
        self.states = [first_view(CONCRETE, (), {FILE: SOURCE}, room_in(*PANE), self.cache)]
        self.show()

    def timed(self, act: Callable[[], object]) -> None:
        """Do what the window's thread does, with all that it leads to."""
        for each in (act, QApplication.processEvents):
            started = time.process_time()
            each()
            self.longest = max(self.longest, time.process_time() - started)

    def show(self) -> None:
        """The last state; building and placing it is for another thread."""
        self.picture = build_picture(CONCRETE, self.states[-1])
        placement = lay_out(self.picture, levels=self.cache, room=room_in(*PANE))
        self.timed(lambda: self.canvas.set_content(self.picture, placement, keep_view=True))
        self.timed(self.canvas.finish_painting)

    def change(self, state: ViewState) -> None:
        """Another state, as a step that can be undone."""
        self.states.append(state)
        self.show()

    def act(self, kind: str, number: int) -> None:
        """Something a user may do; ``number`` chooses the box."""
        state = self.states[-1]
        boxes = [box for box in self.picture.boxes.values() if box.can_open and box.is_open == (kind == "close")]
        chosen = boxes[number % len(boxes)].id if boxes else ""
        if kind == "open" and boxes:
            self.timed(lambda: self.canvas.activate(chosen))
            self.change(replace(state, opened=state.opened | {chosen}))
        elif kind == "close" and boxes:
            self.change(replace(state, opened=state.opened - {chosen}))
        elif kind == "hide":
            self.change(replace(state, hide=state.hide ^ {"Mul"}))
        elif kind == "search":
            every = list(self.picture.boxes)
            self.timed(lambda: self.canvas.set_overlays(Overlays(matches=dict.fromkeys(every[::2], 3))))
            self.timed(lambda: self.canvas.reveal([every[number % len(every)]]))
        elif kind == "zoom":
            self.timed(lambda: self.canvas.zoom_by(0.5 if number % 2 else 2.0))
        elif kind == "undo" and len(self.states) > 1:
            self.states.pop()
            self.show()


actions = st.tuples(st.sampled_from(["open", "open", "close", "hide", "search", "zoom", "undo"]), st.integers(0, 60))


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(actions, min_size=5, max_size=18))
def test_that_no_event_takes_long_whatever_is_done(canvas: GraphCanvas, steps: list[tuple[str, int]]) -> None:
    pane = Pane(canvas)
    for kind, number in steps:
        pane.act(kind, number)
    assert pane.longest < LONGEST


def test_that_undoing_everything_paints_the_very_picture(canvas: GraphCanvas) -> None:
    pane = Pane(canvas)
    canvas.fit(glide=False)
    canvas.finish_painting()
    before = canvas.grab().toImage()
    for number in range(4):
        pane.act("open", number)
    pane.act("hide", 0)
    while len(pane.states) > 1:
        pane.act("undo", 0)
    canvas.set_selection([])
    canvas.fit(glide=False)
    canvas.finish_painting()
    assert canvas.grab().toImage() == before
