"""Grappler with options changed, beside Grappler as it is, in a true window with true workers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot

from graphscope.session.grappler_wish import AS_CHOSEN, Setting
from graphscope.ui.application import Application
from graphscope.ui.dialogs.grappler_options import GrapplerOptions

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


def settled(application: Application) -> bool:
    session = application.session
    busy = session.tracing.busy or session.grappler.busy or application.window.panes.busy
    return bool(session.views.panes.panes) and not busy


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
    qtbot.waitUntil(lambda: settled(application) and session.views.shown(0).concrete is not None, timeout=PATIENCE)
    qtbot.waitUntil(lambda: settled(application) and "_FusedMatMul" in op_types(application, 0), timeout=PATIENCE)
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
    qtbot.waitUntil(lambda: len(session.views.panes.panes) == 2 and settled(application), timeout=PATIENCE)
    assert {"MatMul", "BiasAdd", "Relu"} <= op_types(application, 1)
    assert "_FusedMatMul" in op_types(application, 0)
    assert window.panes.panes[1].header.view_text() == "After Grappler · no remapping"
    assert window.panes.panes[0].header.view_text() == "After Grappler"
    assert window.grappler.options.text() == "Options: no remapping…"

    window.grappler.both.click()
    qtbot.waitUntil(lambda: len(session.views.panes.panes) == 3 and settled(application), timeout=PATIENCE)
    assert window.panes.panes[2].header.view_text() == "After Grappler, static · no remapping"
    assert {"StatelessIf", "Relu"} <= op_types(application, 2)
    assert "Switch" in op_types(application, 1)


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
