"""Grappler with options changed, beside Grappler as it is, in a true window with true workers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot

from graphscope.session.experiments import show_setting
from graphscope.session.grappler_wish import AS_CHOSEN, Setting
from graphscope.session.panes import HLO
from graphscope.ui import application as application_module
from graphscope.ui.application import Application
from graphscope.ui.dialogs.grappler_options import GrapplerOptions
from graphscope.ui.panes.counts_pane import CountsPane
from tests.ui.at_rest import drawn

pytestmark = [pytest.mark.gui, pytest.mark.worker]
PATIENCE = 90_000
OpenWindow = Callable[..., Application]

DENSE = """
import tensorflow as tf

graphscope_signatures = {"dense": ["float32[2, 4]"]}

@tf.function
def dense(x):
    hidden = tf.nn.relu(tf.nn.bias_add(tf.matmul(x, tf.ones([4, 3])), tf.ones([3])))
    if tf.reduce_sum(hidden) > 0.0:
        hidden = hidden * 2.0
    return hidden
"""


def op_types(application: Application, pane: int) -> set[str]:
    concrete = application.session.views.shown(pane).concrete
    assert concrete is not None
    return set(concrete.graph.op_counts)


def test_that_remapping_on_and_off_stand_side_by_side_and_both_ways_too(
    qtbot: QtBot, open_window: OpenWindow, module: Callable[[str], str]
) -> None:
    application = open_window(path=module(DENSE), views={"A": "after"})
    application.session.grappler.consented = True
    window, session = application.window, application.session
    qtbot.waitUntil(lambda: drawn(application) and session.views.shown(0).concrete is not None, timeout=PATIENCE)
    qtbot.waitUntil(lambda: drawn(application) and "_FusedMatMul" in op_types(application, 0), timeout=PATIENCE)
    assert "oneDNN o" in window.grappler.facts.text()
    assert "thrown away" in window.grappler.facts.text()

    window.grappler.options.click()
    dialog = window.findChild(GrapplerOptions)
    assert dialog is not None
    assert not dialog.as_tensorflow.isEnabled()
    switch = dialog.controls["remapping"]
    assert isinstance(switch, QCheckBox)
    switch.click()
    assert dialog.told.text() == "Changed: no remapping"
    dialog.beside.click()
    qtbot.waitUntil(lambda: len(session.views.panes.panes) == 2 and drawn(application), timeout=PATIENCE)
    assert {"MatMul", "BiasAdd", "Relu"} <= op_types(application, 1)
    assert "_FusedMatMul" in op_types(application, 0)
    assert window.panes.panes[1].header.view_text() == "After Grappler · no remapping"
    assert window.panes.panes[0].header.view_text() == "After Grappler"
    assert window.grappler.options.text() == "Options: no remapping…"

    window.grappler.both.click()
    qtbot.waitUntil(lambda: len(session.views.panes.panes) == 3 and drawn(application), timeout=PATIENCE)
    assert window.panes.panes[2].header.view_text() == "After Grappler, static · no remapping"
    assert {"StatelessIf", "Relu"} <= op_types(application, 2)
    assert "Switch" in op_types(application, 1)

    show_setting(session, Setting(only="auto_parallel"), beside=True)
    qtbot.waitUntil(lambda: len(session.views.panes.panes) == 4 and drawn(application), timeout=PATIENCE)
    told = session.views.shown(3).message
    assert told.startswith("Native code crashed the worker while running the pass auto_parallel")
    assert "cost this run only" in told
    assert "_FusedMatMul" in op_types(application, 0)


ENDLESS = """
import tensorflow as tf

graphscope_signatures = {"collatz": ["int32[]"]}

@tf.function
def collatz(n):
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
    return n
