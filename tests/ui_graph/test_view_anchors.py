"""Which point of one drawing answers a point of another."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphscope.layout.placement import Rect
from graphscope.ui.graph.view_anchors import ViewAnchors, anchors_of
from tests.ui_graph.pictures import clip_loop, op, picture_of

SPREAD = [((0.0, 0.0), (500.0, 0.0)), ((0.0, 200.0), (500.0, 900.0)), ((300.0, 200.0), (0.0, 200.0))]


def test_that_an_op_is_answered_by_its_match() -> None:
    anchors = ViewAnchors(SPREAD)
    for here, there in SPREAD:
        answer = anchors.answer(here)
        assert answer is not None
        assert math.dist(answer, there) < 4


@given(st.floats(-500, 800), st.floats(-500, 800))
def test_that_a_small_step_is_never_a_jump(x: float, y: float) -> None:
    anchors = ViewAnchors(SPREAD)
    one, other = anchors.answer((x, y)), anchors.answer((x + 1, y + 1))
    assert one is not None
    assert other is not None
    assert math.dist(one, other) < 40


def test_that_without_a_match_nothing_is_answered() -> None:
    assert ViewAnchors([]).answer((1.0, 2.0)) is None


def test_that_boxes_are_paired_by_their_ops_and_open_frames_left_to_what_is_in_them() -> None:
    here = clip_loop()
    moved = picture_of(
        [op("add", "AddV2"), op("x", "_Arg")], (), {"add": Rect(0, 0, 90, 36), "x": Rect(0, 90, 90, 36)}, ()
    )

    pairs = [("add", "add"), ("x", "x")]
    anchors = anchors_of(here, moved, pairs)
    assert len(anchors) == 2
    there = anchors_of(moved, here, pairs)
    answer = there.answer((45.0, 18.0))
    assert answer == pytest.approx((145.0, 398.0), abs=1)
    frames = anchors_of(here, here, [(box, box) for box in set(here[0].box_of.values())])
    open_boxes = [box for box in here[0].boxes.values() if box.is_open]
    assert len(frames) == len(set(here[0].box_of.values()) - {box.id for box in open_boxes})
