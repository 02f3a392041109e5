"""Views: numbers that keep what is under the pointer there, and never lose the drawing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphscope.layout.placement import Rect
from graphscope.ui.graph import view_transform
from graphscope.ui.graph.view_motion import between
from graphscope.ui.graph.view_transform import LEGIBLE, MARGIN, View

sizes = st.tuples(st.floats(100, 3000), st.floats(100, 2000))
areas = st.builds(Rect, st.just(0.0), st.just(0.0), st.floats(1, 1e5), st.floats(1, 1e5))
views = st.builds(View, st.floats(0.001, 6), st.floats(-1e5, 1e5), st.floats(-1e5, 1e5))
pixels = st.tuples(st.floats(0, 2000), st.floats(0, 2000))


@given(views, st.floats(0.001, 6), pixels)
def test_that_zooming_leaves_the_point_under_the_pointer_in_place(
    view: View, scale: float, at: tuple[float, float]
) -> None:
    before, after = view.to_drawing(*at), view.zoomed(scale, at).to_drawing(*at)
    assert after == pytest.approx(before, rel=1e-6, abs=1e-3)


@given(views, pixels)
def test_that_pane_and_drawing_are_each_others_inverse(view: View, at: tuple[float, float]) -> None:
    assert view.to_pane(*view.to_drawing(*at)) == pytest.approx(at, rel=1e-6, abs=1e-3)


@given(areas, sizes)
def test_that_fitting_shows_all_and_magnifies_little(area: Rect, size: tuple[float, float]) -> None:
    view = view_transform.fit(area, size)
    assert view.scale <= view_transform.FIT_AT_MOST
    left, top = view.to_pane(0, 0)
    right, bottom = view.to_pane(area.width, area.height)
    assert min(left, top) >= -1
    assert right <= size[0] + 1
    assert bottom <= size[1] + 1


@given(areas, sizes, st.floats(0, 1))
def test_that_the_first_view_is_legible_and_begins_at_the_top(area: Rect, size: tuple[float, float], at: float) -> None:
    view = view_transform.first_view(area, size, area.width * at)
    assert view.scale >= LEGIBLE - 1e-9
    assert view.to_pane(0, 0)[1] >= -1e-6
    assert view.to_pane(0, 0)[0] <= max(MARGIN, (size[0] - area.width * view.scale) / 2) + 1e-6


@given(views, areas, sizes)
def test_that_some_of_the_drawing_stays_in_sight(view: View, area: Rect, size: tuple[float, float]) -> None:
    kept = view_transform.limited(view, area, size)
    shown = kept.shown(size)
    slack = 1e-6 * max(area.width, area.height, 1)
    assert shown.x <= area.width + slack
    assert shown.y <= area.height + slack
    assert shown.x + shown.width >= -slack
    assert shown.y + shown.height >= -slack
    assert kept.scale <= view_transform.LARGEST
    again = view_transform.limited(kept, area, size)
    assert (again.scale, again.x, again.y) == pytest.approx((kept.scale, kept.x, kept.y), rel=1e-6, abs=1e-3)


def test_that_revealing_moves_no_more_than_is_needed() -> None:
    view, size = View(1, 0, 0), (400.0, 300.0)
    assert view_transform.revealing(view, Rect(100, 100, 50, 50), size) == view
    assert view_transform.revealing(view, Rect(390, 100, 50, 50), size) == View(1, 390 + 50 + MARGIN - 400, 0)
    assert view_transform.revealing(view, Rect(0, -200, 50, 50), size).y == -200 - MARGIN


def test_that_a_box_that_moved_stays_where_it_was_on_the_screen() -> None:
    before, after = {"a": Rect(0, 0, 10, 10)}, {"a": Rect(50, 70, 110, 200)}
    view = view_transform.staying(View(2, 5, 5), before, after, ["gone", "a"])
    assert view.to_pane(50 + 55, 70) == View(2, 5, 5).to_pane(5, 0)


@given(views, st.floats(0.01, 6), pixels, st.floats(0, 1))
def test_that_a_glide_about_a_point_never_leaves_it(
    view: View, scale: float, at: tuple[float, float], share: float
) -> None:
    target = view.zoomed(scale, at)
    point = view.to_drawing(*at)
    assert between(view, target, share).to_pane(*point) == pytest.approx(at, rel=1e-3, abs=0.5)
