"""What the keyboard does, on a module that is traced once for all of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from graphscope.session.signature_rows import RowState
from graphscope.ui.application import Application
from tests.ui.at_rest import at_rest

pytestmark = [pytest.mark.gui, pytest.mark.worker]
OpenWindow = Callable[..., Application]
PATIENCE = 90_000

BRANCH = """
import tensorflow as tf

graphscope_signatures = {"branch": ["float32[]", "float32[2]"]}

@tf.function
def branch(x):
    if tf.reduce_sum(x) > 0:
        x = x * 2
    return x
"""


def all_actions(menu: QMenu) -> list[QAction]:
    found = []
    for action in menu.actions():
        found.extend(all_actions(action.menu()) if action.menu() is not None else [action])  # type: ignore[arg-type]
    return found


def test_that_the_window_is_worked_by_keys(qtbot: QtBot, open_window: OpenWindow, module: Callable[[str], str]) -> None:
    application = open_window(path=module(BRANCH))
    window, session = application.window, application.session
    qtbot.waitUntil(lambda: len(window.panes.panes) == 2 and at_rest(application), timeout=PATIENCE)

    qtbot.keyClick(window, Qt.Key.Key_2)
    assert session.views.panes.chosen == 1

    pane = window.panes.panes[1]
    assert pane.picture is not None
    region = next(box.id for box in pane.picture.boxes.values() if box.kind == "region")
    opened = pane.picture.boxes[region].is_open
    pane.open_or_close(region)
    qtbot.waitUntil(lambda: pane.picture is not None and pane.picture.boxes[region].is_open != opened, timeout=20_000)
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: pane.picture is not None and pane.picture.boxes[region].is_open == opened, timeout=20_000)
    redo = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(window, Qt.Key.Key_Z, redo)
    qtbot.waitUntil(lambda: pane.picture is not None and pane.picture.boxes[region].is_open != opened, timeout=20_000)

    qtbot.keyClick(window, Qt.Key.Key_D)
    assert not session.differences_shown

    window.signatures.add_row()
    added = session.state.rows.rows[-1]
    line = window.signatures.line_of(added.key)
    line.selectAll()
    qtbot.keyClicks(line, "float32[3]")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: added.state is RowState.TRACED and at_rest(application), timeout=PATIENCE)
    assert added.text == "float32[3]"
    assert [row.state for row in session.state.rows] == [RowState.TRACED] * 3

    qtbot.keyClick(window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert len(session.views.panes.panes) == 1


def test_that_every_action_stands_in_a_menu(qtbot: QtBot, open_window: OpenWindow) -> None:
    application = open_window()
    bar = application.window.toolbar.menu_bar
    shown = {action for top in bar.actions() for action in all_actions(top.menu())}  # type: ignore[arg-type]
    missing = [action.text() for action in application.window.actions() if action not in shown]
    assert missing == []


def test_that_a_theme_chosen_is_remembered_and_used(qtbot: QtBot, open_window: OpenWindow) -> None:
    application = open_window()
    application.window.actions_.theme["dark"].trigger()
    assert application.theme.theme.name == "dark"
    assert application.session.settings.theme == "dark"
    assert application.window.source.view.theme is application.theme.theme
    application.window.close()
    again = open_window()
    assert again.theme.theme.name == "dark"
    again.window.actions_.theme["light"].trigger()
    assert again.theme.theme.name == "light"


def test_that_a_bug_in_a_slot_is_told_and_the_window_lives(
    qtbot: QtBot, open_window: OpenWindow, caplog: pytest.LogCaptureFixture
) -> None:
    from graphscope.ui.application import tell_of_bug

    application = open_window()
    error = ValueError("nobody thought of this")
    tell_of_bug(application.window, ValueError, error, None)
    assert "nobody thought of this" in application.window.status.complaint()
    assert "A bug in Graphscope" in caplog.text
    assert application.window.isVisible()


def test_that_an_expression_typed_above_the_tree_is_traced(
    qtbot: QtBot, open_window: OpenWindow, module: Callable[[str], str]
) -> None:
    application = open_window(path=module(BRANCH + "\ndef plain(x, y=2):\n    return x * y\n"))
    window, session = application.window, application.session
    qtbot.waitUntil(lambda: len(window.panes.panes) == 2 and at_rest(application), timeout=PATIENCE)
    for typed, expression in (("pla", "plain"), ("lambda x: x + 1", "lambda x: x + 1")):
        qtbot.keyClicks(window.module_pane.line, typed)
        qtbot.keyClick(window.module_pane.line, Qt.Key.Key_Return)
        assert session.state.function is not None
        assert session.state.function.expression == expression
        session.edits.add("int32[3]")
        session.trace()
        qtbot.waitUntil(lambda: at_rest(application), timeout=PATIENCE)
        assert [row.state for row in session.state.rows] == [RowState.TRACED]
