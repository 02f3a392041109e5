"""The overview tells where matches and differences are, inside closed groups too, and a click on a mark goes there."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from graphscope.export.look import load_theme
from graphscope.export.overlays import NO_OVERLAYS, Overlays
from graphscope.ui.fonts import load_fonts
from graphscope.ui.graph.canvas import GraphCanvas
from graphscope.ui.graph.minimap import Minimap
from graphscope.ui.graph.overview_marks import OverviewMarks
from graphscope.ui.graph.scene_index import SceneIndex
from graphscope.ui.graph.scene_painter import ScenePainter
from tests.ui_graph.pictures import clip_loop, grid

pytestmark = pytest.mark.gui
THEME = load_theme("light")
PATIENCE = 30_000


@pytest.fixture
def canvas(qtbot: QtBot) -> GraphCanvas:
    load_fonts()
    canvas = GraphCanvas(THEME)
    qtbot.addWidget(canvas)
    canvas.set_animated(False)
    canvas.resize(520, 566)
    canvas.set_content(*grid(400))
    canvas.show()
    qtbot.waitExposed(canvas)
    return canvas


def overview(canvas: GraphCanvas) -> Minimap:
    found = canvas.findChild(Minimap)
    assert isinstance(found, Minimap)
    return found


def place(canvas: GraphCanvas, box: str) -> QPoint:
    """Where a box is in the overview."""
    assert canvas.index is not None
    area, rect = canvas.index.area, canvas.index.rects[canvas.index.row[box]]
    size = overview(canvas).size()
    scale = min((size.width() - 12) / area.width, (size.height() - 12) / area.height)
    left, top = (size.width() - area.width * scale) / 2, (size.height() - area.height * scale) / 2
    return QPointF(left + (rect.x + rect.width / 2) * scale, top + (rect.y + rect.height / 2) * scale).toPoint()


def ids(canvas: GraphCanvas) -> list[str]:
    assert canvas.index is not None
    return [box.id for box in canvas.index.boxes]


@pytest.mark.parametrize("kind", ["match", "changed", "only"])
def test_that_each_kind_has_its_mark_and_leaves_none_behind(canvas: GraphCanvas, kind: str) -> None:
    box = ids(canvas)[210]
    one = frozenset({box})
    before = canvas.grab().toImage()
    canvas.set_overlays(Overlays(matches=dict.fromkeys(one, 2) if kind == "match" else {}, **_sets(kind, one)))
    image = overview(canvas).grab().toImage()
    assert colour(image, place(canvas, box)) == QColor(THEME.marks[kind]).name()
    canvas.set_overlays(NO_OVERLAYS)
    canvas.finish_painting()
    assert canvas.grab().toImage().size() == before.size()
    assert colour(overview(canvas).grab().toImage(), place(canvas, box)) != QColor(THEME.marks[kind]).name()


def _sets(kind: str, boxes: frozenset[str]) -> dict[str, frozenset[str]]:
    return {} if kind == "match" else {kind: boxes}


def colour(image: QImage, at: QPoint) -> str:
    return image.pixelColor(at).name()


def test_that_a_click_on_a_mark_brings_its_box_into_view(qtbot: QtBot, canvas: GraphCanvas) -> None:
    box = ids(canvas)[-3]
    canvas.set_overlays(Overlays(matches={box: 1}))
    assert canvas.index is not None
    rect = canvas.index.rects[canvas.index.row[box]]
    assert canvas.shown().y + canvas.shown().height < rect.y
    qtbot.mouseClick(overview(canvas), Qt.MouseButton.LeftButton, pos=place(canvas, box) + QPoint(3, 2))
    shown = canvas.shown()
    assert shown.x <= rect.x
    assert rect.x + rect.width <= shown.x + shown.width
    assert shown.y <= rect.y
    assert rect.y + rect.height <= shown.y + shown.height


def test_that_marks_show_the_overview_where_it_would_be_out_of_the_way(canvas: GraphCanvas) -> None:
    canvas.fit(glide=False)
    canvas.zoom_by(1.15, QPointF(260, 283))
    assert not overview(canvas).isVisible()
    canvas.set_overlays(Overlays(matches={ids(canvas)[0]: 1}))
    assert overview(canvas).isVisible()
    canvas.fit(glide=False)
    assert not overview(canvas).isVisible()


def test_that_the_overview_says_how_many_there_are(canvas: GraphCanvas) -> None:
    first, second, third = ids(canvas)[:3]
    assert overview(canvas).toolTip() == "The whole graph; click to go there"
    canvas.set_overlays(Overlays(matches={first: 1200}, changed=frozenset({second}), only=frozenset({third})))
    assert overview(canvas).accessibleDescription() == "1,200 matches, 2 boxes that differ"


def test_that_a_closed_group_has_the_mark_of_what_is_in_it() -> None:
    index = SceneIndex(*clip_loop())
    marks = OverviewMarks(index, Overlays(matches={"if": 3, "while": 1, "elsewhere": 5}))
    for box, down in (("if", 0.5), ("while", 12 / 140)):
        rect = index.rects[index.row[box]]
        assert marks.box_at(rect.x + rect.width / 2, rect.y + rect.height * down, (1.0, 0.0, 0.0)) == box
    assert marks.box_at(0, 0, (1.0, 0.0, 0.0)) == ""
    assert not OverviewMarks(index, Overlays(matches={"elsewhere": 5}))


def test_that_an_overview_of_very_many_boxes_is_painted_in_steps_and_comes_out_the_same(qtbot: QtBot) -> None:
    load_fonts()
    scene = ScenePainter(SceneIndex(*grid(3000)), THEME, NO_OVERLAYS)
    parents = [QWidget(), QWidget()]
    minimaps = [Minimap(parent, THEME) for parent in parents]
    for parent, minimap in zip(parents, minimaps, strict=True):
        qtbot.addWidget(parent)
        minimap.set_scene(scene, THEME, True)
    empty = minimaps[0].grab().toImage()
    minimaps[0].paint_now()
    whole = minimaps[0].grab().toImage()
    assert whole != empty
    qtbot.waitUntil(lambda: minimaps[1].grab().toImage() == whole, timeout=PATIENCE)
    painter = QPainter(whole)
    area = scene.index.area
    assert sum(1 for _ in scene.steps_from_afar(painter, QRectF(0, 0, area.width, area.height), 0.01)) > 3
    painter.end()
