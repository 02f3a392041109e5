"""Every kind of box that an op may be shown by is lit with it: tags, groups, series, pages, each run of a function."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from graphscope.analysis.build_picture import build_picture
from graphscope.analysis.lit_boxes import differing_boxes, lit_by_nodes, lit_by_places
from graphscope.analysis.node_ids import node_ids
from graphscope.analysis.picture import NodeId, Picture
from graphscope.analysis.places import places_of
from graphscope.analysis.view_state import Trim, ViewState
from graphscope.model.trace import ConcreteFunction
from tests.analysis.small_graphs import branches, graph_of, loop, unrolled
from tests.analysis.test_stubs import KERNEL, chain, tags

MUL = ("half", "mul")


def called_twice() -> ConcreteFunction:
    """A function that two ops run, one after the other."""
    top = graph_of(
        "step",
        [("x", "Placeholder", ""), ("first", "PartitionedCall", "x"), ("second!", "PartitionedCall", "first")],
        arguments={"x": "x"},
        calls={"first": {"f": ("half",)}, "second": {"f": ("half",)}},
    )
    half = graph_of("half", [("x", "Placeholder", ""), ("mul!", "Mul", "x x")], arguments={"x": "x"})
    return ConcreteFunction(top, {"half": half})


def runs_others(picture: Picture, box: str, node: NodeId) -> bool:
    """Whether a group is told by the ops of its own function, which run that of the op."""
    return all(function != node[0] for function, _ in picture.boxes[box].nodes)


def lit(concrete: ConcreteFunction, picture: Picture, *nodes: NodeId) -> dict[str, int]:
    """The boxes that are lit; by names and by rows they are the same."""
    found = lit_by_nodes(picture, frozenset(nodes))
    assert lit_by_places(picture, places_of(concrete, frozenset(nodes))) == found
    return dict(found)


@pytest.mark.parametrize("opened", [(), ("first",), ("second",), ("first", "second")])
def test_that_an_op_is_lit_wherever_its_function_runs(opened: tuple[str, ...]) -> None:
    concrete = called_twice()
    picture = build_picture(concrete, ViewState(opened=frozenset(f"step/{name}" for name in opened)))
    found = lit(concrete, picture, MUL)
    assert sorted(found.values()) == [1, 1]
    for name in ("first", "second"):
        inside = [box for box in found if box.startswith(f"step/{name}")]
        assert len(inside) == 1
        assert (picture.boxes[inside[0]].title == "Mul") == (name in opened)
    assert picture.box_of[MUL] in found


def test_that_tags_are_lit_with_their_op() -> None:
    concrete = chain(9)
    picture = build_picture(concrete, ViewState())
    assert lit(concrete, picture, KERNEL) == dict.fromkeys((picture.box_of[KERNEL], *tags(picture)), 1)
    assert not set(tags(picture)) & set(lit(concrete, picture, ("f", "mul_3")))


@pytest.mark.parametrize("concrete", [branches(), loop(), unrolled(40), called_twice(), chain(12, 30)])
@pytest.mark.parametrize("grouping", ["none", "source", "scope"])
@pytest.mark.parametrize("size", [4, 60])
def test_that_every_op_that_is_not_hidden_lights_a_box_that_stands_for_it(
    concrete: ConcreteFunction, grouping: str, size: int
) -> None:
    view = ViewState(grouping=grouping, level_size=size, hide=frozenset({"identities"}))
    view = replace(view, trims=(Trim("selected", frozenset({("step", "sqrt_3"), ("f", "mul_2")})),))
    every = [node for graph in (concrete.graph, *concrete.functions.values()) for node in node_ids(graph)]
    for _ in range(4):
        picture = build_picture(concrete, view)
        for node in every:
            found = lit(concrete, picture, node)
            assert bool(found) == (node in picture.box_of)
            assert set(found.values()) <= {1}
            assert all(node in picture.boxes[box].nodes or runs_others(picture, box, node) for box in found)
        view = replace(view, opened=view.opened | {box.id for box in picture.boxes.values() if box.can_open})


def test_that_a_group_differs_where_some_of_it_is_new_and_is_new_where_all_is() -> None:
    concrete = chain(2, 30)
    view = ViewState(grouping="scope")
    picture = build_picture(concrete, view)
    layer = next(box for box in picture.boxes.values() if box.title == "layer")
    some, mul = frozenset(layer.nodes[:3]), picture.box_of["f", "mul_0"]
    assert differing_boxes(picture, some, frozenset({("f", "mul_0")})) == (frozenset(), {layer.id, mul})
    assert differing_boxes(picture, frozenset(layer.nodes), some) == ({layer.id}, frozenset())
    opened = build_picture(concrete, replace(view, opened=frozenset({layer.id})))
    assert layer.id not in set().union(*differing_boxes(opened, frozenset(layer.nodes), some))


def test_that_rows_of_one_place_are_counted_once() -> None:
    concrete = unrolled(40)
    picture = build_picture(concrete, ViewState(grouping="source"))
    every = ((concrete.graph, np.arange(len(concrete.graph))),)
    found = lit_by_places(picture, every)
    assert sum(found.values()) == len(picture.box_of)
