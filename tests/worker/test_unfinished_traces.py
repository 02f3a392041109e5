"""What a failed trace had come to: branches, bodies and called functions that were not finished are in the graph."""

from __future__ import annotations

import pytest

from graphscope.analysis.default_view import default_picture
from graphscope.model import from_protocol
from graphscope.protocol.records import GraphRecord, TraceRecord
from graphscope.session.failure_words import told_statements
from graphscope.session.module_opening import SourceTexts
from tests.worker.traced_module import MODULES, traces

pytestmark = pytest.mark.worker
FAILING = MODULES / "mistakes.py"


@pytest.fixture(scope="module")
def failed() -> dict[str, TraceRecord]:
    """One failed trace of each function."""
    signatures = {
        "deep_inside": "int32[], float32[3]",
        "of_two_structures": "float32[]",
        "calling": "float32[]",
    }
    found = {name: traces(FAILING, name, signature)[0] for name, signature in signatures.items()}
    assert {each.outcome for each in found.values()} == {"failed"}
    return found


def unfinished(graph: GraphRecord, trace: TraceRecord) -> tuple[int, str, dict[str, GraphRecord]]:
    """The row of the op that was never made, its type, and what it was to run, by attribute."""
    (row,) = (row for row, each in enumerate(graph.attributes) if "unfinished" in graph.attribute_table[each])
    known = {each.function: each for each in trace.partial_functions}
    parts = {attribute: known[names[0]] for attribute, names in graph.calls[str(row)].items()}
    return row, graph.op_type_table[graph.op_types[row]], parts


def types(graph: GraphRecord) -> set[str]:
    return {graph.op_type_table[each] for each in graph.op_types}


def lines(graph: GraphRecord, row: int) -> list[int]:
    return [graph.frame_table[frame][1] for frame in graph.stack_table[graph.stacks[row]]]


def test_that_a_branch_inside_a_loop_is_there_as_far_as_it_came(failed):
    trace = failed["deep_inside"]
    top = trace.partial
    assert top is not None
    row, op_type, loop = unfinished(top, trace)
    assert (op_type, set(loop)) == ("While", {"cond", "body"})
    body = loop["body"]
    assert [each.name for each in body.arguments[:5]] == ["loop counter", "maximum iterations", "_", "row", "n"]
    inner, inner_type, branches = unfinished(body, trace)
    assert (inner_type, set(branches)) == ("If", {"then_branch", "else_branch"})
    assert "Exp" in types(branches["then_branch"])
    assert "Sin" in types(branches["else_branch"])
    assert body.attribute_table[body.attributes[inner]]["unfinished"] == "else_branch"
    assert trace.error is not None
    assert trace.error.line is not None
    assert lines(top, row)[-1] == trace.error.line - 6
    assert lines(body, inner)[-1] == trace.error.line - 4


def test_that_what_it_would_have_taken_leads_to_it(failed):
    top = failed["deep_inside"].partial
    row, _, _ = unfinished(top, failed["deep_inside"])
    sources = {top.names[each] for each in top.inputs[row][::2]}
    assert {"n", "row", "while/loop_counter"} <= sources


def test_that_branches_by_hand_that_do_not_fit_each_other_are_both_there(failed):
    trace = failed["of_two_structures"]
    _, op_type, branches = unfinished(trace.partial, trace)
    assert (op_type, set(branches)) == ("If", {"then_branch", "else_branch"})
    assert "Sin" in types(branches["then_branch"])


def test_that_a_called_function_is_there_as_far_as_it_came(failed):
    trace = failed["calling"]
    _, op_type, parts = unfinished(trace.partial, trace)
    assert op_type == "PartitionedCall"
    assert "RealDiv" in types(parts["f"])


def test_that_the_picture_opens_what_the_trace_failed_in_and_says_where(failed):
    trace = from_protocol.trace(failed["deep_inside"], "", [])
    assert trace.error is not None
    assert trace.partial is not None
    flow = told_statements(trace.control_flow, trace, SourceTexts({str(FAILING): FAILING.read_text()}))
    titles = {box.title for box in default_picture(trace.partial, flow)[1].boxes.values()}
    line = trace.error.line
    assert line is not None
    assert f"while · line {line - 6} (AutoGraph) · not finished" in titles
    assert f"if · line {line - 4} (AutoGraph) · not finished" in titles
    assert f"else · ✗ failed at line {line}" in titles
    assert f"failed here · line {line}" in titles
    assert "then" in titles
