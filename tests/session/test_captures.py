"""A capture is shown as it was saved, with no worker asked for anything; what is traced can be saved in the window."""

from __future__ import annotations

import dataclasses

import pytest
from fake_worker import FILE, Desk, graph

from graphscope.analysis.view_state import Trim
from graphscope.capture.capture import Capture
from graphscope.errors import CaptureError
from graphscope.protocol import messages as m
from graphscope.protocol.records import GrapplerRecord
from graphscope.session.count_pairs import count_pairs
from graphscope.session.grappler_wish import Setting
from graphscope.session.observers import Change
from graphscope.session.panes import AFTER
from graphscope.session.signature_rows import RowState
from tests.capture.captures import FILE as CAPTURED_FILE
from tests.capture.captures import TEXT, arranged, filled

PATH = "/home/user/double.gscope"


@pytest.fixture
def opened(desk: Desk) -> Desk:
    """A session with a capture open."""
    desk.session.open(PATH)
    desk.session.captures.opened(filled())
    return desk


def test_that_a_capture_is_read_and_no_worker_is_asked(desk: Desk) -> None:
    desk.session.open(PATH)
    assert desk.captures.to_read == [PATH]
    assert desk.session.captures.reading
    assert desk.worker.sent == []
    assert desk.session.settings.recent_files == (PATH,)


def test_that_everything_of_a_capture_is_shown(opened: Desk) -> None:
    state = opened.session.state
    assert state.module is not None
    assert state.function is not None
    assert state.module.is_open
    assert state.module.name_shown == "double.gscope"
    assert [each.expression for each in state.module.functions] == ["Net().double"]
    assert (state.function.name, state.function.file, state.function.line) == ("double", CAPTURED_FILE, 1)
    assert not state.function.options.autograph
    assert [row.text for row in state.rows] == ["float32[None, 4]", "float32[2, 4]", "string[]", "3"]
    assert [row.state for row in state.rows] == [
        RowState.TRACED,
        RowState.REUSED,
        RowState.FAILED,
        RowState.SKIPPED,
    ]
    assert state.sources.texts[CAPTURED_FILE] == TEXT
    assert "python runs\n" in state.output.text()
    assert [opened.session.views.shown(index).concrete is not None for index in range(2)] == [True, True]
    assert state.rows.control_flow(state.rows.rows[1]) == filled().signatures[0].trace.staging


def test_that_what_grappler_made_is_shown_and_nothing_is_run(opened: Desk) -> None:
    session = opened.session
    session.views.show_view(0, AFTER)
    shown = session.views.shown(0).concrete
    assert shown is not None
    assert shown.graph.function == "after"
    session.views.show_view(1, AFTER)
    assert "holds no Grappler run" in session.views.shown(1).message
    session.views.choose_grappler_mode("static")
    session.views.call_grappler_with(session.state.rows.rows[0].key, "3")
    session.grappler.ask(session.state.rows.rows[1].key)
    assert opened.optimiser.sent == []
    assert session.views.shown(0).concrete is shown
    assert "A capture runs nothing" in session.state.notice.text


def test_that_a_capture_cannot_be_traced_and_says_what_to_do(opened: Desk) -> None:
    session = opened.session
    rows = list(session.state.rows)
    told: list[str] = []
    session.on(Change.NOTICE, lambda: told.append(session.state.notice.text))
    session.trace()
    session.choose("other")
    session.set_options(dataclasses.replace(session.state.function.options, autograph=True))
    assert told[0] == "double.gscope is a capture: open double.py to trace it again"
    assert len(told) == 3
    assert list(session.state.rows) == rows
    assert opened.worker.sent == []


def test_that_a_capture_that_is_refused_says_why_and_can_be_read_again(desk: Desk) -> None:
    desk.session.open(PATH)
    desk.session.captures.refused(CaptureError("it is damaged", advice="Save it anew."))
    module = desk.session.state.module
    assert module is not None
    assert module.error is not None
    assert (module.error.message, module.error.advice, module.exit_code) == ("it is damaged", "Save it anew.", 3)
    assert not desk.session.captures.reading
    desk.session.trace()
    assert desk.captures.to_read == [PATH, PATH]
    desk.session.captures.opened(filled())
    assert desk.session.state.module is not None
    assert desk.session.state.module.error is None


def test_that_reading_can_be_cancelled(desk: Desk) -> None:
    desk.session.open(PATH)
    cancelled = desk.captures.cancelled
    desk.session.cancel()
    assert desk.captures.cancelled == cancelled + 1
    assert desk.session.state.module is not None
    assert desk.session.state.module.error is not None
    desk.session.captures.opened(filled())
    assert desk.session.state.capture is None


def test_that_a_module_opened_after_a_capture_is_traced(opened: Desk) -> None:
    opened.open_and_trace("int32[]")
    session = opened.session
    assert session.state.capture is None
    assert not session.captures.shown
    assert [row.state for row in session.state.rows] == [RowState.TRACED]


def test_that_a_capture_opened_while_a_module_is_traced_drops_its_worker(desk: Desk) -> None:
    desk.session.open("double.py", signatures=("int32[]",))
    desk.session.open(PATH)
    assert desk.worker.discarded == 1
    assert not desk.session.tracing.busy
    desk.session.captures.opened(filled())
    assert desk.session.state.module is not None
    assert desk.session.state.module.path == PATH


