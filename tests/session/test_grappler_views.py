"""Grappler is asked of a throw-away worker, once the user was told."""

from __future__ import annotations

import pytest
from fake_worker import Desk, graph

from graphscope.model.trace import UserError
from graphscope.protocol import messages as m
from graphscope.protocol.optimizer_options import Value
from graphscope.protocol.records import ErrorRecord, GrapplerRecord
from graphscope.session.grappler_wish import AS_CHOSEN, RUN, STATIC, Setting, changed_options
from graphscope.session.observers import Change
from graphscope.session.panes import AFTER, BEFORE, TRACED


def answers(desk: Desk, record: GrapplerRecord) -> None:
    """The three answers of an optimising worker."""
    generation = desk.optimiser.last.generation
    desk.optimised(m.ModuleOpened(generation, "/home/user/double.py", "double", ()))
    desk.optimised(m.FunctionChosen(generation, "double", "tf.function"))
    desk.optimised(m.GrapplerDone(generation, record))


def test_that_nothing_is_run_before_the_user_was_told(desk: Desk) -> None:
    desk.open_and_trace("1", "2")
    told: list[bool] = []
    desk.session.on(Change.CONSENT, lambda: told.append(True))
    desk.session.views.show_view(1, AFTER)
    assert told == [True]
    assert desk.optimiser.sent == []
    desk.session.allow_grappler("run")
    assert isinstance(desk.optimiser.last, m.OpenModule)
    assert desk.session.settings.grappler_run_explained


def test_that_a_run_gets_the_signatures_before_it_and_its_worker_is_thrown_away(desk: Desk) -> None:
    desk.open_and_trace("1", "2")
    desk.session.views.show_view(1, AFTER)
    desk.session.allow_grappler("run")
    before = desk.optimiser.discarded
    answers(desk, GrapplerRecord("run", before=graph("before"), after=graph("after")))
    assert desk.optimiser.last == m.RunGrappler(desk.optimiser.last.generation, "2", ("1",), "run")
    assert desk.optimiser.discarded == before + 1
    shown = desk.session.views.shown(1)
    assert shown.concrete is not None
    assert shown.concrete.graph.function == "after"


def test_that_static_never_asks(desk: Desk) -> None:
    desk.open_and_trace("1", "2")
    desk.session.allow_grappler("static")
    desk.session.views.show_view(0, AFTER)
    assert isinstance(desk.optimiser.last, m.OpenModule)
    assert not desk.session.settings.grappler_run_explained


def test_that_refusing_leads_back_to_the_traced_graph(desk: Desk) -> None:
    desk.open_and_trace("1", "2")
    desk.session.views.show_view(1, AFTER)
    desk.session.views.refuse_grappler()
    assert [pane.view for pane in desk.session.views.panes.panes] == [TRACED, TRACED]
    assert desk.optimiser.sent == []


def test_that_a_run_that_fails_says_why_and_the_trace_stands(desk: Desk) -> None:
    desk.open_and_trace("1", "2")
    desk.session.allow_grappler("run")
    desk.session.views.show_view(1, AFTER)
    answers(desk, GrapplerRecord("run", error=ErrorRecord("InvalidArgumentError", "it failed")))
    shown = desk.session.views.shown(1)
    assert shown.concrete is None
    assert shown.message == "It failed"
    desk.session.views.show_view(1, TRACED)
    assert desk.session.views.shown(1).concrete is not None


def test_that_tracing_again_forgets_runs_and_asks_anew(desk: Desk) -> None:
    desk.open_and_trace("1", "2")
    desk.session.allow_grappler("run")
    desk.session.views.show_view(1, AFTER)
    answers(desk, GrapplerRecord("run", before=graph(), after=graph()))
    asked = len(desk.optimiser.sent)
    desk.session.trace()
    desk.chosen()
    desk.traced()
    assert len(desk.optimiser.sent) == asked
    desk.traced()
    assert len(desk.optimiser.sent) == asked + 1


def test_that_views_asked_for_by_letter_are_shown_and_unknown_letters_told(desk: Desk) -> None:
    desk.open_and_trace("1", "2", "3")
    desk.session.grappler.consented = True
    assert desk.session.views.show_requested({"b": AFTER, "C": AFTER, "D": AFTER}) == ("D",)
    assert [pane.view for pane in desk.session.views.panes.panes] == [TRACED, AFTER, AFTER]
    assert isinstance(desk.optimiser.last, m.OpenModule)


def test_that_the_function_is_called_with_what_the_user_says_and_run_again_for_it(desk: Desk) -> None:
    desk.open_and_trace("1", "2")
    desk.session.allow_grappler("run")
    desk.session.views.show_view(1, AFTER)
    answers(desk, GrapplerRecord("run", before=graph(), after=graph()))
    row = desk.session.state.rows.rows[1]
    desk.session.views.call_grappler_with(row.key, "tf.constant(5)")
    assert row.grappler_waits
    answers(desk, GrapplerRecord("run", before=graph(), after=graph()))
    assert desk.optimiser.last.inputs == "tf.constant(5)"
    asked = len(desk.optimiser.sent)
    desk.session.views.call_grappler_with(row.key, None)
    assert not row.grappler_waits
    assert desk.session.views.shown(1).concrete is not None
    assert len(desk.optimiser.sent) == asked, "what is known is not run again"


