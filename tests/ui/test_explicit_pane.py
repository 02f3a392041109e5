"""The explicit form beside the source: written when it is looked at, linked by line, in two dialects, copied whole."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from tests.ui.conftest import PATIENCE, OpenWindow

pytestmark = [pytest.mark.gui, pytest.mark.worker]

SOURCE = """import tensorflow as tf


@tf.function
def shrink(x):
    if tf.reduce_sum(x) > 1.0:
        x = x / 2.0
    return x
"""
CONDITION, HALVED = 6, 7


def test_that_the_form_is_written_when_seen_linked_by_line_and_copied(
    open_window: OpenWindow, module: object, qtbot: QtBot
) -> None:
    path = module(SOURCE)  # type: ignore[operator]
    application = open_window(path=path, function="shrink", signatures=("float32[3]",))
    window, session = application.window, application.session
    pane = window.explicit
    qtbot.waitUntil(lambda: bool(session.state.rows.with_graph()), timeout=PATIENCE)
    assert pane.form is None, "nothing is written out while nobody looks"

    window.source.view.line_clicked.emit(CONDITION)
    window.table_tabs.setCurrentWidget(pane)
    qtbot.waitUntil(lambda: pane.form is not None, timeout=PATIENCE)
    assert pane.form is not None
    assert pane.form.complete
    rows = pane.view.toPlainText().split("\n")
    assert any("tf.cond(" in rows[line - 1] for line in pane.view.lit)
    assert not pane.remarks.isVisible()

    half = next(number for number, row in enumerate(rows, 1) if "x / 2.0" in row)
    pane.view.line_clicked.emit(half)
    assert session.selection.line in (CONDITION, HALVED)
    assert half in pane.view.lit

    pane.dialects.setCurrentText("JAX")
    pane.dialects.activated.emit(1)
    qtbot.waitUntil(lambda: pane.form is not None, timeout=PATIENCE)
    assert "jax.lax.cond(" in pane.view.toPlainText()
    pane.copy.click()
    assert QGuiApplication.clipboard().text() == pane.form.text == pane.view.toPlainText()
