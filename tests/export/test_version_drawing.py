"""Versions of a graph share one drawing: what stays has its place, every wire its way, and what is gone is told."""

from __future__ import annotations

import pytest

from graphscope.analysis.build_picture import build_picture
from graphscope.analysis.versions import Versions
from graphscope.analysis.view_state import ViewState
from graphscope.export.drawing import make_drawing, routed
from graphscope.export.lay_out import lay_out
from graphscope.export.look import load_theme
from graphscope.export.overlays import Overlays
from graphscope.export.version_drawing import WholeDrawing, ghosts, version_picture, version_placement
from graphscope.model.trace import ConcreteFunction
from tests.analysis.small_graphs import Node, graph_of

FIRST: list[Node] = [
    ("x", "_Arg", ""),
    ("w", "Const", ""),
    ("layer/mul", "MatMul", "x w"),
    ("layer/same", "Identity", "layer/mul"),
    ("layer/relu", "Relu", "layer/same"),
    ("layer/neg", "Neg", "layer/relu"),
    ("layer/abs", "Abs", "layer/neg"),
    ("out", "_Retval", "layer/abs"),
]
FUSED: list[Node] = [
    ("x", "_Arg", ""),
    ("w", "Const", ""),
    ("layer/relu", "_FusedMatMul", "x w"),
    ("layer/neg", "Identity", "layer/relu"),
    ("layer/abs", "Abs", "layer/neg"),
    ("out", "_Retval", "layer/abs"),
    ("late", "NoOp", "^layer/abs"),
]
LAST: list[Node] = [("x", "_Arg", ""), ("layer/abs", "Abs", "x"), ("out", "_Retval", "layer/abs")]
VERSIONS = tuple(ConcreteFunction(graph_of("f", nodes)) for nodes in (FIRST, FUSED, LAST))
VIEWS = {
    "whole": ViewState(),
    "hiding": ViewState(hide=frozenset({"identities", "constants"})),
    "grouped": ViewState(grouping="scope", level_size=5),
    "opened": ViewState(grouping="scope", level_size=5, opened=frozenset({"f/#layer"})),
}


def whole_of(view: ViewState, *concretes: ConcreteFunction) -> WholeDrawing:
    versions = Versions(concretes)
    picture = build_picture(versions.whole, view, versions)
    return WholeDrawing(versions, view, picture, lay_out(picture))


@pytest.mark.parametrize("view", VIEWS.values(), ids=list(VIEWS))
def test_that_every_box_has_its_place_in_all_versions_and_every_wire_its_way(view: ViewState) -> None:
    whole = whole_of(view, *VERSIONS)
    assert whole.picture.boxes.keys() >= {"f/x", "f/out"}
    ways = {(wire.source, wire.target): route for wire, route in routed(whole.picture, whole.placement)}
    for concrete in VERSIONS:
        picture = version_picture(whole, concrete)
        placement = version_placement(whole, picture)
        for name in picture.boxes:
            here, there = placement.rects[name], whole.placement.rects[name]
            assert here.x + here.width / 2 == pytest.approx(there.x + there.width / 2)
            assert (here.y, here.height) == (there.y, there.height)
        for wire, route in routed(picture, placement):
            assert route == ways[wire.source, wire.target]
        assert len(list(routed(picture, placement))) == len(picture.wires)


def test_that_a_version_shows_its_own_ops_and_edges_only() -> None:
    whole = whole_of(ViewState(), *VERSIONS)
    for concrete, nodes in zip(VERSIONS, (FIRST, FUSED, LAST), strict=True):
        picture = version_picture(whole, concrete)
        assert {box.title for box in picture.boxes.values()} == {op_type for _, op_type, _ in nodes}
        assert {name for _, name in picture.box_of} == {name for name, _, _ in nodes}
        edges = {(f"f/{each.lstrip('^')}", f"f/{name}") for name, _, inputs in nodes for each in inputs.split()}
        assert {(wire.source, wire.target) for wire in picture.wires} == edges


def test_that_what_a_version_has_not_any_more_is_a_ghost_where_it_stood() -> None:
    whole = whole_of(ViewState(), *VERSIONS)
    first, fused = (version_picture(whole, each) for each in VERSIONS[:2])
    gone = ghosts(whole, first, fused)
    assert [each.box.title for each in gone] == ["MatMul", "Identity"]
    assert all(each.rect == whole.placement.rects[each.box.id] for each in gone)
    drawing = make_drawing(fused, version_placement(whole, fused), load_theme("light"), Overlays(ghosts=gone))
    assert [each.title for each in drawing.figures if each.title.startswith("gone")] == [
        "gone: MatMul",
        "gone: Identity",
    ]


def test_that_a_group_shrinks_by_what_is_gone_and_goes_with_the_last() -> None:
    body = graph_of("f", [("x", "_Arg", ""), ("out", "_Retval", "x")])
    concretes = (*VERSIONS, ConcreteFunction(body))
    whole = whole_of(VIEWS["grouped"], *concretes)
    groups = [version_picture(whole, each).boxes.get("f/#layer") for each in concretes]
    assert [len(group.nodes) if group is not None else 0 for group in groups[:3]] == [5, 3, 1]
    assert groups[3] is None


def test_that_a_nested_function_is_shown_as_each_version_has_it() -> None:
    inner = graph_of("inner", [("a", "_Arg", ""), ("n", "Neg", "a"), ("s", "Sqrt", "n")])
    short = graph_of("inner", [("a", "_Arg", ""), ("s", "Sqrt", "a")])
    outer = graph_of("f", [("x", "_Arg", ""), ("call", "PartitionedCall", "x")], calls={"call": {"f": ("inner",)}})
    versions = ConcreteFunction(outer, {"inner": inner}), ConcreteFunction(outer, {"inner": short})
    whole = whole_of(ViewState(opened=frozenset({"f/call"})), *versions)
    first, second = (version_picture(whole, each) for each in versions)
    assert [each.box.title for each in ghosts(whole, first, second)] == ["Neg"]
    assert {"inner/a", "inner/s"} <= second.boxes.keys()
