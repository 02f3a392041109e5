"""Passes as views: how they are named, which graphs they show, what they are seen against, and what follows a bug."""

from __future__ import annotations

import dataclasses

import pytest

from graphscope.command_line import option_values
from graphscope.errors import UsageError
from graphscope.model.grappler import GrapplerPass, GrapplerRun, Partition, PassChange
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import ConcreteFunction, Trace
from graphscope.session.grappler_wish import Outcome
from graphscope.session.kept_panes import kept_panes, restored_panes
from graphscope.session.module_opening import SourceTexts
from graphscope.session.panes import Pane, Panes, Shown, is_view, shown, view_title
from graphscope.session.pass_views import against, is_against_first, pass_of
from graphscope.session.signature_rows import SignatureRow
from graphscope.session.table_rows import pass_rows, row_views
from graphscope.session.worked_passes import WorkedPasses, give_up, work_out
from tests.analysis.small_graphs import graph_of

TOP = graph_of(
    "f", [("x", "_Arg", ""), ("call", "PartitionedCall", "x"), ("dead", "Neg", "x"), ("out", "_Retval", "call")]
)
BODY = graph_of("__inference_kept_17", [("a", "_Arg", ""), ("same", "Identity", "a"), ("r", "_Retval", "same")])
FIRST = ConcreteFunction(TOP, {BODY.function: BODY})


def one(removed: tuple[str, ...], nodes: OpGraph, function: str = "") -> GrapplerPass:
    change = PassChange(removed, nodes)
    return GrapplerPass(0, "pruner", 4, 3, 3, 2, bool(change), 0.1, function, change)


def run() -> GrapplerRun:
    """Two passes over the outermost graph, the second of which does nothing, and one over a function of its own."""
    passes = (
        one(("dead",), graph_of("f", [])),
        one((), graph_of("f", [])),
        one(("same",), graph_of(BODY.function, [("a", "", ""), ("r", "_Retval", "a")]), BODY.function),
    )
    device = Partition("/job:localhost/replica:0/task:0/device:CPU:1", FIRST)
    return GrapplerRun("run", FIRST, FIRST, passes, first=dataclasses.replace(FIRST), partitions=(device,))


def seen(view: str, of: GrapplerRun) -> Shown:
    row = SignatureRow(1, "x")
    row.trace = Trace("x", "traced", concrete=FIRST)
    return shown(Pane(1, view), row, Outcome(of), SourceTexts())


def worked_out(of: GrapplerRun) -> WorkedPasses:
    *_, found = work_out(of, FIRST, lambda: False)
    return found


def test_that_views_of_passes_and_devices_are_known_by_their_names() -> None:
    assert all(map(is_view, ("pass:0", "pass:12", "pass:12:first", "partition:0")))
    assert not any(map(is_view, ("pass:", "pass:1:last", "pass:12345", "partition:", "partition:0:first")))
    assert pass_of("pass:3:first") == pass_of("pass:3") == 2
    assert against("pass:3", True) == "pass:3:first"
    assert against("pass:3:first", False) == "pass:3"
    assert against("partition:0", True) == "partition:0"
    assert is_against_first("pass:3:first")
    assert option_values.view("a=PASS:3:first") == ("A", "pass:3:first")
    with pytest.raises(UsageError):
        option_values.view("A=pass:3:last")


def test_that_titles_tell_pass_function_device_and_what_it_is_seen_against() -> None:
    of = run()
    assert view_title("pass:3", of) == "After pruner of kept"
    assert view_title("pass:1:first", of) == "After pruner · all changes"
    assert view_title("partition:0", of) == "Runs on CPU:1"
    assert row_views(of, True) == ("pass:0", "pass:1", "pass:3", "partition:0")
    assert pass_rows(of, False)[-1][0][:2] == ("runs on CPU:1", "4")


def test_that_graphs_are_shown_once_they_are_worked_out_and_not_before() -> None:
    of = run()
    assert seen("pass:1", of).waits
    found = worked_out(of)
    assert found.finished
    assert seen("pass:1", of).concrete is found.graphs[0].concrete
    assert "dead" not in found.graphs[0].concrete.graph.names
    assert found.graphs[1].concrete is found.graphs[0].concrete
    assert seen("pass:1", of).before is found.graphs[-1].concrete
    assert seen("pass:2:first", of).before is found.graphs[-1].concrete
    assert found.since_first[1] == (frozenset(), frozenset())
    assert [row[0][4] for row in pass_rows(of, True, words=found.words)][1:3] == ["1 dead", "1 rewired, 1 passed by"]


def test_that_a_pass_over_a_function_shows_that_function() -> None:
    of = run()
    each = worked_out(of).graphs[2]
    assert each.concrete.graph.names == ("a", "r")
    assert each.before.graph is each.first.graph
    assert each.first.graph.names == BODY.names
    assert seen("pass:3", of).versions is not seen("pass:1", of).versions


def test_that_nobody_waits_for_what_a_bug_kept_from_being_worked_out() -> None:
    of = run()
    give_up(of, FIRST)
    assert not seen("pass:1", of).waits
    assert "After Grappler" in seen("pass:1", of).message


def test_that_work_ends_where_it_has_been_overtaken() -> None:
    found = list(work_out(run(), FIRST, lambda: True))
    assert [each.finished for each in found] == [False]


def test_that_captures_keep_what_a_pass_is_seen_against() -> None:
    panes = Panes((Pane(7, "pass:3:first"), Pane(7, "partition:0")))
    back = restored_panes(kept_panes(panes, {7: 0}), [7])
    assert [pane.view for pane in back.panes] == ["pass:3:first", "partition:0"]
