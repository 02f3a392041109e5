"""Trimming: what leads to ops, follows from them, is near or between them, held against networkx; and what is shown."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphscope.analysis.build_picture import build_picture
from graphscope.analysis.kept_ops import leaves_something
from graphscope.analysis.trim import ancestors, between, descendants, within_hops
from graphscope.analysis.trim_words import all_shown, hidden_summary, hidden_words, shown_again, trim_words, trimmed
from graphscope.analysis.view_state import ALL_WIRES, Trim, ViewState
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import ConcreteFunction
from tests.analysis.small_graphs import branches, graph_of, loop

Edges = list[tuple[int, int, bool]]


def graph_with(size: int, edges: Edges) -> OpGraph:
    """A graph of plain ops with these edges: from, to, whether it is a control edge. Cycles are allowed."""
    words: list[list[str]] = [[] for _ in range(size)]
    for source, target, control in edges:
        words[target % size].append(f"{'^' if control else ''}op_{source % size}")
    return graph_of("f", [(f"op_{row}", "Mul", " ".join(each)) for row, each in enumerate(words)])


graphs = st.builds(
    graph_with,
    st.integers(1, 40),
    st.lists(st.tuples(st.integers(0, 39), st.integers(0, 39), st.booleans()), max_size=90),
)


def of(mask: np.ndarray) -> set[int]:
    return set(np.flatnonzero(mask).tolist())


@settings(max_examples=150, deadline=None)
@given(graphs, st.data())
def test_that_reach_is_what_networkx_says(graph: OpGraph, data: st.DataObject) -> None:
    other = nx.DiGraph(graph.to_networkx())
    rows = st.integers(0, len(graph) - 1)
    one, two, hops = data.draw(rows), data.draw(rows), data.draw(st.integers(0, 4))
    assert of(ancestors(graph, [one])) == nx.ancestors(other, one) | {one}
    assert of(descendants(graph, [one])) == nx.descendants(other, one) | {one}
    near = nx.single_source_shortest_path_length(other.to_undirected(as_view=True), one, cutoff=hops)
    assert of(within_hops(graph, [one], hops)) == set(near)
    both = of(ancestors(graph, [one, two]))
    assert both == of(ancestors(graph, [one])) | of(ancestors(graph, [two]))


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.booleans()), max_size=16),
    st.integers(0, 9),
    st.integers(0, 9),
)
def test_that_the_ops_between_are_those_of_every_path(edges: Edges, one: int, two: int) -> None:
    graph = graph_with(10, [(min(a, b), max(a, b), control) for a, b, control in edges if a != b])
    other = nx.DiGraph(graph.to_networkx())
    paths = [*nx.all_simple_paths(other, one, two), *nx.all_simple_paths(other, two, one)]
    expected = {row for path in paths for row in path} | ({one} if one == two else set())
    assert of(between(graph, [one], [two])) == expected


def test_that_a_wide_graph_and_a_long_chain_are_walked_whole() -> None:
    chain = graph_with(3000, [(row, row + 1, False) for row in range(2999)])
    assert ancestors(chain, [2999]).all()
    assert of(descendants(chain, [2990])) == set(range(2990, 3000))
    star = graph_with(
        500, [(0, row, row % 2 == 0) for row in range(1, 499)] + [(row, 499, False) for row in range(1, 499)]
    )
    assert descendants(star, [0]).all()
    assert of(ancestors(star, list(range(1, 499)))) == set(range(499))


# ---- in pictures -------------------------------------------------------------------------------------------------

CHAIN = [
    ("x", "Placeholder", ""),
    ("a", "Relu", "x"),
    ("b", "Relu", "a"),
    ("c", "Tanh", "b"),
    ("d", "Tanh", "c"),
    ("e", "Exp", "^b"),
]


def shown(concrete: ConcreteFunction, *trims: Trim, hide: str = "") -> set[str]:
    state = ViewState(hide=frozenset(filter(None, hide.split(","))), trims=trims)
    return {node[1] for node in build_picture(concrete, state).box_of if node[0] == concrete.graph.function}


def trim(kind: str, *names: str, hops: int = 0, others: tuple[str, ...] = ()) -> Trim:
    return Trim(kind, frozenset(("f", name) for name in names), frozenset(("f", name) for name in others), hops)


@pytest.mark.parametrize(
    ("wanted", "left"),
    [
        (trim("ancestors", "c"), "x a b c"),
        (trim("descendants", "b"), "b c d e"),
        (trim("neighbours", "b"), "b"),
        (trim("neighbours", "b", hops=1), "a b c e"),
        (trim("paths", "d", others=("a",)), "a b c d"),
        (trim("selected", "b", "e"), "x a c d"),
        (trim("ancestors", "of another graph"), "x a b c d e"),
    ],
)
def test_that_a_trim_leaves_what_it_says(wanted: Trim, left: str) -> None:
    assert shown(ConcreteFunction(graph_of("f", CHAIN)), wanted) == set(left.split())


def test_that_trims_add_up_and_are_told_with_their_numbers() -> None:
    concrete = ConcreteFunction(graph_of("f", CHAIN))
    trims = (trim("descendants", "a"), trim("selected", "b"))
    picture = build_picture(concrete, ViewState(trims=trims, hide=frozenset({"Exp"})))
    assert picture.hidden == {"that do not follow from a": 1, "selected": 1, "Exp": 1}
    assert [(wire.source, wire.target) for wire in picture.wires] == [("f/a", "f/c"), ("f/c", "f/d")]


def test_that_wires_run_past_ops_that_are_hidden_but_not_past_the_rest_of_the_graph() -> None:
    nodes = [("a", "Relu", ""), ("b", "Relu", "a"), ("c", "Relu", "b"), ("d", "Relu", "a c")]
    concrete = ConcreteFunction(graph_of("f", nodes))
    kept = build_picture(concrete, ViewState(trims=(trim("selected", "b"),)))
    assert ("f/a", "f/c") in {(wire.source, wire.target) for wire in kept.wires}
    near = build_picture(concrete, ViewState(trims=(trim("neighbours", "d", hops=1), trim("selected", "d"))))
    assert near.wires == ()


def test_that_no_path_between_two_ops_is_noticed_beforehand() -> None:
    concrete = ConcreteFunction(graph_of("f", CHAIN))
    assert leaves_something(concrete, trim("paths", "a", others=("e",)))
    assert not leaves_something(concrete, trim("paths", "d", others=("e",)))


def test_that_what_is_hidden_is_shown_again_by_its_words() -> None:
    state = ViewState(hide=frozenset({"Exp"}))
    state = trimmed(trimmed(state, trim("selected", "a")), trim("selected", "b"))
    assert len(state.trims) == 1
    state = trimmed(state, trim("ancestors", "d"))
    hidden = build_picture(ConcreteFunction(graph_of("f", CHAIN)), state).hidden
    assert hidden == {"selected": 2, "that do not lead to d": 1}
    assert shown_again(state, "selected").trims == (trim("ancestors", "d"),)
    assert shown_again(state, "that do not lead to d").hide == {"Exp"}
    assert shown_again(state, "Exp").hide == frozenset()
    assert all_shown(state) == ViewState(stubs=ALL_WIRES)


def test_that_the_ops_of_a_group_are_told_by_the_scope_they_share() -> None:
    names = ("model/dense/a", "model/dense/b")
    assert trim_words(trim("descendants", *names)) == "that do not follow from 2 ops of dense"
    assert trim_words(trim("neighbours", "a", "b", hops=1)) == "more than 1 hop from 2 ops"
    assert trim_words(trim("paths", "model/a", others=("b",))) == "off the paths between a and b"


def test_that_hidden_things_are_counted_in_words() -> None:
    assert hidden_words("identities", 1) == "1 identity"
    assert hidden_words("Relu", 1200) == "1,200 Relu"
    assert hidden_summary({"constants": 9}) == "9 constants hidden"
    assert hidden_summary({"constants": 9, "control edges": 4, "selected": 1}) == "10 ops hidden"
    assert hidden_summary({"constants": 9, "identities": 2}, "instruction") == "11 instructions hidden"
    assert hidden_summary({}) == ""


# ---- kinds -------------------------------------------------------------------------------------------------------


def test_that_control_edges_are_hidden_without_hiding_ops() -> None:
    concrete = ConcreteFunction(graph_of("f", CHAIN))
    assert any(wire.control for wire in build_picture(concrete, ViewState()).wires)
    picture = build_picture(concrete, ViewState(hide=frozenset({"control edges"})))
    assert not any(wire.control for wire in picture.wires)
    assert picture.hidden == {"control edges": 1}
    assert len(picture.boxes) == len(CHAIN)


def test_that_summaries_are_hidden_with_the_text_made_for_them_alone() -> None:
    nodes = [
        ("x", "Placeholder", ""),
        ("text", "StringFormat", "x"),
        ("print", "PrintV2", "text"),
        ("used", "StringFormat", "x"),
        ("also", "PrintV2", "used"),
        ("kept", "Identity", "used"),
        ("loss", "WriteScalarSummary", "x"),
        ("check", "Assert", "x"),
    ]
    assert shown(ConcreteFunction(graph_of("f", nodes)), hide="summaries") == {"x", "used", "kept"}


# ---- in nested functions -----------------------------------------------------------------------------------------


def test_that_what_leads_to_an_op_in_a_body_leads_on_outside_of_it() -> None:
    concrete, body = loop(), "while_body_4"
    state = ViewState(opened=frozenset({"step/while"}))
    wanted = Trim("ancestors", frozenset({(body, "add")}))
    picture = build_picture(concrete, trimmed(state, wanted))
    assert {name for function, name in picture.box_of if function == body} == {"i", "one", "add"}
    assert {name for function, name in picture.box_of if function == "step"} == {"x", "n", "i", "while"}
    assert {name for function, name in picture.box_of if function == "while_cond_3"} == {"i", "x", "n", "Less"}


def test_that_neighbours_of_an_op_in_a_body_bring_only_the_region_around_it() -> None:
    picture = build_picture(
        loop(), ViewState(trims=(Trim("neighbours", frozenset({("while_body_4", "call")}), hops=1),))
    )
    assert {name for function, name in picture.box_of if function == "step"} == {"while"}


def test_that_paths_run_into_the_branch_that_holds_the_other_op() -> None:
    ops = frozenset({("step", "Greater")}), frozenset({("cond_true_23", "mul")})
    state = ViewState(opened=frozenset({"step/cond"}), trims=(Trim("paths", *ops),))
    picture = build_picture(branches(), state)
    assert {name for function, name in picture.box_of if function == "step"} == {"Greater", "cond"}
    assert {name for function, name in picture.box_of if function == "cond_true_23"} == {"x", "mul"}
