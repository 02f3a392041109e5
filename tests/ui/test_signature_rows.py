"""Rows of signatures are dragged, moved by keys, copied and pasted as lines."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from graphscope.session.signature_rows import RowState
from graphscope.ui.application import Application
from graphscope.ui.panes.signature_row import SignatureRowWidget

pytestmark = [pytest.mark.gui, pytest.mark.worker]
OpenWindow = Callable[..., Application]
PATIENCE = 90_000
ADDING = "import tensorflow as tf\n\n@tf.function\ndef add(x):\n    return x + x\n"


def texts(application: Application) -> list[str]:
    return [row.text for row in application.session.state.rows]


def widget_of(application: Application, text: str) -> SignatureRowWidget:
    found = application.window.signatures.findChildren(SignatureRowWidget)
    return next(each for each in found if each.isVisible() and each.line.text() == text)


def drag(qtbot: QtBot, row: SignatureRowWidget, onto: SignatureRowWidget, down: int) -> None:
    """Press beside the row's text, pull it to so many pixels below the middle of another, and let go."""
    start = QPoint(5, row.height() - 4)
    target = row.mapFromGlobal(onto.mapToGlobal(QPoint(5, onto.height() // 2 + down)))
    qtbot.mousePress(row, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(row, pos=(start + target) / 2)
    qtbot.mouseMove(row, pos=target)
    qtbot.mouseRelease(row, Qt.MouseButton.LeftButton, pos=target)


def traced(application: Application) -> bool:
    rows = application.session.state.rows
    done = [row.state for row in rows] == [RowState.TRACED] * len(rows)
    return done and not (application.session.tracing.busy or application.window.panes.busy)


@pytest.fixture
def application(qtbot: QtBot, open_window: OpenWindow, module: Callable[[str], str]) -> Application:
    opened = open_window(path=module(ADDING), function="add", signatures=("1", "2", "3"))
    qtbot.waitUntil(lambda: len(opened.window.panes.panes) == 2 and traced(opened), timeout=PATIENCE)
    return opened


def test_that_a_row_is_dragged_to_another_place_and_a_drag_is_no_click(qtbot: QtBot, application: Application) -> None:
    shown = application.session.views.panes
    drag(qtbot, widget_of(application, "1"), widget_of(application, "3"), 8)
    assert texts(application) == ["2", "3", "1"]
    assert application.session.views.panes == shown
    qtbot.waitUntil(lambda: widget_of(application, "1").y() > widget_of(application, "3").y(), timeout=5_000)
    drag(qtbot, widget_of(application, "1"), widget_of(application, "2"), -8)
    assert texts(application) == ["1", "2", "3"]
    qtbot.waitUntil(lambda: widget_of(application, "1").y() < widget_of(application, "2").y(), timeout=5_000)
    drag(qtbot, widget_of(application, "2"), widget_of(application, "2"), 6)
    assert texts(application) == ["1", "2", "3"]


def test_that_rows_are_moved_by_keys_copied_and_pasted(qtbot: QtBot, application: Application) -> None:
    window, session = application.window, application.session
    line = widget_of(application, "3").line
    line.setFocus()
    qtbot.keyClick(line, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert texts(application) == ["1", "3", "2"]
    assert line.text() == "3"
    window.actions_.copy_signatures.trigger()
    assert QGuiApplication.clipboard().text() == "1\n3\n2\n"

    QGuiApplication.clipboard().setText("int32[]\nint32[4]\n")
    qtbot.keyClick(line, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert texts(application) == ["1", "3", "int32[]", "int32[4]", "2"]
    QGuiApplication.clipboard().setText("7")
    line.selectAll()
    qtbot.keyClick(line, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert line.text() == "7", "one line is pasted into the text"
    qtbot.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: traced(application), timeout=PATIENCE)
    assert texts(application) == ["1", "7", "int32[]", "int32[4]", "2"]
    qtbot.mouseClick(widget_of(application, "2"), Qt.MouseButton.LeftButton, pos=QPoint(5, 30))
    chosen = session.chosen_row()
    assert chosen is not None
    assert chosen.text == "2"
