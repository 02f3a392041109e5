"""A monkey at an unrolled graph of 18,754 ops: whatever is opened, closed, hidden, sought and undone, pictures hold."""

from __future__ import annotations

import itertools
from dataclasses import replace

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from graphscope.analysis.build_picture import build_picture
from graphscope.analysis.picture import Box, Picture
from graphscope.analysis.search import search
from graphscope.analysis.view_state import ViewState
from graphscope.export.first_view import first_view
from graphscope.export.lay_out import lay_out
from graphscope.export.legible import room_in
from graphscope.layout.layered import place_layered
from graphscope.layout.level_cache import LevelCache
from graphscope.layout.placement import Placement, Rect
from tests.analysis.unrolled_graph import FILE, SOURCE, unrolled

CONCRETE = unrolled(2, 625)
ROOM = room_in(660, 560)
EPSILON = 0.01
MOST_BOXES = 60


class Monkey(RuleBasedStateMachine):
    """Does what a user may do to a pane, with an undo stack like the window's."""

    def __init__(self) -> None:
        super().__init__()
        self.cache = LevelCache(place_layered)
        self.states: list[ViewState] = []
        self.seen: dict[tuple[object, ...], tuple[Picture, Placement]] = {}
        self.show(first_view(CONCRETE, (), {FILE: SOURCE}, ROOM, self.cache))

    def show(self, state: ViewState) -> None:
        self.states.append(state)
        self.draw()

    def draw(self) -> None:
        state = self.states[-1]
        self.picture = build_picture(CONCRETE, state)
        self.placement = lay_out(self.picture, levels=self.cache, room=ROOM)
        key = (state.opened, state.hide, state.grouping)
        before = self.seen.setdefault(key, (self.picture, self.placement))
        assert before[0].boxes == self.picture.boxes
        assert before[0].wires == self.picture.wires
        assert before[1] == self.placement

    def boxes(self, is_open: bool) -> list[Box]:
        return [box for box in self.picture.boxes.values() if box.can_open and box.is_open == is_open]

    @precondition(lambda self: self.boxes(False))
    @rule(data=st.data())
    def open(self, data: st.DataObject) -> None:
        box = data.draw(st.sampled_from(self.boxes(False)))
        state = self.states[-1]
        self.show(replace(state, opened=state.opened | {box.id}))
        assert self.picture.boxes[box.id].is_open
        assert 0 < len(self.picture.boxes[box.id].children) <= MOST_BOXES

    @precondition(lambda self: self.boxes(True))
    @rule(data=st.data())
    def close(self, data: st.DataObject) -> None:
        box = data.draw(st.sampled_from(self.boxes(True)))
        state = self.states[-1]
        self.show(replace(state, opened=state.opened - {box.id}))

    @rule(kind=st.sampled_from(["constants", "identities", "Mul", "Sigmoid", "Tanh"]))
    def hide_or_show(self, kind: str) -> None:
        state = self.states[-1]
        self.show(replace(state, hide=state.hide ^ {kind}))

    @rule(grouping=st.sampled_from(["source", "scope", "none"]))
    def group(self, grouping: str) -> None:
        self.show(replace(self.states[-1], grouping=grouping, opened=frozenset()))

    @rule(text=st.sampled_from(["mul_1_7", "concat_600", "op:MatMul", "Tanh_1_1249"]))
    def seek(self, text: str) -> None:
        found = search(CONCRETE, text).nodes
        assert found
        shown = [self.picture.box_of[node] for node in found if node in self.picture.box_of]
        assert all(box in self.placement.rects for box in shown)

    @precondition(lambda self: len(self.states) > 1)
    @rule()
    def undo(self) -> None:
        self.states.pop()
        self.draw()

    @invariant()
    def boxes_lie_apart_and_inside_their_groups(self) -> None:
        rects = self.placement.rects
        levels = [self.picture.roots, *(box.children for box in self.picture.boxes.values() if box.is_open)]
        assert sum(map(len, levels)) == len(self.picture.boxes)
        for level in levels:
            for one, other in itertools.combinations([rects[each] for each in level], 2):
                assert apart(one, other)
        for box in self.picture.boxes.values():
            if box.parent:
                assert inside(rects[box.id], rects[box.parent])


def apart(one: Rect, other: Rect) -> bool:
    aside = one.x + one.width <= other.x + EPSILON or other.x + other.width <= one.x + EPSILON
    return aside or one.y + one.height <= other.y + EPSILON or other.y + other.height <= one.y + EPSILON


def inside(inner: Rect, outer: Rect) -> bool:
    across = outer.x <= inner.x + EPSILON and inner.x + inner.width <= outer.x + outer.width + EPSILON
    return across and outer.y <= inner.y + EPSILON and inner.y + inner.height <= outer.y + outer.height + EPSILON


TestMonkey = Monkey.TestCase
TestMonkey.settings = settings(
    max_examples=12, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
)
