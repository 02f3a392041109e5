"""Rows keep their letters in order, panes follow rows, and view changes can be undone."""

from __future__ import annotations

from fake_worker import FILE, Desk, found, traced

from graphscope.analysis.ops_of_lines import nodes_of_line
from graphscope.analysis.view_state import ViewState
from graphscope.session.panes import AFTER, MOST_PANES, Pane, Panes
from graphscope.session.selection import Selection
from graphscope.session.signature_rows import RowState, SignatureRows
from graphscope.session.undo_stack import UndoStack


def test_that_letters_follow_the_order() -> None:
    rows = SignatureRows()
    rows.fill(("1", "2", "3"))
    first, second, third = rows.rows
    rows.remove(first.key)
    assert [rows.letter(each.key) for each in (first, second, third)] == ["", "A", "B"]
    rows.fill(tuple(map(str, range(27))))
    assert rows.letter(rows.rows[26].key) == "A1"


def test_that_a_duplicate_stands_below_its_original(desk: Desk) -> None:
    desk.open_and_trace("1", "2")
    desk.session.edits.duplicate(desk.session.state.rows.rows[0].key)
    assert [row.text for row in desk.session.state.rows] == ["1", "1", "2"]


def test_that_a_row_typed_in_is_not_traced_until_asked(desk: Desk) -> None:
    desk.open_and_trace("1")
    row = desk.session.state.rows.rows[0]
    sent = len(desk.worker.sent)
    desk.session.edits.edit(row.key, " 2 ")
    assert (row.text, row.state) == ("2", RowState.EDITED)
    assert len(desk.worker.sent) == sent


def test_that_panes_of_a_removed_row_go(desk: Desk) -> None:
    desk.open_and_trace("1", "2")
    first, second = desk.session.state.rows.rows
    desk.session.edits.remove(first.key)
    assert [pane.row for pane in desk.session.views.panes.panes] == [second.key]


def test_that_reused_rows_come_after_those_with_a_graph_of_their_own(desk: Desk) -> None:
    from graphscope.protocol.records import TraceRecord

    desk.session.open("double.py", signatures=("1", "1", "2"))
    desk.opened()
    desk.chosen()
    desk.traced()
    desk.traced(TraceRecord("1", "reused", 0.0, reuses=0))
    desk.traced()
    rows = desk.session.state.rows.rows
    assert [pane.row for pane in desk.session.views.panes.panes] == [rows[0].key, rows[2].key]


def test_that_view_changes_are_undone_and_done_again(desk: Desk) -> None:
    desk.open_and_trace("1", "2")
    views = desk.session.views
    before = views.panes
    views.change_view_state(0, ViewState(opened=frozenset({"a"})))
    changed = views.panes
    assert views.can_undo
    views.undo()
    assert views.panes == before
    views.redo()
    assert views.panes == changed


def test_that_choosing_a_pane_is_no_step_to_undo(desk: Desk) -> None:
    desk.open_and_trace("1", "2")
    desk.session.views.choose(1)
    assert desk.session.views.panes.chosen == 1
    assert not desk.session.views.can_undo


def test_that_there_are_never_more_than_six_panes_and_always_one() -> None:
    panes = Panes()
    for _ in range(10):
        panes = panes.added(Pane(1))
    assert len(panes.panes) == MOST_PANES
    assert panes.without(5).chosen == 4


def test_that_the_last_pane_stays(desk: Desk) -> None:
    desk.open_and_trace("1")
    desk.session.views.close(0)
    assert len(desk.session.views.panes.panes) == 1


def test_that_a_view_switch_starts_from_the_default_view(desk: Desk) -> None:
    desk.open_and_trace("1", "2")
    desk.session.allow_grappler("static")
    desk.session.views.change_view_state(0, ViewState(hide=frozenset({"constants"})))
    desk.session.views.show_view(0, AFTER)
    assert desk.session.views.panes.panes[0].state is None


def test_that_a_new_value_after_undo_forgets_what_was_undone() -> None:
    stack = UndoStack(0)
    stack.change(1)
    stack.undo()
    stack.change(2)
    assert not stack.redo()
    assert stack.undo()
    assert stack.value == 0


def test_that_a_line_leads_to_its_ops(desk: Desk) -> None:
    desk.open_and_trace("1")
    concrete = desk.session.views.shown(0).concrete
    assert concrete is not None
    assert nodes_of_line(concrete, FILE, [2]) == {("double_1", "add")}
    assert nodes_of_line(concrete, FILE, [1]) == frozenset()


