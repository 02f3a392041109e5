"""The conversation with the main worker: what is asked when, and what becomes of rows."""

from __future__ import annotations

import os
from pathlib import Path

from fake_worker import FILE, Desk, found, traced

from graphscope.protocol import messages as m
from graphscope.protocol.records import ReasonRecord
from graphscope.session.row_words import words_of_row
from graphscope.session.signature_rows import RowState


def states(desk: Desk) -> list[RowState]:
    return [row.state for row in desk.session.state.rows]


def test_that_opening_chooses_a_function_and_traces_its_suggestions(desk: Desk) -> None:
    desk.session.open("double.py")
    assert isinstance(desk.worker.last, m.OpenModule)
    desk.opened(found("helper", "function"), found("double", suggestions=("int32[]", "3")))
    assert desk.worker.last == m.ChooseFunction(desk.generation, "double")
    desk.chosen()
    assert desk.worker.last == m.TraceSignature(desk.generation, 0, "int32[]")
    desk.traced()
    assert states(desk) == [RowState.TRACED, RowState.TRACING]
    desk.traced()
    assert states(desk) == [RowState.TRACED, RowState.TRACED]
    assert [pane.row for pane in desk.session.views.panes.panes] == [row.key for row in desk.session.state.rows]


def test_that_requests_are_sent_one_at_a_time(desk: Desk) -> None:
    desk.session.open("double.py", signatures=("1", "2"))
    assert len(desk.worker.sent) == 1
    desk.opened()
    assert len(desk.worker.sent) == 2


def test_that_a_late_answer_of_an_older_generation_is_dropped(desk: Desk) -> None:
    desk.open_and_trace("1")
    row = desk.session.state.rows.rows[0]
    desk.session.trace()
    desk.chosen()
    old = desk.worker.last
    desk.session.edits.edit(row.key, "2")
    desk.session.trace()
    assert desk.worker.last is old, "the worker is still busy with the old request"
    desk.session.worker_received(m.SignatureTraced(old.generation, 0, traced("late")), "")
    assert row.state is RowState.WAITING
    desk.chosen()
    assert desk.worker.last.signature == "2"
    desk.traced()
    assert row.trace is not None
    assert row.trace.signature == "2"


def test_that_tracing_again_chooses_a_fresh_function_object(desk: Desk) -> None:
    desk.open_and_trace("1")
    desk.session.trace()
    assert isinstance(desk.worker.last, m.ChooseFunction)


def test_that_rows_before_a_dead_worker_keep_their_traces_and_those_after_are_skipped(desk: Desk) -> None:
    desk.session.open("double.py", signatures=("1", "2", "3"))
    desk.opened()
    desk.chosen()
    desk.traced()
    desk.session.worker_received(m.Whereabouts(desk.generation, FILE, 2), "")
    desk.ended("the worker was killed while tracing 2")
    assert states(desk) == [RowState.TRACED, RowState.FAILED, RowState.SKIPPED]
    failed = desk.session.state.rows.rows[1].trace
    assert failed is not None
    assert failed.error is not None
    assert (failed.error.message, failed.error.line) == ("the worker was killed while tracing 2", 2)
    assert desk.session.state.worker.ending == "the worker was killed while tracing 2"


def test_that_the_module_is_opened_again_after_a_worker_ended(desk: Desk) -> None:
    desk.open_and_trace("1")
    desk.ended()
    desk.session.trace()
    assert isinstance(desk.worker.last, m.OpenModule)
    desk.opened()
    assert isinstance(desk.worker.last, m.ChooseFunction)
    desk.chosen()
    desk.traced()
    assert states(desk) == [RowState.TRACED]


def test_that_a_module_that_does_not_open_is_told_with_its_line(desk: Desk) -> None:
    desk.session.open("double.py")
    desk.failed("invalid syntax")
    module = desk.session.state.module
    assert module is not None
    assert module.error is not None
    assert (module.error.message, module.error.line, module.exit_code) == ("invalid syntax", 1, 3)
    assert not desk.session.tracing.busy


def test_that_a_function_that_is_not_there_skips_its_signatures(desk: Desk) -> None:
    desk.session.open("double.py", function="nowhere", signatures=("1",))
    desk.opened()
    desk.failed("there is no nowhere")
    assert states(desk) == [RowState.SKIPPED]
    function = desk.session.state.function
    assert function is not None
    assert function.error is not None


def test_that_a_signature_that_is_not_understood_fails_alone(desk: Desk) -> None:
    desk.session.open("double.py", signatures=("float32[", "1"))
    desk.opened()
    desk.chosen()
    desk.failed("this is no signature", 2)
    desk.traced()
    assert states(desk) == [RowState.FAILED, RowState.TRACED]


def test_that_another_module_is_opened_in_the_warm_worker_and_a_busy_one_is_replaced(desk: Desk) -> None:
    desk.open_and_trace("1")
    desk.session.open("other.py")
    assert desk.worker.discarded == 0
    assert desk.worker.last.path == "other.py"
    desk.session.open("third.py")
    assert desk.worker.discarded == 1
    assert desk.worker.last.path == "third.py"


def test_that_a_file_changed_on_disk_is_opened_again_in_the_warm_worker(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "double.py"
    file.write_text("one", encoding="utf-8")
    desk.session.open(str(file), signatures=("1",))
    desk.session.worker_received(m.ModuleOpened(desk.generation, str(file), "double", (found(),)), "")
    desk.chosen()
    desk.traced()
    file.write_text("two", encoding="utf-8")
    os.utime(file, (1, 1))
    desk.session.trace()
    assert desk.worker.discarded == 0
    assert isinstance(desk.worker.last, m.OpenModule)


def test_that_a_reused_graph_is_that_of_the_row_it_reuses(desk: Desk) -> None:
    desk.session.open("double.py", signatures=("1", "1"))
    desk.opened()
    desk.chosen()
    desk.traced()
    record = m.TraceRecord("1", "reused", 0.0, reuses=0)
    desk.traced(record)
    first, second = desk.session.state.rows.rows
    assert second.trace is not None
    assert first.trace is not None
    assert second.trace.concrete is first.trace.concrete
    assert words_of_row(second, desk.session.state.rows).chip.text == "reused A"


def test_that_a_lone_python_value_is_told_with_its_values(desk: Desk) -> None:
    desk.session.open("double.py", signatures=("3", "4"))
    desk.opened()
    desk.chosen()
    desk.traced()
    reason = ReasonRecord("steps", "python value", "3", "4", "Pass tf.constant(steps).")
    desk.traced(traced("4", reasons=(reason,)))
    row = desk.session.state.rows.rows[1]
    chip = words_of_row(row, desk.session.state.rows).chip
    assert (chip.text, chip.look) == ("retraced: Python value steps 3→4", "bad")


def test_that_cancel_reaches_the_worker_that_is_busy(desk: Desk) -> None:
    desk.session.cancel()
    assert desk.worker.cancelled == 0
    desk.session.open("double.py")
    desk.session.cancel()
    assert desk.worker.cancelled == 1
