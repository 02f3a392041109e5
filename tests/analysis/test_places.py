"""Ops as rows of their graphs: there and back, the line they share, and those that a picture shows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphscope.analysis.box_of import shown_of
from graphscope.analysis.build_picture import build_picture
from graphscope.analysis.node_ids import node_ids
from graphscope.analysis.places import line_of, nodes_at, places_of
from graphscope.analysis.view_state import ViewState
from graphscope.model.op_graph import Frame, OpGraph
from graphscope.model.trace import ConcreteFunction
from tests.analysis.unrolled_graph import FILE, unrolled


@pytest.fixture(scope="module")
def concrete() -> ConcreteFunction:
    return unrolled(2, 20)


def test_that_ops_are_found_again_and_those_of_other_graphs_are_nowhere(concrete: ConcreteFunction) -> None:
    nodes = frozenset(node_ids(concrete.graph)[3:40])
    places = places_of(concrete, [*nodes, ("elsewhere", "x"), (concrete.graph.function, "no such op")])
    assert [(graph.function, rows.tolist()) for graph, rows in places] == [
        (concrete.graph.function, list(range(3, 40)))
    ]
    assert nodes_at(places) == nodes
    assert places_of(concrete, []) == places_of(concrete, [("elsewhere", "x")]) == ()


def test_that_ops_share_the_innermost_line_that_all_of_them_came_by() -> None:
    outer, left, right = (Frame(FILE, line, "f") for line in (3, 5, 6))
    stacks = ((), (outer, left), (outer, right), (outer, left, right), (right,))
    none = ((),) * 5
    graph = OpGraph("f", tuple("abcde"), ("NoOp",) * 5, none, none, none, ({},) * 5, ("",) * 5, stacks)
    concrete = ConcreteFunction(graph)

    def line(names: str) -> tuple[str, int] | None:
        return line_of(places_of(concrete, [("f", name) for name in names]))

    assert line("a") is None
    assert line("ab") == (FILE, 5)
    assert line("bc") == (FILE, 3)
    assert line("bd") == (FILE, 5)
    assert line("be") is None


def test_that_hidden_ops_are_not_among_those_shown(concrete: ConcreteFunction) -> None:
    every = places_of(concrete, node_ids(concrete.graph))
    view = ViewState()
    assert nodes_at(shown_of(build_picture(concrete, view).box_of, every)) == frozenset(node_ids(concrete.graph))
    hiding = build_picture(concrete, replace(view, hide=frozenset({"Mul"})))
    shown = nodes_at(shown_of(hiding.box_of, every))
    assert shown == frozenset(node for node in node_ids(concrete.graph) if node in hiding.box_of)
    assert 0 < len(shown) < len(concrete.graph)