def test_that_a_selected_op_brings_its_line_along(desk: Desk) -> None:
    desk.open_and_trace("1")
    concrete = desk.session.views.shown(0).concrete
    assert concrete is not None
    desk.session.select_nodes(0, frozenset({("double_1", "add")}), concrete)
    assert desk.session.selection == Selection(frozenset({("double_1", "add")}), 0, FILE, 2)


def test_that_a_function_without_parameters_gets_an_empty_signature(desk: Desk) -> None:
    from dataclasses import replace

    desk.session.open("double.py")
    desk.opened(replace(found(), parameters="()"))
    assert [row.text for row in desk.session.state.rows] == [""]


def test_that_an_input_signature_is_offered(desk: Desk) -> None:
    desk.session.open("double.py")
    desk.opened(found(input_signature="int32[None]"))
    assert [row.text for row in desk.session.state.rows] == ["int32[None]"]


def test_that_a_comparison_holds_only_while_both_graphs_are_shown(desk: Desk) -> None:
    from graphscope.analysis.graph_diff import diff_graphs
    from graphscope.session.comparison import Comparison

    desk.open_and_trace("1", "2")
    first, second = (desk.session.views.shown(index).concrete for index in (0, 1))
    assert first is not None
    assert second is not None
    desk.session.take_comparison(Comparison(0, 1, first, second, diff_graphs(first, second)))
    assert desk.session.comparison is not None
    assert desk.session.comparison.words("A", "B") == "2 same, 0 changed"
    desk.session.views.close(0)
    assert desk.session.comparison is None
    assert desk.session.views.shown(1).concrete is None


def test_that_choosing_another_function_starts_without_panes(desk: Desk) -> None:
    desk.open_and_trace("1", "2")
    desk.session.choose("double")
    assert desk.session.views.panes.panes == ()
    assert desk.session.chosen_row() is None


def test_that_a_reused_graph_has_the_control_flow_of_the_trace_that_made_it(desk: Desk) -> None:
    from dataclasses import replace

    from graphscope.protocol.records import StatementRecord, TraceRecord

    desk.session.open("double.py", signatures=("1", "1"))
    desk.opened()
    desk.chosen()
    desk.traced(replace(traced("1"), control_flow=(StatementRecord(FILE, 2, "if", "staged"),)))
    desk.traced(TraceRecord("1", "reused", 0.0, reuses=0))
    rows = desk.session.state.rows
    flow = rows.control_flow(rows.rows[1])
    assert flow is not None
    assert [each.line for each in flow] == [2]
    rows.remove(rows.rows[0].key)
    assert rows.control_flow(rows.rows[0]) is None


def test_that_a_moved_row_keeps_its_graph_and_those_it_passed_wait_to_be_traced_in_the_new_order(desk: Desk) -> None:
    desk.open_and_trace("1", "2", "3", "4")
    rows = desk.session.state.rows
    first, second, third, fourth = rows.rows
    desk.session.edits.move(first.key, 2)
    assert [row.text for row in rows] == ["2", "3", "1", "4"]
    assert [row.state for row in rows] == [RowState.EDITED] * 3 + [RowState.TRACED]
    assert first.trace is not None
    assert rows.letter(first.key) == "C"
    desk.session.edits.move_by(fourth.key, 1)
    desk.session.edits.move_by(second.key, -1)
    assert [row.key for row in rows] == [second.key, third.key, first.key, fourth.key]
    assert fourth.state is RowState.TRACED


def test_that_each_line_pasted_becomes_a_row_and_an_empty_one_is_filled_first(desk: Desk) -> None:
    desk.open_and_trace("1", "2")
    first = desk.session.state.rows.rows[0]
    added = desk.session.edits.paste("\n  int32[]\n# a comment\n3, x=4\n", first.key)
    assert [row.text for row in desk.session.state.rows] == ["1", "int32[]", "3, x=4", "2"]
    assert [row.text for row in added] == ["int32[]", "3, x=4"]
    empty = desk.session.edits.add("", first.key)
    desk.session.edits.paste("5\n6", empty.key)
    assert desk.session.edits.text() == "1\n5\n6\nint32[]\n3, x=4\n2\n"
    desk.session.edits.paste("7")
    assert desk.session.edits.text().endswith("2\n7\n")
    assert desk.session.edits.paste("  \n") == ()
