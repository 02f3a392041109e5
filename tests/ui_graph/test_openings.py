"""What is opened can be read at once: words high enough, few boxes, its title and its uppermost box in the pane."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from graphscope.analysis.build_picture import build_picture
from graphscope.analysis.picture import Picture
from graphscope.export.first_view import first_view
from graphscope.export.lay_out import lay_out
from graphscope.export.legible import LEAST_PIXELS, LEGIBLE, room_in
from graphscope.export.look import TYPES, load_theme
from graphscope.layout.layered import place_layered
from graphscope.layout.level_cache import LevelCache
from graphscope.layout.placement import Placement, Rect
from graphscope.ui.fonts import load_fonts
from graphscope.ui.graph import view_transform
from graphscope.ui.graph.canvas import GraphCanvas
from graphscope.ui.graph.view_transform import View
from tests.analysis.unrolled_graph import FILE, SOURCE
from tests.export.test_first_views import GRAPHS, MOST_BOXES

SMALLEST = min(type_.pixels for role, type_ in TYPES.items() if role != "tiny")


def largest(picture: Picture) -> str:
    """The closed box that holds most; empty where none can be opened."""
    closed = [box for box in picture.boxes.values() if box.can_open and not box.is_open]
    return max(closed, key=lambda box: len(box.nodes)).id if closed else ""


def overlapping(picture: Picture, placement: Placement) -> list[tuple[str, str]]:
    """Boxes of one level that lie on one another."""
    levels: dict[str, list[str]] = {}
    for box in picture.boxes.values():
        levels.setdefault(box.parent, []).append(box.id)
    pairs = [(one, two) for level in levels.values() for at, one in enumerate(level) for two in level[:at]]
    return [pair for pair in pairs if meet(placement.rects[pair[0]], placement.rects[pair[1]])]


def meet(one: Rect, two: Rect) -> bool:
    across = one.x < two.x + two.width - 0.5 and two.x < one.x + one.width - 0.5
    return across and one.y < two.y + two.height - 0.5 and two.y < one.y + one.height - 0.5


@pytest.mark.gui
@pytest.mark.parametrize("pane", [(660, 560), (1040, 600)])
@pytest.mark.parametrize("name", [name for name in GRAPHS if "unrolled" in name or "000" in name])
def test_that_the_largest_group_opens_to_something_that_can_be_read(
    qtbot: QtBot, name: str, pane: tuple[int, int]
) -> None:
    load_fonts()
    canvas = GraphCanvas(load_theme("light"))
    qtbot.addWidget(canvas)
    canvas.set_animated(False)
    canvas.resize(*pane)
    concrete, room, cache = GRAPHS[name], room_in(*pane), LevelCache(place_layered)
    view = first_view(concrete, (), {FILE: SOURCE}, room, cache)
    picture, depth = build_picture(concrete, view), 0
    canvas.set_content(picture, lay_out(picture, levels=cache, room=room))
    while depth < 3 and (chosen := largest(picture)):
        canvas.activate(chosen)
        view = replace(view, opened=view.opened | {chosen})
        picture, depth = build_picture(concrete, view), depth + 1
        placement = lay_out(picture, levels=cache, room=room)
        canvas.set_content(picture, placement, keep_view=True)
        assert SMALLEST * canvas.view().scale >= LEAST_PIXELS - 0.01
        shown, index = canvas.shown(), canvas.index
        assert index is not None
        seen = [row for row in index.boxes_in(shown, 0.0) if not index.opened[row]]
        assert 1 <= len(seen) <= MOST_BOXES
        frame, first = placement.rects[chosen], index.frame_and_first(chosen)[1]
        assert shown.y <= frame.y
        assert frame.y + min(frame.height, shown.height / 2) <= shown.y + shown.height
        assert shown.x - 0.5 <= first.x
        assert first.x + first.width <= shown.x + shown.width + 0.5
        assert not overlapping(picture, placement)
    assert depth > 0


def test_that_what_was_opened_is_seen_whole_where_it_can_be_read_whole() -> None:
    frame, first, size = Rect(400, 300, 700, 500), Rect(600, 340, 100, 40), (660.0, 560.0)
    view = view_transform.opened(View(1.25, 300, 200), frame, first, size)
    shown = view.shown(size)
    assert LEGIBLE <= view.scale < 1.25
    assert shown.x <= frame.x
    assert shown.y <= frame.y
    assert frame.x + frame.width <= shown.x + shown.width
    assert frame.y + frame.height <= shown.y + shown.height
    near = View(1.0, 390, 290)
    assert view_transform.opened(near, Rect(400, 300, 400, 300), Rect(420, 320, 100, 40), size).scale == 1.0


def test_that_the_uppermost_box_of_what_is_too_large_is_seen() -> None:
    frame, first, size = Rect(0, 100, 5000, 3000), Rect(2400, 140, 120, 40), (660.0, 560.0)
    view = view_transform.opened(View(1.25, 0, 0), frame, first, size)
    shown = view.shown(size)
    assert view.scale == pytest.approx(LEGIBLE)
    assert shown.y <= frame.y
    assert shown.x <= first.x
    assert first.x + first.width <= shown.x + shown.width
