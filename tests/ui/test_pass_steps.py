"""The list of passes drives a pane: its graph after every pass, what each did, and a chosen op on its way through."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from graphscope.analysis.picture import NodeId
from graphscope.model.grappler import GrapplerRun
from graphscope.ui.application import Application
from graphscope.ui.panes.pane_overlays import overlays_of
from tests.ui.at_rest import drawn

pytestmark = [pytest.mark.gui, pytest.mark.worker]
PATIENCE = 90_000
OpenWindow = Callable[..., Application]

DENSE = """
import tensorflow as tf

graphscope_signatures = {"dense": ["float32[2, 4]"]}

@tf.function
def dense(x):
    scale = tf.constant(2.0) * tf.constant(3.0)
    return tf.nn.relu(tf.nn.bias_add(tf.matmul(x, tf.ones([4, 3])), tf.ones([3]))) * scale
"""


def run_of(application: Application) -> GrapplerRun:
    session = application.session
    run = session.views.outcome(session.views.panes.panes[0]).run
    assert run is not None
    return run


def made(application: Application) -> frozenset[str]:
    picture = application.window.panes.panes[0].picture
    assert picture is not None
    return overlays_of(application.session, 0, picture, {}).only


def row_named(application: Application, name: str) -> int:
    model = application.window.grappler.model
    rows = range(model.rowCount())
    return next(row for row in rows if str(model.data(model.index(row, 0))).startswith(name))


def test_that_the_list_of_passes_drives_the_pane_and_follows_what_is_chosen(
    qtbot: QtBot, open_window: OpenWindow, module: Callable[[str], str]
) -> None:
    application = open_window(path=module(DENSE), views={"A": "after"})
    application.session.grappler.consented = True
    window, session = application.window, application.session
    qtbot.waitUntil(lambda: drawn(application) and session.views.shown(0).concrete is not None, timeout=PATIENCE)
    table, pane = window.grappler.table, window.panes.panes[0]

    table.selectRow(0)
    qtbot.waitUntil(lambda: drawn(application), timeout=PATIENCE)
    assert pane.header.view_text() == "Before the first pass"
    shown = session.views.shown(0).concrete
    assert shown is not None
    assert {"MatMul", "BiasAdd", "Relu"} <= set(shown.graph.op_counts)
    matmul = next(name for name in shown.graph.names if shown.graph.op_types[shown.graph.index_of[name]] == "MatMul")
    session.select_nodes(0, {(shown.graph.function, matmul)}, shown)

    before = places(application)
    fusing = row_named(application, "remapper")
    table.selectRow(fusing)
    qtbot.waitUntil(lambda: drawn(application), timeout=PATIENCE)
    what_stays_has_its_place_and_what_is_gone_is_told(application, before)
    fused = session.views.shown(0).concrete
    assert fused is not None
    assert "_FusedMatMul" in fused.graph.op_counts
    assert pane.header.view_text().startswith("After remapper")
    (followed,) = session.selection.nodes
    assert fused.graph.op_types[fused.graph.index_of[followed[1]]] == "_FusedMatMul"
    assert "fused" in window.grappler.told.text()

    what_it_made_is_marked(application, followed)
    keys_step_and_undo_goes_back(qtbot, application, fusing)
    the_last_pass_leaves_the_end_result(qtbot, application)


def places(application: Application) -> dict[str, tuple[float, float]]:
    placement = application.window.panes.panes[0].placement
    assert placement is not None
    return {name: (rect.x + rect.width / 2, rect.y) for name, rect in placement.rects.items()}


def what_stays_has_its_place_and_what_is_gone_is_told(
    application: Application, before: dict[str, tuple[float, float]]
) -> None:
    now, pane = places(application), application.window.panes.panes[0]
    stay = before.keys() & now.keys()
    assert len(stay) > 3
    assert {name: now[name] for name in stay} == {name: pytest.approx(before[name]) for name in stay}
    assert {each.box.title for each in pane.marks.ghosts} == {"MatMul", "BiasAdd"}
    assert {(each.rect.x + each.rect.width / 2, each.rect.y) for each in pane.marks.ghosts} <= set(before.values())


def what_it_made_is_marked(application: Application, fused: NodeId) -> None:
    picture = application.window.panes.panes[0].picture
    assert picture is not None
    assert any(fused in picture.boxes[box].nodes for box in made(application))
    application.window.grappler.marks.click()
    assert not made(application)


def keys_step_and_undo_goes_back(qtbot: QtBot, application: Application, row: int) -> None:
    session, table = application.session, application.window.grappler.table
    before = session.views.shown(0).concrete
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_Down)
    assert table.currentIndex().row() == row + 1
    qtbot.waitUntil(lambda: drawn(application), timeout=PATIENCE)
    session.views.undo()
    assert table.currentIndex().row() == row
    assert session.views.shown(0).concrete is before


def the_last_pass_leaves_the_end_result(qtbot: QtBot, application: Application) -> None:
    session, grappler, run = application.session, application.window.grappler, run_of(application)
    grappler.table.selectRow(grappler.model.rowCount() - 1)
    last = session.views.shown(0).concrete
    assert last is not None
    assert run.after is not None
    assert sorted(last.graph.names) == sorted(run.after.graph.names)
    session.views.show_view(0, "pass:999")
    assert session.views.shown(0).title == "There is no such graph"
    qtbot.waitUntil(lambda: not application.window.panes.busy, timeout=PATIENCE)
