"""The ops that break, continue and early return became: told with their statement, each with what it is there for."""

from __future__ import annotations

import ast

import pytest

from graphscope.protocol.records import StatementRecord
from graphscope.worker.jumps import written_jumps
from tests.worker.traced_module import MODULES, traces

pytestmark = pytest.mark.worker
FILE = MODULES / "jumps.py"
GOES_ON = "loop goes on only while"
THE_REST = "rest of the round runs only where"


def statement(function: str, signature: str, kind: str) -> StatementRecord:
    """The first statement of that kind in the function."""
    (trace,) = traces(FILE, function, signature)
    assert trace.outcome == "traced", trace.error
    return next(each for each in trace.control_flow if each.statement == kind and each.function == function)


def roles(told: StatementRecord, op_type: str = "StatelessIf") -> list[str]:
    return [each.role for each in told.lowered if each.op_type == op_type]


@pytest.mark.parametrize(
    ("function", "signature", "kind", "expected"),
    [
        ("breaks", "float32[], int32[]", "for", [f"{GOES_ON} no break happened", f"{THE_REST} no break happened"]),
        ("skips", "float32[], int32[]", "for", [f"{THE_REST} no continue happened"]),
        (
            "both",
            "float32[]",
            "while",
            [f"{GOES_ON} no break happened", *[f"{THE_REST} no break or continue happened"] * 2],
        ),
    ],
)
def test_that_each_branch_that_jumps_became_says_what_it_is_there_for(function, signature, kind, expected):
    told = statement(function, signature, kind)
    assert roles(told) == expected
    assert {each.op for each in told.lowered} <= set(told.ops)
    lines = FILE.read_text().splitlines()
    assert {lines[each.line - 1].strip() for each in told.lowered} <= {"break", "continue"}


def test_that_only_the_loop_that_is_left_has_branches_of_its_break():
    (trace,) = traces(FILE, "nested", "float32[3, 4]")
    outer, inner = (each for each in trace.control_flow if each.statement == "for" and each.function == "nested")
    assert outer.lowered == ()
    assert len(roles(inner)) == 2


def test_that_every_branch_in_the_graph_is_the_users_own_or_a_jumps():
    (trace,) = traces(FILE, "both", "float32[]")
    graphs = [graph for graph in (trace.graph, *trace.functions) if graph is not None]
    ifs = [graph.names[i] for graph in graphs for i, kind in enumerate(graph.op_types)]
    kinds = [graph.op_type_table[kind] for graph in graphs for kind in graph.op_types]
    branches = [name for name, kind in zip(ifs, kinds, strict=True) if kind == "StatelessIf"]
    own = [op for each in trace.control_flow if each.statement == "if" for op in each.ops]
    jumps = [each.op for each in trace.control_flow for each in each.lowered if each.op_type == "StatelessIf"]
    assert sorted(branches) == sorted(own + jumps)


def test_that_an_if_says_where_the_value_returned_in_it_is_kept():
    told = statement("returns", "float32[]", "if")
    assert told.detail.endswith("the value returned in it is kept in its output retval_")
    assert told.lowered == ()
    assert "returned" not in statement("breaks", "float32[], int32[]", "if").detail


def test_that_jumps_of_inner_loops_and_functions_are_not_the_outer_ones():
    text = "for a in b:\n  while c:\n    break\n    return\n  def f():\n    return\n  if d:\n    continue\n"
    loop = ast.parse(text).body[0]
    assert written_jumps(loop) == (("return", 4), ("continue", 8))
    assert isinstance(loop, ast.For)
    assert written_jumps(loop.body[2]) == ()