"""


def test_that_a_run_that_never_ends_on_its_values_is_stopped_and_told(
    qtbot: QtBot, open_window: OpenWindow, module: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(application_module, "RUN_SECONDS", 12.0)
    application = open_window(path=module(ENDLESS), views={"A": "after"})
    application.session.grappler.consented = True
    session = application.session
    qtbot.waitUntil(lambda: bool(session.views.panes.panes) and bool(session.views.shown(0).title), timeout=PATIENCE)
    qtbot.waitUntil(lambda: session.views.shown(0).title == "Grappler gave nothing", timeout=PATIENCE)
    assert "took too long while running" in session.views.shown(0).message
    assert "Change…" in session.views.shown(0).message


def test_that_the_list_of_options_shows_what_is_changed_and_takes_it_back(qtbot: QtBot) -> None:
    setting = Setting(options=(("remapping", False), ("min_graph_nodes", -1)), only="remapper")
    dialog = GrapplerOptions("A", setting, None)
    qtbot.addWidget(dialog)
    assert dialog.setting == setting
    wanted: list[tuple[Setting, bool]] = []
    dialog.wanted.connect(lambda setting, beside: wanted.append((setting, beside)))
    dialog.as_tensorflow.click()
    assert dialog.told.text() == "Nothing is changed."
    dialog.here.click()
    assert wanted == [(AS_CHOSEN, False)]


def test_that_counts_stand_beside_each_other_and_a_row_finds_its_ops(
    qtbot: QtBot, open_window: OpenWindow, module: Callable[[str], str]
) -> None:
    application = open_window(path=module(DENSE), views={"A": "after"})
    application.session.grappler.consented = True
    window, session = application.window, application.session
    counts = window.counts
    qtbot.waitUntil(lambda: bool(session.views.panes.panes) and drawn(application), timeout=PATIENCE)
    window.table_tabs.setCurrentWidget(counts)
    qtbot.waitUntil(lambda: drawn(application) and bool(counts.pairs), timeout=PATIENCE)
    assert counts.pair.currentText() == "A before and after Grappler"
    assert "Switch" in counts.note.text()
    assert counts.both.isVisible()

    cells = {row[0]: row[1:] for row in shown(counts)}
    assert cells["_FusedMatMul"] == ("", "1", "+1")
    assert cells["MatMul"] == ("1", "", "−1")
    counts.unit.setCurrentIndex(counts.unit.findData("flops"))
    counts.unit.activated.emit(counts.unit.currentIndex())
    cells = {row[0]: row[1:] for row in shown(counts)}
    assert cells["MatMul"] == ("48", "", "−48")
    assert cells["_FusedMatMul"][1] == "54"
    assert "known of" in counts.sums.whole

    counts.filter.setText("fused")
    assert [row[0] for row in shown(counts)] == ["_FusedMatMul"]
    counts.table.clicked.emit(counts.sorted.index(0, 0))
    assert window.toolbar.search.text() == "op:_FusedMatMul"
    qtbot.waitUntil(lambda: len(window.toolbar.search.matches) == 1, timeout=PATIENCE)

    counts.both.click()
    qtbot.waitUntil(lambda: len(session.views.panes.panes) == 2 and drawn(application), timeout=PATIENCE)
    qtbot.waitUntil(lambda: "Static Grappler keeps them whole" in counts.note.text(), timeout=PATIENCE)
    assert not counts.both.isVisible()
    names = [pair.name for pair in counts.pairs]
    assert "A after Grappler: static and as the runtime ran it" in names
    assert "A before and after Grappler, static" in names


def shown(counts: CountsPane) -> list[tuple[str, ...]]:
    """The cells of every row of the table, as sorted and filtered."""
    model = counts.sorted
    return [
        tuple(str(model.index(row, column).data()) for column in range(model.columnCount()))
        for row in range(model.rowCount())
    ]


def test_that_hlo_before_and_after_is_counted_too(
    qtbot: QtBot, open_window: OpenWindow, module: Callable[[str], str]
) -> None:
    application = open_window(path=module(DENSE), views={"A": HLO})
    window, session = application.window, application.session
    qtbot.waitUntil(lambda: bool(session.views.panes.panes) and drawn(application), timeout=PATIENCE)
    qtbot.waitUntil(lambda: not session.xla.busy and session.views.shown(0).concrete is not None, timeout=PATIENCE)
    window.table_tabs.setCurrentWidget(window.counts)
    qtbot.waitUntil(lambda: bool(window.counts.pairs), timeout=PATIENCE)
    assert window.counts.pair.currentText() == "A: XLA HLO before and after optimisation"
    assert "dot" in {row[0] for row in shown(window.counts)}
