"""Source, AutoGraph code and graph: what is chosen in one is lit in the two others; and words are found in code."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from graphscope.ui.application import Application
from graphscope.ui.panes.find_bar import FindBar
from graphscope.ui.panes.pane_overlays import overlays_of
from graphscope.ui.panes.source_view import SourceView
from tests.ui.conftest import PATIENCE, OpenWindow

pytestmark = [pytest.mark.gui, pytest.mark.worker]

SOURCE = """import tensorflow as tf


def half(v):
    return v / 2.0


@tf.function
def shrink(x, steps):
    i = 0
    while i < steps:
        x = half(
            x
        )
        i += 1
    return tf.nn.relu(x)
"""
HALF, LOOP, CALL, STEP, RELU = 5, 11, 12, 15, 16


@pytest.fixture
def application(open_window: OpenWindow, module: object, qtbot: QtBot) -> Application:
    path = module(SOURCE)  # type: ignore[operator]
    opened = open_window(path=path, function="shrink", signatures=("float32[3], int32[()]",))
    panes = opened.window.panes
    qtbot.waitUntil(
        lambda: bool(panes.panes) and panes.panes[0].picture is not None and not panes.busy, timeout=PATIENCE
    )
    return opened


def texts_of(view: SourceView) -> list[str]:
    rows = view.toPlainText().split("\n")
    return [rows[line - 1].strip() for line in sorted(view.lit)]


def lit_titles(application: Application) -> set[str]:
    pane = application.window.panes.panes[0]
    assert pane.picture is not None
    lines = overlays_of(application.session, 0, pane.picture, {}).lines
    return {pane.picture.boxes[each].title for each in lines}


def press(view: SourceView, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    view.setFocus()
    QTest.keyClick(view, key, modifiers)


def test_that_a_line_an_op_and_a_row_of_generated_code_light_up_what_answers_them(
    application: Application, qtbot: QtBot
) -> None:
    window = application.window
    window.show_generated_code()
    source, code = window.source.view, window.autograph.view
    source.line_clicked.emit(LOOP)
    assert any(text.startswith("ag__.while_stmt(") for text in texts_of(code))
    assert any(title.startswith(f"while · line {LOOP}") for title in lit_titles(application))
    assert "RealDiv" not in lit_titles(application), "a staged loop's region stands for what is inside"

    source.line_clicked.emit(CALL + 1)
    assert source.lit == {CALL, CALL + 1, CALL + 2}, "a statement over several lines is one"
    assert texts_of(code) == ["x = ag__.converted_call(ag__.ld(half), (ag__.ld(x),), None, fscope)"]

    row = code.toPlainText().split("\n").index(next(t for t in code.toPlainText().split("\n") if "nn.relu" in t)) + 1
    code.line_clicked.emit(row)
    assert source.lit == {RELU}
    assert lit_titles(application) == {"Relu"}

    concrete = window.panes.panes[0].concrete
    assert concrete is not None
    divisions = {(graph.function, op) for graph in concrete.functions.values() for op in graph.names if "truediv" in op}
    application.session.select_nodes(0, frozenset(list(divisions)[:1]), concrete)
    assert source.lit == {HALF}
    assert window.autograph.functions.currentText().startswith("half")
    assert texts_of(code)[-1].startswith("retval_ = ")

    region = next(box for box in window.panes.panes[0].picture.boxes.values() if box.title.startswith("while"))  # type: ignore[union-attr]
    application.session.select_nodes(0, frozenset(region.nodes), concrete)
    assert source.lit == {LOOP}, "all of a region's ops came by its statement"
    assert window.autograph.functions.currentText().startswith("shrink")


def test_that_the_inspector_tells_of_a_chosen_line_what_became_of_it_and_its_ops(
    application: Application, qtbot: QtBot
) -> None:
    def told() -> str:
        return "\n".join(
            each.text().replace("\u200b", "") for each in application.window.inspector.findChildren(QLabel)
        )

    application.window.source.view.line_clicked.emit(LOOP)
    qtbot.waitUntil(lambda: f"Line {LOOP}" in told(), timeout=PATIENCE)
    assert "while i < steps:" in told()
    assert "staged: while_loop" in told()
    assert "StatelessWhile" in told()
    application.window.source.view.line_clicked.emit(STEP - 1)
    qtbot.waitUntil(lambda: f"Lines {CALL} to {STEP - 1}" in told(), timeout=PATIENCE)
    assert "no branch or loop" in told()


def test_that_the_cursor_chooses_lines_by_keyboard_in_both_codes(application: Application) -> None:
    window = application.window
    window.show_generated_code()
    source, code = window.source.view, window.autograph.view
    source.line_clicked.emit(LOOP)
    assert source.line == LOOP
    press(source, Qt.Key.Key_Down)
    assert source.lit >= {CALL}
    assert application.session.selection.line == CALL
    first = min(code.lit)
    assert code.line == first
    press(code, Qt.Key.Key_Down)
    assert code.line == first + 1
    assert application.session.selection.line == STEP
    press(code, Qt.Key.Key_Tab)
    assert not code.hasFocus(), "Tab leads out of the code"


def test_that_words_are_found_in_the_code_that_has_the_focus(application: Application) -> None:
    window = application.window
    view = window.source.view
    bar = window.source.findChild(FindBar)
    assert bar is not None
    press(view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert bar.isVisible()
    assert bar.words.hasFocus()
    assert not window.toolbar.search.hasFocus()
    bar.words.setText("X")
    assert bar.count.text() == "not found", "capitals count where there are any"
    bar.words.setText("half")
    assert bar.count.text() == "1 of 2"
    QTest.keyClick(bar.words, Qt.Key.Key_Return)
    assert bar.count.text() == "2 of 2"
    assert view.line == CALL
    QTest.keyClick(bar.words, Qt.Key.Key_F3)
    assert bar.count.text() == "1 of 2", "it goes round"
    QTest.keyClick(bar.words, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert view.line == CALL
    QTest.keyClick(bar.words, Qt.Key.Key_Escape)
    assert not bar.isVisible()
    assert view.hasFocus()
