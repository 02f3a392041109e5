"""The list of passes drives a pane: its graph after every pass, what each did, and a chosen op on its way through."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from graphscope.analysis.picture import NodeId
from graphscope.errors import UsageError
from graphscope.export.look import load_theme
from graphscope.model.grappler import GrapplerRun
from graphscope.session.pass_life import selected_life
from graphscope.session.wanted_selection import select_wanted
from graphscope.ui.application import Application
from graphscope.ui.dialogs.export_picture import write_picture
from graphscope.ui.panes.pane_overlays import overlays_of
from tests.ui.at_rest import drawn

pytestmark = [pytest.mark.gui, pytest.mark.worker]
PATIENCE = 90_000
OpenWindow = Callable[..., Application]

DENSE = """
import tensorflow as tf

graphscope_signatures = {"dense": ["float32[2, 4]"]}

@tf.function(experimental_attributes={"_noinline": True})
def kept(x):
    return x * (tf.constant(4.0) + tf.constant(5.0))

@tf.function
def dense(x):
    scale = tf.constant(2.0) * tf.constant(3.0)
    return kept(tf.nn.relu(tf.nn.bias_add(tf.matmul(x, tf.ones([4, 3])), tf.ones([3])))) * scale
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
    return next(row for row in rows if str(model.data(model.index(row, 0))).lstrip("●✕ ").startswith(name))


def test_that_the_list_of_passes_drives_the_pane_and_follows_what_is_chosen(
    qtbot: QtBot, open_window: OpenWindow, module: Callable[[str], str], tmp_path: Path
) -> None:
    application = open_window(path=module(DENSE), views={"A": "after"})
    application.session.grappler.consented = True
    window, session = application.window, application.session
    qtbot.waitUntil(lambda: drawn(application) and session.views.shown(0).concrete is not None, timeout=PATIENCE)
    table, pane = window.grappler.table, window.panes.panes[0]
    an_op_asked_for_by_its_traced_name_is_found_after_grappler(application)
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

    a_picture_of_the_pane_tells_what_the_pass_did(application, tmp_path)
    what_it_made_is_marked(application, followed)
    keys_step_and_undo_goes_back(qtbot, application, fusing)
    everything_in_the_list_is_shown(qtbot, application)


def everything_in_the_list_is_shown(qtbot: QtBot, application: Application) -> None:
    an_op_that_is_gone_is_told_and_found_again(qtbot, application)
    passes_can_be_seen_against_the_first_graph(qtbot, application)
    a_function_optimised_on_its_own_is_shown(qtbot, application)
    what_a_device_runs_is_shown(application)
    the_last_pass_leaves_the_end_result(qtbot, application)
    the_traced_graph_stays_beside_the_passes(qtbot, application)


def an_op_asked_for_by_its_traced_name_is_found_after_grappler(application: Application) -> None:
    session = application.session
    select_wanted(session, "op:MatMul")
    (found,) = session.selection.nodes
    after = session.views.shown(0).concrete
    assert after is not None
    assert after.graph.op_types[after.graph.index_of[found[1]]] == "_FusedMatMul"
    with pytest.raises(UsageError, match="none of that name"):
        select_wanted(session, "op:NoSuchOp")


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


def a_picture_of_the_pane_tells_what_the_pass_did(application: Application, folder: Path) -> None:
    write_picture(str(folder / "pass.svg"), application.window.panes.panes[0], load_theme("light"))
    text = (folder / "pass.svg").read_text(encoding="utf-8")
    assert "gone: MatMul" in text
    assert load_theme("light").marks["only"] in text


def what_it_made_is_marked(application: Application, fused: NodeId) -> None:
    picture = application.window.panes.panes[0].picture
    assert picture is not None
    assert any(fused in picture.boxes[box].nodes for box in made(application))
    application.window.grappler.marks.click()
    assert not made(application)


def keys_step_and_undo_goes_back(qtbot: QtBot, application: Application, row: int) -> None:
    session, table = application.session, application.window.grappler.table
    before, canvas = session.views.shown(0).concrete, application.window.panes.panes[0].canvas
    canvas.zoom_by(1.4, glide=False)
    zoomed = canvas.view()
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_Down)
    assert table.currentIndex().row() == row + 1
    qtbot.waitUntil(lambda: drawn(application), timeout=PATIENCE)
    assert canvas.view() == zoomed
    session.views.undo()
    assert table.currentIndex().row() == row
    assert session.views.shown(0).concrete is before


