"""Panes move together by matched ops while they are linked, and not at all while they are not."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from graphscope.ui.application import Application
from graphscope.ui.panes.graph_pane import GraphPane
from tests.ui.at_rest import at_rest

pytestmark = [pytest.mark.gui, pytest.mark.worker]
OpenWindow = Callable[..., Application]
PATIENCE = 90_000

TWO_SIZES = """
import tensorflow as tf

graphscope_signatures = {"chain": ["float32[3], False", "float32[3], True", "float32[3], 3"]}

@tf.function
def chain(x, wide):
    if wide:
        x = tf.concat([tf.sin(x), tf.cos(x), tf.tan(x), tf.exp(x), tf.nn.relu(x)], 0)
    x = tf.sqrt(x)
    for _ in range(6):
        x = tf.square(x)
    return tf.abs(x)
"""


def pixel_of(pane: GraphPane, op: str) -> tuple[float, float]:
    """Where the middle of an op is in its pane, counted from the pane's middle."""
    assert pane.picture is not None
    assert pane.placement is not None
    box = next(pane.picture.box_of[node] for node in pane.picture.box_of if node[1] == op)
    rect = pane.placement.rects[box]
    x, y = pane.canvas.view().to_pane(rect.x + rect.width / 2, rect.y + rect.height / 2)
    return x - pane.canvas.width() / 2, y - pane.canvas.height() / 2


def put_in_the_middle(pane: GraphPane, op: str) -> None:
    right, down = pixel_of(pane, op)
    pane.canvas.drag_view(-right, -down)


def test_that_linked_panes_keep_matched_ops_together(
    qtbot: QtBot, open_window: OpenWindow, module: Callable[[str], str]
) -> None:
    application = open_window(path=module(TWO_SIZES))
    window, session = application.window, application.session
    qtbot.waitUntil(lambda: len(window.panes.panes) == 2 and at_rest(application), timeout=PATIENCE)
    first, second = window.panes.panes
    for pane in (first, second):
        pane.canvas.set_animated(False)
    assert session.settings.linked_views

    for op in ("Sqrt", "Square_3", "Abs"):
        put_in_the_middle(first, op)
        assert math.dist(pixel_of(first, op), (0, 0)) < 1
        assert math.dist(pixel_of(second, op), (0, 0)) < 8

    before = second.canvas.view().scale / first.canvas.view().scale
    first.canvas.zoom_by(1.5, glide=False)
    assert second.canvas.view().scale / first.canvas.view().scale == pytest.approx(before)
    put_in_the_middle(second, "Sqrt")
    assert math.dist(pixel_of(first, "Sqrt"), (0, 0)) < 8

    window.actions_.fit.trigger()
    assert all(pane.canvas.shown().height >= pane.placement.height for pane in (first, second) if pane.placement)
    scale = second.canvas.view().scale
    put_in_the_middle(first, "Abs")
    assert second.canvas.view().scale == pytest.approx(scale), "a fit sets the proportion of the scales"

    qtbot.keyClick(window, Qt.Key.Key_L)
    assert not session.settings.linked_views
    still = second.canvas.view()
    put_in_the_middle(first, "Sqrt")
    first.canvas.zoom_by(2.0, glide=False)
    window.actions_.fit.trigger()
    assert second.canvas.view() == still
    window.actions_.linked.trigger()
    put_in_the_middle(first, "Square_3")
    assert math.dist(pixel_of(second, "Square_3"), (0, 0)) < 8


def test_that_a_third_pane_is_matched_moved_and_selected_with_the_others(
    qtbot: QtBot, open_window: OpenWindow, module: Callable[[str], str]
) -> None:
    application = open_window(path=module(TWO_SIZES))
    window, session = application.window, application.session
    qtbot.waitUntil(lambda: len(window.panes.panes) == 2 and at_rest(application), timeout=PATIENCE)
    window.actions_.new_pane.trigger()
    qtbot.waitUntil(lambda: len(window.panes.panes) == 3 and at_rest(application), timeout=PATIENCE)
    panes = window.panes.panes
    for pane in panes:
        pane.canvas.set_animated(False)
    put_in_the_middle(panes[2], "Sqrt")
    assert all(math.dist(pixel_of(pane, "Sqrt"), (0, 0)) < 8 for pane in panes)
    assert panes[1].concrete is not None
    panes[1].go_to((panes[1].concrete.graph.function, "Abs"))
    for pane in panes:
        assert pane.picture is not None
        (box,) = pane.canvas.selection()
        assert pane.picture.boxes[box].nodes[0][1] == "Abs"
        across, down = pixel_of(pane, "Abs")
        assert abs(across) < pane.canvas.width() / 2
        assert abs(down) < pane.canvas.height() / 2
    assert session.selection.pane == 1
