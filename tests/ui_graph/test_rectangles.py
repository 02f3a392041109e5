"""Rectangles are found by where they lie, as if each of them were looked at."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from graphscope.layout.placement import Rect
from graphscope.ui.graph.rectangles import Rectangles


@settings(max_examples=60, deadline=None)
@given(
    count=st.sampled_from([0, 1, 300, 2048, 2049, 5000]),
    seed=st.integers(0, 5),
    place=st.tuples(st.floats(-50, 1500), st.floats(-50, 2500)),
    size=st.sampled_from([0.0, 40.0, 700.0, 4000.0]),
    margin=st.sampled_from([0.0, 8.0]),
)
def test_that_those_that_touch_an_area_are_found_in_order(count, seed, place, size, margin) -> None:
    chance = np.random.default_rng(seed)
    corners = np.stack([np.arange(count) % 40 * 35.0, np.arange(count) // 40 * 20.0]) + chance.uniform(
        0, 30, (2, count)
    )
    edges = np.concatenate([corners, corners + chance.uniform(0, 60, (2, count))])
    x, y = place
    expected = [
        row
        for row, (left, top, right, bottom) in enumerate(edges.T.tolist())
        if right >= x - margin and left <= x + size + margin and bottom >= y - margin and top <= y + size + margin
    ]
    assert Rectangles(edges).touching(Rect(x, y, size, size), margin).tolist() == expected
