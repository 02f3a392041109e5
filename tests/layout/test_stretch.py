"""Opening: what is open makes room for itself; the rest keeps its order, and closing brings every number back."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from graphscope.layout.compose import place
from graphscope.layout.layered import place_layered
from graphscope.layout.level import Level, LevelPlacement
from graphscope.layout.level_cache import LevelCache
from graphscope.layout.placement import Diagram, Item, Link, Rect
from graphscope.layout.stretch import stretched
from tests.layout.levels import EPSILON, levels, on_border

grown_sizes = st.tuples(st.sampled_from([400.0, 700.0, 1500.0]), st.sampled_from([300.0, 340.0, 2000.0]))


def spans(placed: LevelPlacement, sizes: list[tuple[float, float]], axis: int) -> list[tuple[float, float]]:
    return [(corner[axis], corner[axis] + size[axis]) for corner, size in zip(placed.corners, sizes, strict=True)]


@settings(max_examples=60, deadline=None)
@given(levels(most=16), st.data())
def test_that_growing_boxes_overtake_no_other_and_lie_on_none(level: Level, data: st.DataObject) -> None:
    level = replace(level, direction="down")
    sizes = list(level.sizes)
    for each in data.draw(st.sets(st.integers(0, max(0, len(sizes) - 1)), max_size=3)):
        if sizes:
            wide, high = data.draw(grown_sizes)
            sizes[each] = (max(wide, sizes[each][0]), max(high, sizes[each][1]))
    base = place_layered(level)
    made = stretched(base, level, sizes)
    for axis in (0, 1):
        before, after = spans(base, list(level.sizes), axis), spans(made, sizes, axis)
        for one in range(len(sizes)):
            for other in range(len(sizes)):
                if before[one][1] <= before[other][0]:
                    assert after[one][1] <= after[other][0] + EPSILON
    boxes = [(x, y, x + w, y + h) for (x, y), (w, h) in zip(made.corners, sizes, strict=True)]
    for way, (source, target, _) in zip(made.ways, level.links, strict=True):
        assert on_border(way.points[0], boxes[source])
        assert on_border(way.points[-1], boxes[target])
    assert stretched(base, level, list(level.sizes)) is base


def tower(opened: frozenset[str]) -> Diagram:
    """Groups in two rows, fed by one op, with three ops in each."""
    names = [f"g{at}" for at in range(6)]
    items = {"x": Item("x", 120, 36)}
    links = [Link("x", name) for name in names[:3]] + [Link(a, b) for a, b in zip(names[:3], names[3:], strict=True)]
    for name in names:
        inside = tuple(f"{name}.{at}" for at in range(3)) if name in opened else ()
        items[name] = Item(name, 150, 36, inside, 16 if inside else 0, rest=(150, 36) if inside else None)
        items |= {each: Item(each, 160, 36) for each in inside}
        links += [Link(inside[0], inside[1]), Link(inside[1], inside[2])] if inside else []
    return Diagram(items, ("x", *names), tuple(links), room=(900.0, 700.0))


@given(st.lists(st.sampled_from([f"g{at}" for at in range(6)]), max_size=8))
def test_that_closing_restores_the_old_places_to_the_pixel(clicks: list[str]) -> None:
    cache = LevelCache(place_layered)
    seen = {frozenset(): place(tower(frozenset()), cache)}
    opened: frozenset[str] = frozenset()
    for click in clicks:
        opened = opened ^ {click}
        placed = place(tower(opened), cache)
        assert seen.setdefault(opened, placed) == placed
        order = [key for key in sorted(placed.rects, key=lambda key: _corner(placed.rects[key])) if "." not in key]
        calm = seen[frozenset()].rects
        rows = {key: round(calm[key].y) for key in order}
        assert [rows[key] for key in sorted(order, key=lambda key: _middle(placed.rects[key]))] == sorted(rows.values())


def _corner(rect: Rect) -> tuple[float, float]:
    return rect.y, rect.x


def _middle(rect: Rect) -> tuple[float, float]:
    return round(rect.y + rect.height / 2, 3), rect.x


def test_that_links_found_in_another_order_place_the_same() -> None:
    diagram = tower(frozenset({"g1"}))
    turned = replace(diagram, links=diagram.links[::-1])
    assert place(turned, place_layered).rects == place(diagram, place_layered).rects
