"""Bundles taken apart: every tensor once, with the boxes and ops where it really begins and ends."""

from __future__ import annotations

from dataclasses import replace

from graphscope.analysis.build_picture import build_picture
from graphscope.analysis.bundle import MOST_OF_A_BUNDLE
from graphscope.analysis.picture import Picture
from graphscope.analysis.strand_words import bundle_lines, strand_words
from graphscope.analysis.strands import bundle_of_wire, bundles_of_boxes
from graphscope.analysis.view_state import ViewState
from graphscope.model.trace import ConcreteFunction
from tests.analysis.small_graphs import FLOAT, graph_of
from tests.analysis.unrolled_graph import unrolled

CLOSED = ViewState(grouping="scope")


def two_scopes(tensors: int = 3) -> ConcreteFunction:
    """``a`` gives tensors to ``b``, the first of them to two ops there; and ``b/last`` waits for ``a/first``."""
    nodes = [("x", "Placeholder", ""), ("a/first", "Relu", "x")]
    nodes += [(f"a/give_{at}", "Relu", "x") for at in range(tensors)]
    nodes += [(f"b/take_{at}", "Relu", f"a/give_{at}") for at in range(tensors)]
    nodes += [(f"c/other_{at}", "Relu", "x") for at in range(24)]
    nodes += [("b/also", "Tanh", "a/give_0"), ("b/last!", "Exp", "b/also ^a/first")]
    graph = graph_of("f", nodes, arguments={"x": "x"})
    return ConcreteFunction(graph, {})


def scopes(picture: Picture) -> tuple[str, str]:
    a, b = (next(box.id for box in picture.boxes.values() if box.title == name) for name in "ab")
    return a, b


def test_that_a_bundle_has_a_strand_for_each_tensor() -> None:
    picture = build_picture(two_scopes(), CLOSED)
    a, b = scopes(picture)
    bundle = bundle_of_wire(picture, a, b)
    assert bundle is not None
    assert bundle.ends == ("a", "b")
    assert [(each.giver[1], [name for _, name in each.takers]) for each in bundle.strands] == [
        ("a/give_0", ["b/take_0", "b/also"]),
        ("a/give_1", ["b/take_1"]),
        ("a/give_2", ["b/take_2"]),
    ]
    assert {(each.source, each.target) for each in bundle.strands} == {(a, b)}
    wire = next(wire for wire in picture.wires if (wire.source, wire.target) == (a, b))
    assert wire.count == len(bundle.strands)


def test_that_strands_end_at_the_ops_of_an_open_group() -> None:
    picture = build_picture(two_scopes(), CLOSED)
    a, b = scopes(picture)
    picture = build_picture(two_scopes(), replace(CLOSED, opened=frozenset({b})))
    bundle = bundle_of_wire(picture, a, b)
    assert bundle is not None
    ends = [(each.giver[1], picture.boxes[each.target].nodes[0][1]) for each in bundle.strands]
    assert sorted(ends) == [
        ("a/give_0", "b/also"),
        ("a/give_0", "b/take_0"),
        ("a/give_1", "b/take_1"),
        ("a/give_2", "b/take_2"),
    ]


def test_that_an_op_inside_an_open_group_has_only_its_own_strands() -> None:
    picture = build_picture(
        two_scopes(), replace(CLOSED, opened=frozenset(scopes(build_picture(two_scopes(), CLOSED))))
    )
    give = picture.box_of["f", "a/give_0"]
    told = {(bundle.source, bundle.target): bundle.strands for bundle in bundles_of_boxes(picture, [give])}
    a, b = scopes(picture)
    assert {picture.boxes[each.target].nodes[0][1] for each in told[a, b]} == {"b/take_0", "b/also"}
    assert all(each.source == give for each in told[a, b])
    assert [strand.giver[1] for key, strands in told.items() if key != (a, b) for strand in strands] == ["x"]


def test_that_waiting_is_told_only_where_nothing_else_runs() -> None:
    graph = graph_of("f", [("a/x", "Relu", ""), ("b/y!", "Exp", "^a/x")])
    picture = build_picture(ConcreteFunction(graph, {}), CLOSED)
    bundle = bundle_of_wire(picture, *picture.roots)
    assert bundle is not None
    assert [strand_words(each) for each in bundle.strands] == ["control  a/x → b/y"]


def test_that_all_strands_are_counted_and_the_first_are_told() -> None:
    picture = build_picture(two_scopes(100), replace(CLOSED, level_size=1000))
    bundle = bundle_of_wire(picture, *scopes(picture))
    assert bundle is not None
    assert (len(bundle.strands), bundle.left_out) == (MOST_OF_A_BUNDLE, 100 - MOST_OF_A_BUNDLE)
    lines = bundle_lines(bundle, 3)
    assert lines[0] == f"{FLOAT}  a/give_0 → b/take_0, b/also"
    assert lines[-1] == "… and 97 more"


def test_that_every_wire_of_a_large_graph_is_the_sum_of_its_strands() -> None:
    picture = build_picture(unrolled(3, 20, scoped=True), ViewState(grouping="source"))
    assert picture.wires
    for wire in picture.wires:
        bundle = bundle_of_wire(picture, wire.source, wire.target)
        assert bundle is not None
        assert len({(each.giver, each.output) for each in bundle.strands}) == wire.count
        assert {each.source for each in bundle.strands} == set(wire.sources)
        assert {each.target for each in bundle.strands} == set(wire.targets)
