"""Composing: nested levels placed from the inside out, and kept so that what is opened again looks the same."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphscope.errors import LayoutError
from graphscope.layout.compose import place
from graphscope.layout.ladder import layered_place
from graphscope.layout.layered import place_layered
from graphscope.layout.level_cache import LevelCache
from graphscope.layout.placement import Diagram, Item, Link, Rect
from tests.layout.levels import EPSILON, nested, on_border


def sides(rect: Rect) -> tuple[float, float, float, float]:
    return rect.x, rect.y, rect.x + rect.width, rect.y + rect.height


def check(diagram, placement):
    """Children lie inside their container, under its header; siblings do not overlap; routes end on borders."""
    for name, rect in placement.rects.items():
        item, (left, top, right, bottom) = diagram.items[name], sides(rect)
        for child in item.children:
            inner = sides(placement.rects[child])
            assert inner[0] >= left + item.padding - EPSILON
            assert inner[1] >= top + item.header + item.padding - EPSILON
            assert inner[2] <= right - item.padding + EPSILON
            assert inner[3] <= bottom - item.padding + EPSILON
        for group in (item.children,):
            apart(placement, group)
    apart(placement, diagram.roots)
    for route in placement.routes:
        assert on_border(route.points[0], sides(placement.rects[route.source]))
        assert on_border(route.points[-1], sides(placement.rects[route.target]))


def apart(placement, names):
    boxes = [sides(placement.rects[name]) for name in names]
    for number, one in enumerate(boxes):
        for other in boxes[number + 1 :]:
            aside = one[2] <= other[0] + EPSILON or other[2] <= one[0] + EPSILON
            assert aside or one[3] <= other[1] + EPSILON or other[3] <= one[1] + EPSILON


@st.composite
def diagrams(draw):
    """Trees of items, with links between siblings."""
    items: dict[str, Item] = {}
    links: list[Link] = []

    def level(prefix: str, depth: int) -> tuple[str, ...]:
        names = tuple(f"{prefix}{number}" for number in range(draw(st.integers(1, 4))))
        for name in names:
            children = level(f"{name}.", depth - 1) if depth and draw(st.booleans()) else ()
            items[name] = Item(name, draw(st.sampled_from([120.0, 260.0])), 36.0, children, 24.0 if children else 0.0)
        pairs = draw(st.lists(st.tuples(st.sampled_from(names), st.sampled_from(names)), max_size=5))
        links.extend(Link(source, target) for source, target in pairs)
        return names

    roots = level("n", 3)
    return Diagram(items, roots, tuple(links), draw(st.sampled_from(["down", "right"])))


@settings(max_examples=60, deadline=None)
@given(diagrams())
def test_that_children_lie_inside_and_siblings_apart_at_any_depth(diagram):
    check(diagram, layered_place(diagram))


@pytest.mark.parametrize("direction", ["down", "right"])
def test_that_a_region_is_laid_out_in_place(direction):
    diagram = nested(direction)
    placement = layered_place(diagram)
    check(diagram, placement)
    assert placement.engines == dict.fromkeys(("", "while", "condition", "body"), "layered")
    assert len(placement.routes) == len(diagram.links)


def test_that_parts_stand_side_by_side_with_their_tops_aligned():
    rects = layered_place(nested()).rects
    assert rects["condition"].y == rects["body"].y
    assert rects["condition"].x + rects["condition"].width < rects["body"].x


def test_that_an_empty_diagram_is_an_empty_placement():
    placement = layered_place(Diagram({}, (), ()))
    assert (placement.rects, placement.routes, placement.width) == ({}, (), 0.0)


def test_that_closing_and_opening_again_gives_the_same_places_to_the_pixel():
    placed = LevelCache(place_layered)
    whole = nested()
    shut = replace(whole.items["while"], children=(), header=0.0)
    closed = Diagram({**whole.items, "while": shut}, whole.roots, whole.links[:3])
    before = place(whole, placed)
    known = len(placed)
    place(closed, placed)
    assert place(whole, placed) == before
    assert len(placed) == known + 1


def test_that_the_cache_forgets_the_oldest():
    placed = LevelCache(place_layered, most=2)
    for direction in ("down", "right"):
        place(nested(direction), placed)
    assert len(placed) == 2


def test_that_a_link_between_two_levels_is_refused_in_a_sentence():
    whole = nested()
    with pytest.raises(LayoutError, match="two levels: x → add"):
        layered_place(replace(whole, links=(Link("x", "add"),)))


def test_that_an_unknown_box_and_a_box_in_two_places_are_refused():
    whole = nested()
    with pytest.raises(LayoutError, match="does not have: ghost"):
        layered_place(replace(whole, roots=("x", "ghost"), links=()))
    with pytest.raises(LayoutError, match="two places among"):
        layered_place(replace(whole, roots=("x", "while", "y", "x"), links=()))
    with pytest.raises(LayoutError, match="two places: less"):
        layered_place(replace(whole, roots=("while", "less"), links=()))
