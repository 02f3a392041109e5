"""Matches by rows say what matches by names say, for ops and for the boxes of two pictures."""

from __future__ import annotations

import pytest

from graphscope.analysis.box_of import BoxOf
from graphscope.analysis.build_picture import build_picture
from graphscope.analysis.matched_rows import MatchedRows
from graphscope.analysis.node_ids import node_ids
from graphscope.analysis.node_matching import match_nodes
from graphscope.analysis.picture import NodeId, Picture
from graphscope.analysis.places import nodes_at, places_of
from graphscope.analysis.view_state import ViewState
from graphscope.model.trace import ConcreteFunction
from tests.analysis.small_graphs import branches, loop
from tests.analysis.unrolled_graph import unrolled

Two = tuple[ConcreteFunction, ConcreteFunction]
PAIRS: dict[str, Two] = {
    "branches": (branches(), branches()),
    "another loop": (loop(), branches()),
    "unrolled": (unrolled(2, 6), unrolled(2, 9)),
}


def picture_of(concrete: ConcreteFunction, grouping: str, opened: bool) -> Picture:
    picture = build_picture(concrete, ViewState(grouping=grouping))
    boxes = {box.id for box in picture.boxes.values() if box.can_open} if opened else set()
    return build_picture(concrete, ViewState(grouping=grouping, opened=frozenset(boxes)))


def every_op(concrete: ConcreteFunction) -> list[NodeId]:
    return [node for graph in (concrete.graph, *concrete.functions.values()) for node in node_ids(graph)]


def boxes(picture: Picture) -> BoxOf:
    assert isinstance(picture.box_of, BoxOf)
    return picture.box_of


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("back", [False, True])
def test_that_ops_are_led_to_their_matches(name: str, back: bool) -> None:
    first, second = PAIRS[name]
    matching = match_nodes(first, second)
    here, there, pairs = (second, first, matching.to_a) if back else (first, second, matching.to_b)
    rows = matching.rows(first, second, back)
    assert rows is matching.rows(first, second, back), "worked out once"
    some = frozenset(every_op(here)[1::2])
    assert nodes_at(rows.places(places_of(here, some))) == {pairs[node] for node in some if node in pairs}
    assert all(graph in (there.graph, *there.functions.values()) for graph, _ in rows.places(places_of(here, some)))


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("grouping", ["none", "source"])
@pytest.mark.parametrize("opened", [(False, False), (True, False), (True, True)])
def test_that_boxes_are_paired_by_the_ops_that_they_show(name: str, grouping: str, opened: tuple[bool, bool]) -> None:
    first, second = PAIRS[name]
    matching = match_nodes(first, second)
    here, there = (picture_of(each, grouping, open_) for each, open_ in zip(PAIRS[name], opened, strict=True))
    found = matching.rows(first, second).box_pairs(boxes(here), boxes(there))
    ends = ((box, there.box_of.get(matching.to_b[node])) for node, box in here.box_of.items() if node in matching.to_b)
    expected = {(box, answer) for box, answer in ends if answer is not None}
    assert expected
    assert set(found) == expected
    assert len(found) == len(expected)


def test_that_in_two_views_of_one_graph_every_op_is_its_own_match() -> None:
    concrete = branches()
    rows = MatchedRows(concrete, concrete)
    every = frozenset(every_op(concrete))
    assert nodes_at(rows.places(places_of(concrete, every))) == every
    picture = picture_of(concrete, "none", True)
    assert set(rows.box_pairs(boxes(picture), boxes(picture))) == {(box, box) for box in picture.box_of.values()}