def test_that_inputs_given_during_a_run_stop_it_and_begin_another(desk: Desk) -> None:
    desk.open_and_trace("1")
    desk.session.allow_grappler("run")
    desk.session.views.show_view(0, AFTER)
    late = desk.optimiser.last.generation
    desk.session.views.call_grappler_with(desk.session.state.rows.rows[0].key, "5")
    assert desk.optimiser.discarded >= 1
    desk.optimised(m.ModuleOpened(late, "/home/user/double.py", "double", ()))
    assert isinstance(desk.optimiser.last, m.OpenModule), "the late answer is dropped"
    answers(desk, GrapplerRecord("run", before=graph(), after=graph()))
    assert desk.optimiser.last.inputs == "5"


def test_that_inputs_given_before_the_first_run_run_nothing_until_the_user_was_told(desk: Desk) -> None:
    desk.open_and_trace("1")
    desk.session.views.call_grappler_with(desk.session.state.rows.rows[0].key, "5")
    assert desk.optimiser.sent == []
    desk.session.views.show_view(0, AFTER)
    assert desk.optimiser.sent == []


def test_that_another_way_of_asking_forgets_what_was_made_and_asks_anew(desk: Desk) -> None:
    desk.open_and_trace("1", "2")
    desk.session.allow_grappler("static")
    desk.session.views.show_view(0, AFTER)
    answers(desk, GrapplerRecord("static", before=graph(), after=graph()))
    assert desk.session.grappler_is_static(0)
    assert not desk.session.grappler_is_static(1)
    told: list[bool] = []
    desk.session.on(Change.CONSENT, lambda: told.append(True))
    desk.session.views.choose_grappler_mode("run")
    assert told == [True], "a run is still told of first"
    assert desk.session.views.shown(0).concrete is None
    desk.session.allow_grappler("run")
    answers(desk, GrapplerRecord("run", before=graph(), after=graph()))
    assert desk.optimiser.last.mode == "run"
    assert not desk.session.grappler_is_static(0)


def two_settings(desk: Desk) -> None:
    """One signature in two panes, after Grappler as it is and without remapping."""
    desk.open_and_trace("1")
    desk.session.allow_grappler("run")
    desk.session.views.show_view(0, AFTER)
    answers(desk, GrapplerRecord("run", before=graph(), after=graph("fused")))
    key = desk.session.state.rows.rows[0].key
    desk.session.views.add(key, AFTER, Setting(options=(("remapping", False),)))


def test_that_one_signature_is_shown_with_two_settings_side_by_side(desk: Desk) -> None:
    two_settings(desk)
    assert desk.session.views.shown(1).waits
    answers(desk, GrapplerRecord("run", before=graph(), after=graph("apart")))
    assert desk.optimiser.last.options == {"remapping": False}
    names = [
        shown.graph.function for shown in (desk.session.views.shown(0).concrete, desk.session.views.shown(1).concrete)
    ]
    assert names == ["fused", "apart"]
    row = desk.session.state.rows.rows[0]
    assert row.grappler is not None
    assert row.grappler.after is not None
    assert row.grappler.after.graph.function == "apart", "the chosen pane's run is of interest"
    desk.session.views.choose(0)
    assert row.grappler.after.graph.function == "fused"


def test_that_going_back_to_a_setting_runs_nothing(desk: Desk) -> None:
    two_settings(desk)
    answers(desk, GrapplerRecord("run", before=graph(), after=graph("apart")))
    asked = len(desk.optimiser.sent)
    desk.session.views.show_view(0, AFTER, Setting(options=(("remapping", False),)))
    desk.session.views.show_view(1, AFTER, AS_CHOSEN)
    assert len(desk.optimiser.sent) == asked
    assert not desk.session.views.shown(0).waits


def test_that_a_setting_that_aborts_costs_that_pane_only_and_is_run_again_when_asked(desk: Desk) -> None:
    two_settings(desk)
    desk.session.grappler.runs.queue.ended(UserError("WorkerError", "remapper aborted the process"), "")
    assert desk.session.views.shown(0).concrete is not None
    assert desk.session.views.shown(1).message == "Remapper aborted the process"
    asked = len(desk.optimiser.sent)
    desk.session.views.show_view(1, BEFORE)
    assert len(desk.optimiser.sent) == asked, "it is not tried again unasked"
    desk.session.views.run_grappler_again()
    assert len(desk.optimiser.sent) == asked + 1


def test_that_run_and_static_stand_side_by_side_and_static_needs_no_consent(desk: Desk) -> None:
    desk.open_and_trace("1")
    key = desk.session.state.rows.rows[0].key
    desk.session.views.add(key, AFTER, Setting(STATIC))
    answers(desk, GrapplerRecord("static", before=graph(), after=graph()))
    assert [desk.session.grappler_is_static(index) for index in (0, 1)] == [False, True]
    told: list[bool] = []
    desk.session.on(Change.CONSENT, lambda: told.append(True))
    desk.session.views.show_view(0, AFTER, Setting(RUN))
    assert told == [True]
    desk.session.views.refuse_grappler()
    assert [pane.view for pane in desk.session.views.panes.panes] == [TRACED, AFTER]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({}, ""),
        ({"remapping": True, "min_graph_nodes": 4}, ""),
        ({"remapping": False}, "no remapping"),
        ({"debug_stripper": True, "min_graph_nodes": -1}, "debug stripper, smallest graph -1"),
        ({"remapping": False, "loop_optimization": False, "constant_folding": False}, "3 options changed"),
    ],
)
def test_that_a_setting_is_named_by_what_differs_from_tensorflows_own(values: dict[str, Value], words: str) -> None:
    assert Setting(options=changed_options(values)).words == words
