"""Bundles are drawn as single strands while what they join is chosen, and the picture is the old one after."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from graphscope.analysis.build_picture import build_picture
from graphscope.analysis.bundle import Bundle
from graphscope.analysis.strands import bundle_of_wire
from graphscope.export.lay_out import lay_out
from graphscope.export.look import load_theme
from graphscope.layout.placement import Rect
from graphscope.ui.fonts import load_fonts
from graphscope.ui.graph.box_words import box_sentence, box_tip
from graphscope.ui.graph.canvas import GraphCanvas
from graphscope.ui.graph.strand_marks import MOST_DRAWN, StrandMarks
from graphscope.ui.graph.strand_ways import End, StrandWays
from tests.analysis.test_strands import CLOSED, scopes, two_scopes

pytestmark = pytest.mark.gui
Show = Callable[..., GraphCanvas]


@pytest.fixture
def show(qtbot: QtBot) -> Show:
    def make(tensors: int = 3, opened: bool = False) -> GraphCanvas:
        load_fonts()
        canvas = GraphCanvas(load_theme("light"))
        qtbot.addWidget(canvas)
        canvas.set_animated(False)
        canvas.resize(500, 500)
        concrete, view = two_scopes(tensors), replace(CLOSED, level_size=1000)
        if opened:
            view = replace(view, opened=frozenset(scopes(build_picture(concrete, view))))
        picture = build_picture(concrete, view)
        canvas.set_content(picture, lay_out(picture))
        canvas.show()
        qtbot.waitExposed(canvas)
        canvas.activateWindow()
        canvas.setFocus()
        qtbot.waitUntil(canvas.hasFocus)
        return canvas

    return make


def seen(canvas: GraphCanvas) -> QImage:
    canvas.finish_painting()
    return canvas.grab().toImage()


def middle_of_wire(canvas: GraphCanvas) -> QPointF:
    assert canvas.index is not None
    row = canvas.index.wire_between(*scopes(canvas.index.picture))
    (x0, y0), (x1, y1) = canvas.index.wires[row][1].points[0], canvas.index.wires[row][1].points[-1]
    return QPointF(*canvas.view().to_pane((x0 + x1) / 2, (y0 + y1) / 2))


@pytest.mark.parametrize("end", [0, 1])
def test_that_choosing_a_box_draws_strands_and_leaving_it_brings_the_picture_back(show: Show, end: int) -> None:
    canvas = show()
    assert canvas.index is not None
    before = seen(canvas)
    canvas.choose([scopes(canvas.index.picture)[end]])
    assert seen(canvas) != before
    assert canvas.strand_at(*canvas.view().to_drawing(*middle_of_wire(canvas).toTuple()), 4.0) is not None
    canvas.choose([])
    assert seen(canvas) == before
    assert canvas.strand_at(*canvas.view().to_drawing(*middle_of_wire(canvas).toTuple()), 4.0) is None


def test_that_a_click_on_a_bundle_takes_it_apart_and_a_click_beside_it_puts_it_together(
    qtbot: QtBot, show: Show
) -> None:
    canvas = show()
    before = seen(canvas)
    with qtbot.waitSignal(canvas.bundle_chosen) as told:
        qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=middle_of_wire(canvas).toPoint())
    (bundle,) = told.args
    assert isinstance(bundle, Bundle)
    assert bundle.ends == ("a", "b")
    apart = seen(canvas)
    assert apart != before
    with qtbot.waitSignal(canvas.selection_changed) as told:
        qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPointF(4, 4).toPoint())
    assert told.args == [[]]
    qtbot.mouseMove(canvas, QPointF(2, 2).toPoint())
    assert seen(canvas) == before


def test_that_strands_lead_to_the_ops_inside_open_groups(show: Show) -> None:
    canvas = show(opened=True)
    index = canvas.index
    assert index is not None
    bundle = bundle_of_wire(index.picture, *scopes(index.picture))
    assert bundle is not None
    marks = StrandMarks(index, load_theme("dark"), [bundle])
    for strand in bundle.strands:
        for end, down in ((strand.source, 1.0), (strand.target, 0.0)):
            rect = index.placement.rects[end]
            found = [
                marks.strand_at(rect.x + rect.width * part, rect.y + rect.height * down, 1.5)
                for part in np.linspace(0.15, 0.85, 141)
            ]
            assert any(each is not None and end in (each.source, each.target) for each in found)


def test_that_more_strands_than_can_be_told_apart_are_counted(show: Show) -> None:
    canvas = show(100)
    assert canvas.index is not None
    bundle = bundle_of_wire(canvas.index.picture, *scopes(canvas.index.picture))
    assert bundle is not None
    assert len(StrandMarks(canvas.index, load_theme("light"), [bundle])) == MOST_DRAWN


def test_that_a_bundle_goes_when_its_picture_does(show: Show) -> None:
    canvas = show()
    assert canvas.index is not None
    row = canvas.index.wire_between(*scopes(canvas.index.picture))
    canvas.choose_wire(row)
    picture = build_picture(two_scopes(), replace(CLOSED, grouping="none"))
    canvas.set_content(picture, lay_out(picture), keep_view=True)
    assert not seen(canvas).isNull()
    assert canvas.strand_at(60, 60, 500) is None


def test_that_strands_lie_apart_and_begin_and_end_on_the_borders() -> None:
    source, target = Rect(0, 0, 200, 40), Rect(60, 200, 120, 40)
    line = np.array([(150.0, 40.0), (80.0, 200.0)])
    ways = StrandWays(line, (End(source), End(target))).ways([(source, target)] * 8)
    starts, ends = [way[0] for way in ways], [way[-1] for way in ways]
    assert all(y == 40.0 and 0 < x < 200 for x, y in starts)
    assert all(y == 200.0 and 60 < x < 180 for x, y in ends)
    assert min(np.diff(sorted(x for x, _ in starts))) > 2


def test_that_strands_of_a_diamond_meet_in_its_point() -> None:
    diamond, target = Rect(0, 0, 120, 64), Rect(0, 200, 120, 40)
    line = np.array([(60.0, 48.0), (60.0, 200.0)])
    ways = StrandWays(line, (End(diamond, True), End(target))).ways([(diamond, target)] * 3)
    assert {tuple(way[0]) for way in ways} == {(60.0, 48.0)}


def test_that_a_tag_tells_what_it_stands_for_and_leads_to_it(qtbot: QtBot, show: Show) -> None:
    canvas = show()
    picture = build_picture(two_scopes(), replace(CLOSED, grouping="none", level_size=1000))
    canvas.set_content(picture, lay_out(picture))
    tag, home = picture.stubs["f", "x"][0], picture.box_of["f", "x"]
    assert "double-click to go to it" in box_tip(picture.boxes[tag], picture)
    assert "a tag for Placeholder, x" in box_sentence(picture.boxes[tag], picture)
    canvas.reveal([picture.box_of["f", "b/last"]])
    canvas.zoom_by(3.0, glide=False)
    canvas.choose([tag])
    qtbot.keyClick(canvas, Qt.Key.Key_Return)
    assert canvas.index is not None
    rect, shown = canvas.index.placement.rects[home], canvas.shown()
    assert shown.x <= rect.x
    assert rect.x + rect.width <= shown.x + shown.width
    assert shown.y <= rect.y
    assert rect.y + rect.height <= shown.y + shown.height
