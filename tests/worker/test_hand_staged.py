"""Control flow that the user staged by hand is told apart from what AutoGraph staged, with the user's own line."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from graphscope.protocol.records import TraceRecord
from tests.worker.traced_module import MODULES, traces

pytestmark = pytest.mark.worker
FILE = MODULES / "by_hand.py"
TYPES = {"tf.switch_case": "StatelessCase", "tf.cond": "StatelessIf", "tf.case": "StatelessIf", "tf.vectorized_map": ""}


@pytest.fixture(scope="module")
def trace() -> TraceRecord:
    (found,) = traces(FILE, "hand", "float32[], int32[]")
    assert found.outcome == "traced", found.error
    return found


def marked() -> dict[int, str]:
    """Line → the call that its comment says."""
    lines = enumerate(FILE.read_text().splitlines(), 1)
    return {number: found[1] for number, line in lines if (found := re.search(r"# (tf\.\w+)$", line))}


def test_that_each_call_is_told_at_its_line_whoever_converted_the_code_around_it(trace):
    assert {each.line: each.call for each in trace.by_hand} == marked()
    assert {each.file for each in trace.by_hand} == {str(FILE)}
    assert [each.line for each in trace.by_hand] == sorted(each.line for each in trace.by_hand)


def test_that_each_call_names_the_ops_that_it_made(trace):
    for each in trace.by_hand:
        assert "".join(each.op_types) == TYPES.get(each.call, "StatelessWhile"), each
        assert bool(each.ops) == bool(each.op_types)
        assert "by hand" in each.detail


def test_that_a_call_made_twice_counts_twice_and_one_of_many_branches_once(trace):
    times = {(each.call, each.function): each.times for each in trace.by_hand}
    assert times["tf.cond", "helper"] == 2
    assert times["tf.case", "hand"] == 1


def test_that_every_branch_and_loop_in_the_graph_is_autographs_or_by_hand(trace):
    graphs = [graph for graph in (trace.graph, *trace.functions) if graph is not None]
    made = Counter(
        name
        for graph in graphs
        for name, kind in zip(graph.names, graph.op_types, strict=True)
        if graph.op_type_table[kind] in {"StatelessIf", "StatelessWhile", "StatelessCase"}
    )
    told = Counter(op for each in trace.by_hand for op in each.ops)
    told.update(op for each in trace.control_flow for op in each.ops if not op.endswith("LogicalNot"))
    assert made == told


def test_that_statements_are_never_told_to_be_by_hand(trace):
    staged = {each.line for each in trace.control_flow if each.outcome == "staged"}
    hand = {each.line for each in trace.by_hand}
    assert len(staged) == 4
    assert len(staged & hand) == 1  # the conditional expression inside map_fn
