"""A pane whose trace failed: what happened, where, how it is mended, and what had been traced until there."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from graphscope.ui.application import Application
from graphscope.ui.panes.code_snippet import CodeSnippet
from graphscope.ui.panes.graph_pane import GraphPane
from tests.ui.conftest import PATIENCE, OpenWindow

pytestmark = [pytest.mark.gui, pytest.mark.worker]

SOURCE = """import tensorflow as tf


@tf.function
def f(x, how):
    mean = tf.reduce_mean(x)
    scaled = x / mean
    if how == "plain":
        return tf.squeeze(scaled, 0)
    if mean > 0.0:
        note = tf.sin(scaled)
    return note
"""
SQUEEZE, IF = 9, 10


@pytest.fixture
def application(open_window: OpenWindow, module: Callable[[str], str], qtbot: QtBot) -> Application:
    signatures = ('float32[3], "staged"', 'float32[3], "plain"')
    opened = open_window(path=module(SOURCE), function="f", signatures=signatures)
    panes = opened.window.panes

    def drawn() -> bool:
        return len(panes.panes) == 2 and all(each.picture is not None for each in panes.panes) and not panes.busy

    qtbot.waitUntil(drawn, timeout=PATIENCE)
    return opened


def failed_frame(pane: GraphPane) -> tuple[str, set[str]]:
    """The title of the frame of what failed, and the titles of all that is in it."""
    assert pane.picture is not None
    (frame,) = [box for box in pane.picture.boxes.values() if box.look == "failed"]
    assert frame.is_open
    assert not frame.can_open, "it only frames, and cannot be closed"
    return frame.title, {pane.picture.boxes[each].title for each in frame.children}


def test_that_a_mistake_of_staging_is_told_with_line_variable_fix_and_example(application: Application) -> None:
    staged, _ = application.window.panes.panes
    card = staged.failure
    assert card.isVisible()
    assert "so both must give note" in card.words()
    assert f"example.py:{IF}  if mean > 0.0:" in card.words()
    assert "→ " in card.words()
    assert "def f(" in card.before.code.toPlainText()
    assert "def f(" in card.after.code.toPlainText()
    assert card.before.code.toPlainText() != card.after.code.toPlainText()
    assert card.height() < staged.height(), "there is room for the graph"
    card.place.click()
    selection = application.session.selection
    assert (selection.line, application.window.source.view.line) == (IF, IF)


def test_that_what_had_been_traced_is_drawn_with_the_failing_statement_framed(application: Application) -> None:
    staged, plain = application.window.panes.panes
    title, inside = failed_frame(staged)
    assert title == f"failed here · line {IF} · if mean > 0.0:"
    assert "Greater" in inside
    assert staged.picture is not None
    assert {"Mean", "RealDiv"} <= {box.title for box in staged.picture.boxes.values()} - inside
    assert plain.failure.isVisible()
    assert plain.failure.before.isHidden(), "an error of another kind has no example"
    assert f"example.py:{SQUEEZE}" in plain.failure.words()
    assert not staged.failure.before.isHidden()


def test_that_the_card_goes_once_the_trace_is_whole(application: Application, qtbot: QtBot) -> None:
    session, staged = application.session, application.window.panes.panes[0]
    row = session.state.rows.rows[0]
    session.edits.edit(row.key, 'float32[1, 3], "plain"')
    session.trace()
    qtbot.waitUntil(lambda: row.trace is not None and row.trace.error is None, timeout=PATIENCE)
    qtbot.waitUntil(lambda: staged.picture is not None and not application.window.panes.busy, timeout=PATIENCE)
    assert not staged.failure.isVisible()


def test_that_the_card_leaves_half_of_the_pane_and_cuts_no_line_in_any_size(
    application: Application, qtbot: QtBot
) -> None:
    staged, card = application.window.panes.panes[0], application.window.panes.panes[0].failure
    for width, height in ((1100, 700), (1600, 1000), (760, 620)):
        application.window.resize(width, height)
        qtbot.waitUntil(lambda: card.height() <= staged.height() / 2 and not application.window.panes.busy)
        inner = card.widget()
        assert inner is not None
        assert inner.width() <= card.viewport().width()
        assert card.verticalScrollBar().maximum() == max(0, inner.height() - card.viewport().height())
        assert card.place.fontMetrics().horizontalAdvance(card.place.text()) <= card.place.width()
        for code in (card.before.code, card.after.code):
            assert code.horizontalScrollBar().maximum() == 0
            assert code.verticalScrollBar().maximum() == 0, "a snippet is as tall as its lines, wrapped"


def test_that_lines_too_long_for_a_snippet_are_wrapped_and_all_of_them_shown(qtbot: QtBot) -> None:
    snippet = CodeSnippet("fails", "bad")
    qtbot.addWidget(snippet)
    snippet.show_text("def f(x):\n    return tf.cond(x > 1.0, lambda: 1, lambda: 0.5)\n")
    snippet.resize(200, 400)
    snippet.show()
    code = snippet.code
    assert snippet.rows_wrapped(code.width()) > snippet.rows_wrapped(1000) == 0
    assert (code.horizontalScrollBar().maximum(), code.verticalScrollBar().maximum()) == (0, 0)
    assert code.height() < snippet.height() / 2, "it is no taller than its rows"
