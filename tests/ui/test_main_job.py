"""The main job in a true window with a true worker: open, trace, see, select, find, switch views, and what fails."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from graphscope.session.signature_rows import RowState
from graphscope.ui.application import Application
from graphscope.ui.dialogs.grappler_consent import GrapplerConsent
from graphscope.ui.dialogs.grappler_inputs import GrapplerInputs
from tests.ui.at_rest import at_rest

pytestmark = [pytest.mark.gui, pytest.mark.worker]
PATIENCE = 90_000
OpenWindow = Callable[..., Application]

LOOP = """
import tensorflow as tf

graphscope_signatures = {"count": ["int32[]", "3"]}

@tf.function
def count(n):
    print("tracing n")
    i = tf.constant(0)
    while i < n:
        i += 1
    return i
"""

LOOP_LINE = LOOP.splitlines().index("    while i < n:") + 1

SPIN = """
import tensorflow as tf

@tf.function
def spin(n):
    while n < 0:
        pass
    return tf.constant(n)
"""


def settled(application: Application) -> bool:
    return application.session.state.module is not None and at_rest(application)


def outcomes(application: Application) -> list[RowState]:
    return [row.state for row in application.session.state.rows]


def test_that_a_module_is_opened_traced_and_both_graphs_are_drawn(
    qtbot: QtBot, open_window: OpenWindow, module: Callable[[str], str]
) -> None:
    application = open_window(path=module(LOOP))
    qtbot.waitUntil(lambda: len(application.window.panes.panes) == 2 and settled(application), timeout=PATIENCE)
    window, session = application.window, application.session
    assert outcomes(application) == [RowState.TRACED, RowState.TRACED]
    assert all(pane.picture is not None for pane in window.panes.panes)
    qtbot.waitUntil(lambda: "tracing n" in window.output.text.toPlainText(), timeout=5_000)
    verdict = window.source.view.gutter.verdicts[LOOP_LINE]
    assert "while_loop" in verdict.text
    assert "ops in A" in window.status.counts()

    file = session.state.module.file if session.state.module else ""
    window.source.view.line_clicked.emit(LOOP_LINE)
    assert session.selection.line == LOOP_LINE
    assert session.selection.file == file

    window.toolbar.search.setText("While")
    qtbot.keyClick(window.toolbar.search, Qt.Key.Key_Return)
    assert session.selection.nodes
    assert "1 of" in window.status.counts()


def test_that_a_module_that_does_not_import_leaves_a_window_that_says_so(
    qtbot: QtBot, open_window: OpenWindow, module: Callable[[str], str]
) -> None:
    application = open_window(path=module("import tensorflow as tf\nimport no_such_thing_at_all\n"))
    qtbot.waitUntil(lambda: settled(application), timeout=PATIENCE)
    told = application.window.panes.empty.words()
    assert "could not be opened" in told
    assert "no_such_thing_at_all" in told
    assert ":2" in told


def test_that_an_endless_trace_is_cancelled_and_tracing_goes_on(
    qtbot: QtBot, open_window: OpenWindow, module: Callable[[str], str]
) -> None:
    application = open_window(path=module(SPIN), function="spin", signatures=("1", "-1", "2"))
    session = application.session
    qtbot.waitUntil(lambda: outcomes(application)[1:2] == [RowState.TRACING], timeout=PATIENCE)
    application.window.actions_.cancel.trigger()
    qtbot.waitUntil(lambda: settled(application), timeout=5_000)
    assert outcomes(application) == [RowState.TRACED, RowState.FAILED, RowState.SKIPPED]
    failed = session.state.rows.rows[1].trace
    assert failed is not None
    assert failed.error is not None
    assert failed.error.type == "Cancelled"
    session.edits.edit(session.state.rows.rows[1].key, "5")
    application.window.actions_.trace.trigger()
    qtbot.waitUntil(lambda: outcomes(application) == [RowState.TRACED] * 3, timeout=PATIENCE)


def test_that_a_killed_worker_is_told_and_the_next_trace_starts_another(
    qtbot: QtBot, open_window: OpenWindow, module: Callable[[str], str]
) -> None:
    application = open_window(path=module(LOOP))
    qtbot.waitUntil(lambda: bool(outcomes(application)) and settled(application), timeout=PATIENCE)
    process = application.worker.process
    assert process is not None
    os.kill(process, signal.SIGKILL)
    qtbot.waitUntil(lambda: "killed" in application.session.state.worker.ending, timeout=10_000)
    application.window.actions_.trace.trigger()
    qtbot.waitUntil(
        lambda: (
            application.worker.process != process
            and settled(application)
            and outcomes(application) == [RowState.TRACED, RowState.TRACED]
        ),
        timeout=PATIENCE,
    )


def test_that_a_trace_that_takes_too_long_is_failed_at_the_line_that_ran(
    qtbot: QtBot, open_window: OpenWindow, module: Callable[[str], str]
) -> None:
    path = module(SPIN)
    application = open_window(path=path, function="spin", signatures=("-1",), timeout=15.0)
    qtbot.waitUntil(lambda: outcomes(application) == [RowState.FAILED], timeout=PATIENCE)
    trace = application.session.state.rows.rows[0].trace
    assert trace is not None
    assert trace.error is not None
    assert trace.error.type == "TimeoutError"
    assert trace.error.file is not None
    assert Path(trace.error.file) == Path(path)
    assert trace.error.line in (6, 7)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("import os\nos._exit(3)\n", "ended its process"),
        ("def f(:\n", "invalid syntax"),
        ("import sys\nprint('x' * 40_000)\nraise RuntimeError('after ' + 'printing')\n", "after printing"),
    ],
)
def test_that_a_module_that_cannot_be_opened_is_told_of_with_what_to_do(
    qtbot: QtBot, open_window: OpenWindow, module: Callable[[str], str], text: str, told: str
) -> None:
    application = open_window(path=module(text))
    qtbot.waitUntil(lambda: settled(application) and told in application.window.panes.empty.words(), timeout=PATIENCE)
    if "print" in text:
        qtbot.waitUntil(lambda: "x" * 40_000 in application.window.output.text.toPlainText(), timeout=5_000)
    if "_exit" not in text:
        assert application.window.source.view.toPlainText() == text


def test_that_a_view_after_grappler_is_shown_once_the_user_agreed(
    qtbot: QtBot, open_window: OpenWindow, module: Callable[[str], str]
) -> None:
    application = open_window(path=module(LOOP))
    window, session = application.window, application.session
    qtbot.waitUntil(lambda: len(window.panes.panes) == 2 and settled(application), timeout=PATIENCE)
    window.actions_.views["after"].trigger()
    dialog = window.findChild(GrapplerConsent)
    assert dialog is not None
    assert session.state.rows.rows[0].grappler is None
    next(each for each in dialog.buttons() if each.text() == "Run it").click()
    qtbot.waitUntil(lambda: settled(application) and bool(session.state.rows.rows[0].grappler), timeout=PATIENCE)
    concrete = session.views.shown(0).concrete
    assert concrete is not None
    assert "_Retval" in concrete.graph.op_types
    assert window.grappler.model.rowCount() > 2
    assert session.settings.grappler_run_explained

    row = session.state.rows.rows[0]
    assert window.grappler.told.text() == "Called with n: zeros int32[]."
    window.grappler.change.click()
    inputs = window.findChild(GrapplerInputs)
    assert inputs is not None
    assert inputs.line.text() == "int32[]"
    inputs.line.setText("tf.constant(2)")
    inputs.buttons.accepted.emit()
    assert row.grappler_waits
    qtbot.waitUntil(lambda: settled(application) and bool(row.grappler), timeout=PATIENCE)
    assert window.grappler.told.text() == "Called with tf.constant(2)."
    window.grappler.mode.activated.emit(window.grappler.mode.findData("static"))
    qtbot.waitUntil(lambda: settled(application) and bool(row.grappler), timeout=PATIENCE)
    assert row.grappler is not None
    assert row.grappler.mode == "static"
    assert window.panes.panes[0].header.view_text() == "After Grappler, static"
