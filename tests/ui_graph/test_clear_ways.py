"""Ways through a frame go round what stands in it, side by side, from border to box."""

from __future__ import annotations

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from graphscope.layout.placement import Rect
from graphscope.ui.graph.clear_ways import ClearWays, Inside, Point

FRAME = Rect(0, 0, 640, 640)
COLUMNS, ROWS, ACROSS, DOWN = 4, 6, 150.0, 95.0


def crosses(way: list[Point], box: Rect) -> bool:
    """Whether a way runs through a box, told by points close to one another."""
    for (x0, y0), (x1, y1) in itertools.pairwise(way):
        for step in range(21):
            x, y = x0 + (x1 - x0) * step / 20, y0 + (y1 - y0) * step / 20
            if box.x + 0.5 < x < box.x + box.width - 0.5 and box.y + 0.5 < y < box.y + box.height - 0.5:
                return True
    return False


def grid(jitter: list[float]) -> list[Rect]:
    """Boxes in rows and columns, each moved a little, so that no straight way through them is free."""
    places = itertools.product(range(COLUMNS), range(ROWS))
    return [
        Rect(20 + column * ACROSS + shift, 40 + row * DOWN + shift / 2, 100 + shift, 44)
        for (column, row), shift in zip(places, itertools.cycle(jitter), strict=False)
    ]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.floats(0, 30), min_size=5, max_size=7),
    st.integers(0, COLUMNS * ROWS - 1),
    st.floats(30, 600),
    st.booleans(),
)
def test_that_a_way_reaches_its_box_and_keeps_off_the_others(
    jitter: list[float], number: int, at: float, upwards: bool
) -> None:
    boxes = grid(jitter)
    target = boxes[number]
    start = (at, FRAME.height if upwards else FRAME.y)
    end = (target.x + target.width / 2, target.y + (target.height if upwards else 0.0))
    way = ClearWays(FRAME, boxes).way(start, end, 0.0, 0.0)
    assert (way[0], way[-1]) == (start, end)
    assert [box for box in boxes if crosses(way, box)] == []


def test_that_ways_across_a_side_keep_off_boxes_too() -> None:
    boxes = [Rect(200, 100 + 90 * row, 120, 44) for row in range(5)]
    target = Rect(500, 200, 100, 44)
    way = Inside(FRAME, [*boxes, target]).right.way((0.0, 215.0), (500.0, 222.0), 0.0, 0.0)
    assert (way[0], way[-1]) == ((0.0, 215.0), (500.0, 222.0))
    assert not any(crosses(way, box) for box in (*boxes, target))


def test_that_ways_of_one_bundle_run_side_by_side() -> None:
    boxes = [Rect(250, 120, 140, 60), Rect(60, 300, 300, 60), Rect(250, 480, 140, 60)]
    ways = ClearWays(FRAME, boxes)
    lanes = [number / 5 - 0.5 for number in range(6)]
    found = [ways.way((320 + 30 * lane, 0.0), (320 + 60 * lane, 480.0), lane, 30.0) for lane in lanes]
    assert not any(crosses(way, box) for way in found for box in boxes)
    for level in (150.0, 330.0):
        across = [next(x for x, y in way if y >= level) for way in found]
        assert across == sorted(across)
        assert min(second - first for first, second in itertools.pairwise(across)) > 1


def test_that_there_is_no_way_through_a_wall() -> None:
    wall = Rect(0, 200, 640, 40)
    assert ClearWays(FRAME, [wall]).way((320.0, 0.0), (320.0, 500.0), 0.0, 0.0) == []
