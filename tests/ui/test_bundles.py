"""Bundles in the true window: what is chosen in the graph is told tensor by tensor in the inspector."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from graphscope.capture.capture import Capture, CapturedFunction, CapturedSignature
from graphscope.capture.write_capture import capture_bytes
from graphscope.model.trace import Trace
from graphscope.ui.application import Application
from graphscope.ui.panes.graph_pane import GraphPane
from tests.analysis.test_strands import scopes, two_scopes

pytestmark = pytest.mark.gui
PATIENCE = 60_000


@pytest.fixture
def window(qtbot: QtBot, open_window: Callable[..., Application], tmp_path: Path) -> Application:
    """A window on a graph of two groups with five tensors between them."""
    trace = CapturedSignature("x", Trace("x", "traced", concrete=two_scopes(5)))
    function = CapturedFunction("f.py", "f", "f", "function", "f.py", 1, "(x)")
    file = tmp_path / "f.gscope"
    file.write_bytes(capture_bytes(Capture("0.1.0", "2.21.0", "3.11.7", function, (trace,))))
    application = open_window(path=str(file))
    qtbot.waitUntil(lambda: is_drawn(application), timeout=PATIENCE)
    application.window.actions_.group["scope"].trigger()
    qtbot.waitUntil(
        lambda: is_drawn(application) and "#a" in "".join(pane(application).picture.boxes), timeout=PATIENCE
    )
    return application


def is_drawn(application: Application) -> bool:
    panes = application.window.panes
    return len(panes.panes) == 1 and not panes.busy and panes.panes[0].picture is not None


def pane(application: Application) -> GraphPane:
    return application.window.panes.panes[0]


def told(application: Application) -> str:
    application.qt.processEvents()
    labels = application.window.inspector.findChildren(QLabel)
    return "\n".join(label.text().replace("\u200b", "") for label in labels)


def test_that_a_chosen_wire_and_a_chosen_group_tell_their_tensors(window: Application) -> None:
    canvas = pane(window).canvas
    assert canvas.index is not None
    a, b = scopes(canvas.index.picture)
    canvas.choose_wire(canvas.index.wire_between(a, b))
    assert "5 tensors from a to b" in told(window)
    assert "a/give_4 → b/take_4" in told(window)
    canvas.choose([a])
    assert "6 ops are selected" in told(window)
    assert "a/give_0 → b/take_0, b/also" in told(window)
    canvas.choose([])
    assert "→" not in told(window)


def test_that_a_wire_is_left_when_something_else_is_selected(window: Application) -> None:
    canvas, session = pane(window).canvas, window.session
    assert canvas.index is not None
    canvas.choose_wire(canvas.index.wire_between(*scopes(canvas.index.picture)))
    assert canvas.bundles()
    concrete = pane(window).concrete
    assert concrete is not None
    session.select_nodes(0, frozenset({("f", "x")}), concrete)
    assert "a/give_4" not in {name for each in canvas.bundles() for strand in each.strands for name in strand.giver}


def redrawn(qtbot: QtBot, application: Application, tags: int) -> None:
    qtbot.waitUntil(
        lambda: is_drawn(application) and len(pane(application).picture.stubs.get(("f", "x"), ())) == tags,
        timeout=PATIENCE,
    )


def test_that_tags_select_their_op_light_up_its_uses_and_are_undone(qtbot: QtBot, window: Application) -> None:
    actions, session = window.window.actions_, window.session
    actions.group["none"].trigger()
    actions.tags["8"].trigger()
    redrawn(qtbot, window, 30)
    canvas, picture = pane(window).canvas, pane(window).picture
    assert picture is not None
    tags = picture.stubs["f", "x"]
    canvas.choose([tags[3]])
    assert session.selection.nodes == {("f", "x")}
    assert set(canvas.selection()) == {tags[3], picture.box_of["f", "x"]}
    assert "Placeholder" in told(window)
    assert not actions.only["paths"].isEnabled()
    actions.tags["0"].trigger()
    redrawn(qtbot, window, 0)
    actions.undo.trigger()
    redrawn(qtbot, window, 30)
    assert actions.tags["8"].isChecked()
    actions.tag_selected.trigger()
    redrawn(qtbot, window, 0)
    actions.tag_selected.trigger()
    redrawn(qtbot, window, 30)
    pane(window).trims.show_again("long wires")
    redrawn(qtbot, window, 0)
