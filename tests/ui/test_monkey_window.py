"""A monkey at a window that shows 18,754 ops beside another graph: boxes lie apart, and undo gives the very picture."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from graphscope.capture.capture import Capture, CapturedFunction, CapturedSignature
from graphscope.capture.write_capture import capture_bytes
from graphscope.layout.placement import Rect
from graphscope.model.trace import Trace
from graphscope.ui.application import Application
from tests.analysis.unrolled_graph import FILE, SOURCE, unrolled
from tests.ui.window_monkey import ACTIONS, WindowMonkey

pytestmark = pytest.mark.gui
PATIENCE = 90_000
EPSILON = 0.01


@pytest.fixture
def monkey(qtbot: QtBot, open_window: Callable[..., Application], tmp_path: Path) -> WindowMonkey:
    """At a window that shows the graphs as they are first seen, compared with one another."""
    function = CapturedFunction(FILE, "cell", "cell", "function", FILE, 1, "(x)")
    graphs = (("x", unrolled(2, 625)), ("y", unrolled(2, 40)))
    signatures = tuple(CapturedSignature(text, Trace(text, "traced", concrete=graph)) for text, graph in graphs)
    file = tmp_path / "cells.gscope"
    file.write_bytes(capture_bytes(Capture("0", "2.21.0", "3.11.7", function, signatures, {FILE: SOURCE})))
    application = open_window(path=str(file))
    return WindowMonkey(application, lambda condition: qtbot.waitUntil(condition, timeout=PATIENCE))


actions = st.lists(st.tuples(st.sampled_from(ACTIONS), st.integers(0, 60)), min_size=6, max_size=14)


@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(actions)
def test_that_boxes_lie_apart_whatever_is_done_and_undoing_it_paints_the_very_picture(
    monkey: WindowMonkey, steps: list[tuple[str, int]]
) -> None:
    boxes, placement, painted = monkey.boxes(), monkey.pane.placement, monkey.picture()
    for kind, number in steps:
        monkey.act(kind, number)
        boxes_lie_apart_and_inside_their_groups(monkey)
    monkey.undo_all()
    assert monkey.boxes() == boxes
    assert monkey.pane.placement == placement
    assert monkey.picture() == painted


def boxes_lie_apart_and_inside_their_groups(monkey: WindowMonkey) -> None:
    picture, placement = monkey.pane.picture, monkey.pane.placement
    assert picture is not None
    assert placement is not None
    levels = [picture.roots, *(box.children for box in picture.boxes.values() if box.is_open)]
    assert sum(map(len, levels)) == len(picture.boxes)
    for level in levels:
        for one, other in itertools.combinations([placement.rects[each] for each in level], 2):
            assert apart(one, other)
    for box in picture.boxes.values():
        assert not box.parent or inside(placement.rects[box.id], placement.rects[box.parent])


def apart(one: Rect, other: Rect) -> bool:
    aside = one.x + one.width <= other.x + EPSILON or other.x + other.width <= one.x + EPSILON
    return aside or one.y + one.height <= other.y + EPSILON or other.y + other.height <= one.y + EPSILON


def inside(inner: Rect, outer: Rect) -> bool:
    across = outer.x <= inner.x + EPSILON and inner.x + inner.width <= outer.x + outer.width + EPSILON
    return across and outer.y <= inner.y + EPSILON and inner.y + inner.height <= outer.y + outer.height + EPSILON
