"""Our own layers: the rules every drawing holds, what they look like on small levels, and that they bear large ones."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings

from graphscope.layout.layered import place_layered
from graphscope.layout.level import Level
from tests.layout.levels import chain, check, levels, tangle, unrolled


@settings(max_examples=150, deadline=None)
@given(levels())
def test_that_boxes_never_overlap_and_ways_end_on_borders(level):
    check(level, place_layered(level))


@settings(max_examples=40, deadline=None)
@given(levels())
def test_that_the_same_level_gives_the_same_numbers(level):
    assert place_layered(level) == place_layered(Level(level.sizes, level.links, level.direction))


def test_that_nothing_and_a_single_box_can_be_placed():
    assert place_layered(Level(())).corners == ()
    alone = place_layered(Level(((190.0, 36.0),)))
    assert (alone.corners, alone.width, alone.height) == (((0.0, 0.0),), 190.0, 36.0)


def test_that_a_chain_is_straight_and_its_arrows_vertical():
    placed = place_layered(chain(5))
    assert len({x for x, _ in placed.corners}) == 1
    assert all(len(way.points) == 2 and way.points[0][0] == way.points[1][0] for way in placed.ways)


def test_that_rows_follow_the_direction_of_data():
    for direction, axis in (("down", 1), ("right", 0)):
        placed = place_layered(Level(((160.0, 36.0),) * 4, ((0, 1, 1), (1, 2, 1), (0, 3, 1), (3, 2, 1)), direction))
        place = [corner[axis] for corner in placed.corners]
        assert place[0] < place[1] == place[3] < place[2]


def test_that_a_main_flow_stays_straight_beside_its_arguments():
    links = ((0, 1, 1), (1, 2, 1), (2, 3, 1), (4, 2, 1), (5, 3, 1))
    placed = place_layered(Level(((160.0, 36.0),) * 6, links))
    assert len({round(placed.corners[node][0]) for node in range(4)}) == 1
    assert placed.corners[4][1] == placed.corners[1][1]


def test_that_an_argument_stands_right_above_what_uses_it():
    links = (*((number, number + 1, 1) for number in range(6)), (7, 8, 1), (8, 6, 1))
    placed = place_layered(Level(((160.0, 36.0),) * 9, links))
    assert placed.corners[8][1] == placed.corners[5][1]
    assert placed.corners[7][1] == placed.corners[4][1]


def test_that_a_long_chain_wraps_into_columns_of_a_readable_shape():
    placed = place_layered(chain(60))
    assert placed.columns > 1
    assert 0.4 < placed.height / placed.width < 2.5
    assert place_layered(chain(10)).columns == 1


def test_that_a_crowd_on_one_rank_becomes_several_rows():
    placed = place_layered(Level(((190.0, 36.0),) * 41, tuple((number, 40, 1) for number in range(40))))
    assert placed.width < 2600
    assert len({y for _, y in placed.corners}) > 3


def test_that_boxes_without_links_stand_in_rows_tops_aligned():
    placed = place_layered(Level(((200.0, 90.0), (300.0, 140.0))))
    assert placed.corners[0][1] == placed.corners[1][1] == 0.0
    assert placed.corners[1][0] > 200.0


def test_that_an_answer_to_a_link_does_not_hide_it():
    placed = place_layered(Level(((160.0, 36.0),) * 2, ((0, 1, 1), (1, 0, 1))))
    assert placed.ways[0].points[0][0] != placed.ways[1].points[-1][0]


@pytest.mark.parametrize("level", [unrolled(300), tangle(600)], ids=["4,803 ops", "tangle"])
def test_that_what_dot_cannot_do_is_placed_by_the_rules_in_time(level):
    begun = time.process_time()
    placed = place_layered(level)
    assert time.process_time() - begun < 4.0
    check(level, placed)


def test_that_long_links_do_not_blow_up_the_drawing():
    level = unrolled(300)
    assert sum(len(way.points) for way in place_layered(level).ways) < 60 * len(level.links)


GOLDEN = {
    "diamond": (
        Level(((160.0, 36.0),) * 4, ((0, 1, 1), (0, 2, 1), (1, 3, 1), (2, 3, 1))),
        ((98, 0), (0, 74), (196, 74), (98, 148)),
    ),
    "window": (
        Level(
            ((190.0, 36.0), (190.0, 36.0), (190.0, 36.0), (420.0, 140.0), (190.0, 36.0)),
            ((0, 1, 1), (1, 2, 1), (2, 3, 1), (0, 3, 1), (3, 4, 1)),
        ),
        ((172, 0), (115, 74), (115, 148), (0, 222), (115, 400)),
    ),
    "loop": (
        Level(((120.0, 36.0),) * 3, ((0, 1, 1), (1, 2, 1), (2, 1, 1), (2, 2, 1))),
        ((0, 0), (0, 74), (0, 148)),
    ),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_that_small_levels_look_as_they_did(name):
    level, corners = GOLDEN[name]
    assert tuple((round(x), round(y)) for x, y in place_layered(level).corners) == corners


@pytest.mark.parametrize("room", [(1200.0, 680.0), (600.0, 400.0), (420.0, 900.0)])
@pytest.mark.parametrize("count", [32, 60, 120])
def test_that_a_chain_too_long_for_its_room_makes_no_ribbon(count: int, room: tuple[float, float]) -> None:
    links = tuple((at, at + 1, 1) for at in range(count - 1))
    placed = place_layered(Level(((110.0, 44.0),) * count, links, "down", room))
    assert placed.columns >= 3
    assert placed.height < 3 * placed.width
