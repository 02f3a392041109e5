"""Branches and loops opened and closed at random on a real graph: the rest keeps its order, old places come back."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphscope.analysis.build_picture import build_picture
from graphscope.analysis.picture import Picture
from graphscope.analysis.view_state import ViewState
from graphscope.export.first_view import first_view
from graphscope.export.lay_out import lay_out
from graphscope.export.legible import room_in
from graphscope.launch.blocking_worker import BlockingWorker
from graphscope.launch.command_prefix import parse_prefix
from graphscope.layout.layered import place_layered
from graphscope.layout.level_cache import LevelCache
from graphscope.layout.placement import Placement, Rect
from graphscope.model.from_protocol import concrete_function, statement
from graphscope.model.trace import ConcreteFunction, Statement
from graphscope.protocol import messages as m

EIGHT_GRAPHS = Path(__file__).parents[1] / "benchmarks" / "eight_graphs.py"
ROOM = room_in(1040, 900)
CACHE = LevelCache(place_layered)
EPSILON = 0.01
Drawn = tuple[Picture, Placement]


@pytest.fixture(scope="module")
def control_flow() -> tuple[ConcreteFunction, tuple[Statement, ...]]:
    """A branch, and a loop with a branch in its body, among other ops."""
    with BlockingWorker(parse_prefix(None)) as worker:
        worker.ask(m.OpenModule(0, str(EIGHT_GRAPHS)), 120)
        worker.ask(m.ChooseFunction(0, 'graph("control_flow")'), 120)
        reply, _ = worker.ask(m.TraceSignature(0, 0, '*specs("control_flow")'), 120)
    concrete = concrete_function(reply.trace.graph, reply.trace.functions)
    return concrete, tuple(map(statement, reply.trace.control_flow))


def drawn(concrete: ConcreteFunction, view: ViewState) -> Drawn:
    picture = build_picture(concrete, view)
    return picture, lay_out(picture, levels=CACHE, room=ROOM)


def levels(picture: Picture) -> Iterator[tuple[str, ...]]:
    yield picture.roots
    yield from (box.children for box in picture.boxes.values() if box.is_open)


def check_apart_and_inside(one: Drawn) -> None:
    picture, rects = one[0], one[1].rects
    for level in levels(picture):
        for first, second in itertools.combinations(level, 2):
            a, b = rects[first], rects[second]
            assert any(before(*pair, axis) for pair in ((a, b), (b, a)) for axis in (0, 1))
    for box in picture.boxes.values():
        if box.parent:
            outer, inner = rects[box.parent], rects[box.id]
            for axis in (0, 1):
                assert span(outer, axis)[0] <= span(inner, axis)[0] + EPSILON
                assert span(inner, axis)[1] <= span(outer, axis)[1] + EPSILON


def check_order_kept(old: Drawn, new: Drawn) -> None:
    """What stood above another box, or to its left, still does, where both are still seen."""
    for level in levels(old[0]):
        seen = [name for name in level if name in new[1].rects]
        for first, second in itertools.permutations(seen, 2):
            for axis in (0, 1):
                if before(old[1].rects[first], old[1].rects[second], axis):
                    assert before(new[1].rects[first], new[1].rects[second], axis)


def check_none_swapped(old: Drawn, new: Drawn) -> None:
    """No two that stood one before the other have changed sides."""
    for level in levels(old[0]):
        for first, second in itertools.permutations([name for name in level if name in new[1].rects], 2):
            for axis in (0, 1):
                if before(old[1].rects[first], old[1].rects[second], axis):
                    assert not before(new[1].rects[second], new[1].rects[first], axis)


def before(one: Rect, other: Rect, axis: int) -> bool:
    return span(one, axis)[1] <= span(other, axis)[0] + EPSILON


def span(rect: Rect, axis: int) -> tuple[float, float]:
    return (rect.x, rect.x + rect.width) if axis == 0 else (rect.y, rect.y + rect.height)


@pytest.mark.worker
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(room=st.sampled_from([ROOM, None]), grouping=st.sampled_from(["none", "scope"]), data=st.data())
def test_that_regions_open_in_place_and_closing_restores_every_place(control_flow, room, grouping, data) -> None:
    concrete, statements = control_flow
    view = first_view(concrete, statements, {}, room, CACHE)
    if grouping != view.grouping:
        view = replace(view, grouping=grouping, opened=frozenset(), first=frozenset())
    at_first = drawn(concrete, view)
    seen = {view.opened: at_first}
    for _ in range(8):
        old = seen[view.opened]
        box = data.draw(st.sampled_from([each.id for each in old[0].boxes.values() if each.can_open]))
        view = replace(view, opened=view.opened ^ {box})
        new = drawn(concrete, view)
        assert seen.setdefault(view.opened, new)[1] == new[1]
        check_apart_and_inside(new)
        check_order_kept(at_first, new)
        check_none_swapped(old, new)


@pytest.mark.worker
def test_that_what_is_open_at_first_sight_stands_as_if_nothing_had_been_closed(control_flow) -> None:
    concrete, statements = control_flow
    view = first_view(concrete, statements, {}, ROOM, CACHE)
    assert view.first
    assert view.first == view.opened
    whole, closed = drawn(concrete, view), drawn(concrete, replace(view, opened=frozenset()))
    check_order_kept(whole, closed)
    assert closed[1].height < whole[1].height
    assert drawn(concrete, replace(view, first=frozenset()))[1] != whole[1]