def test_that_a_capture_saved_again_is_the_same_capture(opened: Desk) -> None:
    opened.session.captures.save("/home/user/again.gscope")
    assert opened.captures.written == [("/home/user/again.gscope", filled())]


def test_that_what_was_traced_here_is_saved(desk: Desk) -> None:
    desk.session.worker_ready(m.Ready(1, "3.11.7", "python", "2.21.0", (), 1))
    desk.open_and_trace("int32[]", "3")
    desk.session.edits.add("4")
    capture = saved(desk)
    assert (capture.tensorflow, capture.python) == ("2.21.0", "3.11.7")
    assert capture.function.module == "double.py"
    assert (capture.function.expression, capture.function.file) == ("double", FILE)
    assert [each.text for each in capture.signatures] == ["int32[]", "3"]
    desk.session.captures.saved(PATH)
    assert desk.session.state.notice.text == f"Saved as {PATH} without 1 signature not traced"
    assert not desk.session.state.notice.fault


def test_that_a_worker_which_ended_since_is_still_named(desk: Desk) -> None:
    desk.session.worker_ready(m.Ready(1, "3.11.7", "python", "2.21.0", (), 1))
    desk.open_and_trace("int32[]")
    desk.ended()
    assert saved(desk).tensorflow == "2.21.0"


def test_that_a_signature_removed_since_is_reused_no_more(opened: Desk) -> None:
    rows = opened.session.state.rows.rows
    opened.session.edits.remove(rows[0].key)
    capture = saved(opened)
    assert [each.trace.reuses for each in capture.signatures] == [None, None, None]
    assert capture.signatures[0].trace.concrete is not None


def test_that_panes_are_kept_and_come_back_as_they_were(desk: Desk) -> None:
    desk.session.open(PATH)
    desk.session.captures.opened(arranged())
    views, rows = desk.session.views, desk.session.state.rows.rows
    assert [(pane.row, pane.view) for pane in views.panes.panes] == [(rows[1].key, "traced"), (rows[0].key, AFTER)]
    state = views.panes.panes[0].state
    assert state is not None
    assert (state.opened, state.grouping) == (frozenset({"double_1/while/loop"}), "scope")
    assert state.trims == (Trim("paths", frozenset({("double_1", "x")}), frozenset({("double_1", "while/add")}), 2),)
    assert not views.can_undo
    assert saved(desk).panes == arranged().panes


def test_that_panes_which_nobody_arranged_are_not_kept(opened: Desk) -> None:
    assert saved(opened).panes == ()


def test_that_what_a_pane_cannot_show_is_shown_as_at_first_sight(desk: Desk) -> None:
    first, _ = arranged().panes
    assert first.shown is not None
    strange = dataclasses.replace(first, shown=dataclasses.replace(first.shown, grouping="by smell"))
    panes = (strange, dataclasses.replace(first, view="from below"))
    desk.session.open(PATH)
    desk.session.captures.opened(dataclasses.replace(arranged(), panes=panes))
    assert [(pane.view, pane.state) for pane in desk.session.views.panes.panes] == [("traced", None)] * 2


def test_that_counts_say_that_what_is_in_a_loop_is_counted_once(opened: Desk) -> None:
    opened.session.views.show_view(0, AFTER)
    assert [pair.note for pair in count_pairs(opened.session)][:1] == [
        "What is in a loop is counted once, FLOPs and bytes too, however many rounds it runs."
    ]


def test_that_one_signature_with_two_settings_of_grapplers_comes_back_with_both(desk: Desk) -> None:
    desk.open_and_trace("1")
    desk.session.allow_grappler("run")
    desk.session.views.show_view(0, AFTER)
    optimised(desk, GrapplerRecord("run", before=graph(), after=graph("fused")))
    setting = Setting("static", (("remapping", False),))
    desk.session.views.add(desk.session.state.rows.rows[0].key, AFTER, setting)
    options = {"remapping": "False"}
    optimised(desk, GrapplerRecord("static", before=graph(), after=graph("apart"), options=options))
    kept = saved(desk)
    desk.session.open(PATH)
    desk.session.captures.opened(kept)
    shown = [desk.session.views.shown(index).concrete for index in range(2)]
    assert [each.graph.function for each in shown if each is not None] == ["fused", "apart"]
    assert desk.session.captures.captured() == kept


def optimised(desk: Desk, record: GrapplerRecord) -> None:
    """What the worker of a run answers."""
    generation = desk.optimiser.last.generation
    desk.optimised(m.ModuleOpened(generation, FILE, "double", ()))
    desk.optimised(m.FunctionChosen(generation, "double", "tf.function"))
    desk.optimised(m.GrapplerDone(generation, record))


def test_that_nothing_is_saved_where_nothing_is_traced(desk: Desk) -> None:
    assert not desk.session.captures.can_save
    desk.session.captures.save(PATH)
    assert desk.captures.written == []


def saved(desk: Desk) -> Capture:
    """The capture that is written when the user wants it."""
    assert desk.session.captures.can_save
    desk.session.captures.save(PATH)
    ((path, capture),) = desk.captures.written
    assert path == PATH
    return capture