def an_op_that_is_gone_is_told_and_found_again(qtbot: QtBot, application: Application) -> None:
    session, grappler = application.session, application.window.grappler
    grappler.table.selectRow(0)
    qtbot.waitUntil(lambda: drawn(application), timeout=PATIENCE)
    first = session.views.shown(0).concrete
    assert first is not None
    passed_by = (first.graph.function, "Identity")
    session.select_nodes(0, {passed_by}, first)
    pruning = row_named(application, "model_pruner")
    assert str(grappler.model.data(grappler.model.index(pruning, 0))).startswith("✕")
    assert "passed by in model_pruner" in str(grappler.model.data(grappler.model.index(pruning, 4)))
    application.window.actions_.next_pass.trigger()
    assert grappler.table.currentIndex().row() == pruning == 1
    assert not session.selection.nodes
    life = selected_life(session.selection, session.views, session.state)
    assert life is not None
    assert life.end == "gone in model_pruner, iteration 0"
    qtbot.waitUntil(lambda: "Gone in model_pruner" in told_by_inspector(application), timeout=PATIENCE)
    application.window.actions_.previous_pass.trigger()
    assert session.selection.nodes == {passed_by}


def told_by_inspector(application: Application) -> str:
    labels = application.window.inspector.findChildren(QLabel)
    return "\n".join(label.text().replace("\u200b", "") for label in labels)


def passes_can_be_seen_against_the_first_graph(qtbot: QtBot, application: Application) -> None:
    window, pane = application.window, application.window.panes.panes[0]
    window.grappler.table.selectRow(row_named(application, "memory_optimizer"))
    qtbot.waitUntil(lambda: drawn(application), timeout=PATIENCE)
    assert not pane.marks.ghosts
    window.actions_.against_first.trigger()
    qtbot.waitUntil(lambda: drawn(application), timeout=PATIENCE)
    assert pane.header.view_text().endswith("· all changes")
    assert {each.box.title for each in pane.marks.ghosts} == {"MatMul", "BiasAdd", "Mul", "Identity"}
    assert "gone" in window.grappler.told.text()
    window.actions_.ghosts.trigger()
    assert not pane.marks.ghosts
    window.actions_.ghosts.trigger()
    application.session.views.undo()
    assert not window.actions_.against_first.isChecked()


def a_function_optimised_on_its_own_is_shown(qtbot: QtBot, application: Application) -> None:
    session, grappler = application.session, application.window.grappler
    rows = range(grappler.model.rowCount())
    names = [str(grappler.model.data(grappler.model.index(row, 0))) for row in rows]
    row = next(row for row in rows if "constant_folding" in names[row] and names[row].endswith("of kept"))
    grappler.table.selectRow(row)
    qtbot.waitUntil(lambda: drawn(application), timeout=PATIENCE)
    body = session.views.shown(0).concrete
    assert body is not None
    assert "kept" in body.graph.function
    assert "AddV2" not in body.graph.op_counts
    assert {each.box.title for each in application.window.panes.panes[0].marks.ghosts} == {"Const"}


def what_a_device_runs_is_shown(application: Application) -> None:
    session, run = application.session, run_of(application)
    application.window.grappler.table.selectRow(row_named(application, "runs on CPU:0"))
    assert session.views.shown(0).concrete is run.partitions[0].concrete
    assert application.window.panes.panes[0].header.view_text() == "Runs on CPU:0"
    session.views.show_view(0, "partition:7")
    assert session.views.shown(0).title == "There is no such graph"


def the_last_pass_leaves_the_end_result(qtbot: QtBot, application: Application) -> None:
    session, grappler, run = application.session, application.window.grappler, run_of(application)
    passes = [place for place, each in enumerate(run.passes) if not each.function]
    grappler.table.selectRow(1 + passes[-1])
    last = session.views.shown(0).concrete
    assert last is not None
    assert run.after is not None
    assert sorted(last.graph.names) == sorted(run.after.graph.names)
    session.views.show_view(0, "pass:999")
    assert session.views.shown(0).title == "There is no such graph"
    qtbot.waitUntil(lambda: not application.window.panes.busy, timeout=PATIENCE)


def the_traced_graph_stays_beside_the_passes(qtbot: QtBot, application: Application) -> None:
    session, row = application.session, application.session.state.rows.rows[0]
    session.views.show_view(0, "pass:1")
    session.views.add(row.key)
    assert session.views.panes.chosen == 1
    application.window.grappler.table.selectRow(0)
    assert [pane.view for pane in session.views.panes.panes] == ["pass:0", "traced"]
    fusing = row_named(application, "remapper")
    application.window.grappler.table.selectRow(fusing)
    qtbot.waitUntil(lambda: drawn(application), timeout=PATIENCE)
    traced, picture = session.views.shown(1).concrete, application.window.panes.panes[0].picture
    assert traced is not None
    assert picture is not None
    session.select_nodes(1, {(traced.graph.function, "BiasAdd")}, traced)
    (lit,) = overlays_of(session, 0, picture, {}).selection
    assert picture.boxes[lit].title == "_FusedMatMul"
