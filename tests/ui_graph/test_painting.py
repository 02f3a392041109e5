"""Painting: the window shows what is exported, near and far, and paints nothing twice."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from graphscope.export.drawing import MARGIN, make_drawing
from graphscope.export.look import THEMES, load_theme
from graphscope.export.overlays import NO_OVERLAYS, Overlays
from graphscope.layout.placement import Rect
from graphscope.ui.fonts import load_fonts
from graphscope.ui.graph.canvas import GraphCanvas
from graphscope.ui.graph.render_png import render_png
from graphscope.ui.graph.scene_index import SceneIndex
from graphscope.ui.graph.scene_painter import ScenePainter
from graphscope.ui.graph.tile_store import TILE, TileStore
from graphscope.ui.graph.view_transform import View
from tests.ui_graph.pictures import Drawn, clip_loop, grid, opened_branch

pytestmark = pytest.mark.gui


def pixels(image: QImage) -> NDArray[np.uint8]:
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)[..., :3].copy()


def canvas_of(qtbot: QtBot, drawn: Drawn, size: tuple[int, int], theme: str = "light") -> GraphCanvas:
    load_fonts()
    canvas = GraphCanvas(load_theme(theme))
    qtbot.addWidget(canvas)
    canvas.set_animated(False)
    canvas.resize(*size)
    canvas.set_content(*drawn)
    return canvas


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("drawn", [clip_loop(), opened_branch()])
def test_that_the_window_shows_what_is_exported(qtbot: QtBot, tmp_path: Path, drawn: Drawn, theme: str) -> None:
    drawing = make_drawing(*drawn, load_theme(theme))
    size = (round(drawing.width), round(drawing.height))
    canvas = canvas_of(qtbot, drawn, size, theme)
    canvas.set_view(View(1.0, -MARGIN, -MARGIN))
    render_png(drawing, tmp_path / "a.png", 1.0)
    exported, shown = pixels(QImage(str(tmp_path / "a.png"))), pixels(canvas.grab().toImage())
    assert exported.shape == shown.shape
    differ = np.abs(exported.astype(int) - shown).max(axis=2) > 60
    assert differ.mean() < 0.002


def test_that_tiles_join_without_a_seam(qtbot: QtBot) -> None:
    canvas = canvas_of(qtbot, grid(400), (900, 700))
    canvas.set_view(View(0.9, 137.3, 211.7))
    whole = canvas.grab().toImage()
    canvas.drag_view(-170, -130)
    moved = canvas.grab().toImage()
    assert np.array_equal(pixels(whole)[130:570, 170:730], pixels(moved)[:440, :560])


def test_that_a_first_frame_painted_without_tiles_is_the_one_that_tiles_make(qtbot: QtBot) -> None:
    canvas = canvas_of(qtbot, opened_branch(), (900, 700))
    canvas.set_view(View(0.9, -17.3, -11.7))
    first, second = (pixels(canvas.grab().toImage()).astype(int) for _ in range(2))
    assert len(np.unique(first)) > 20
    assert np.abs(first - second).max() <= 2, "smoothed edges are rounded once more, which nobody sees"


def test_that_a_light_pane_makes_no_tiles_before_it_is_painted_again() -> None:
    painted: list[QRectF] = []
    store = TileStore(lambda painter, area, scale: painted.append(area), QColor("white"))
    image = QImage(800, 600, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    assert store.bare
    store.paint_without(painter, View(2, 10, 20), (800, 600))
    assert painted == [QRectF(10, 20, 400, 300)]
    assert not store.bare
    assert store.paint(painter, View(2, 10, 20), (800, 600), 10)
    painter.end()
    assert len(painted) > 10


def test_that_panning_paints_strips_and_resting_paints_nothing() -> None:
    painted: list[QRectF] = []
    store = TileStore(lambda painter, area, scale: painted.append(area), QColor("white"))
    image = QImage(800, 600, QImage.Format.Format_RGB32)
    for view in (View(1, 0, 0), View(1, 0, 0), View(1, 40, 0), View(1, TILE + 10, 0)):
        painter = QPainter(image)
        assert store.paint(painter, view, (800, 600), 10)
        painter.end()
    columns = sorted({area.x() / TILE for area in painted})
    assert columns == [0, 1, 2, 3, 4]
    assert len(painted) == len({(area.x(), area.y()) for area in painted}) == 15


def test_that_without_time_the_last_frame_stands_in() -> None:
    store = TileStore(lambda painter, area, scale: painter.fillRect(area, QColor("red")), QColor("white"))
    image = QImage(300, 300, QImage.Format.Format_RGB32)
    shown = []
    for view, budget in ((View(1, 0, 0), 10.0), (View(1.1, 0, 0), 0.0)):
        painter = QPainter(image)
        shown.append(store.paint(painter, view, (300, 300), budget))
        painter.end()
    assert shown == [True, False]
    assert image.pixelColor(150, 150) == QColor("red")


@pytest.mark.parametrize("scale", [0.03, 0.1, 0.2, 0.3, 0.5, 1.0])
def test_that_every_box_is_seen_at_every_scale(scale: float) -> None:
    load_fonts()
    theme = load_theme("light")
    drawn = grid(24)
    scene = ScenePainter(SceneIndex(*drawn), theme, NO_OVERLAYS)
    area = scene.index.area
    image = QImage(round(area.width * scale) + 1, round(area.height * scale) + 1, QImage.Format.Format_RGB32)
    image.fill(QColor(theme.colours["pane"]))
    painter = QPainter(image)
    painter.scale(scale, scale)
    scene.paint(painter, QRectF(0, 0, area.width, area.height), scale)
    painter.end()
    seen = pixels(image)
    ground = seen[-1, -1]
    for rect in scene.index.rects:
        left, top = int(rect.x * scale), int(rect.y * scale)
        right, bottom = int((rect.x + rect.width) * scale) + 1, int((rect.y + rect.height) * scale) + 1
        assert (seen[top:bottom, left:right] != ground).any()


def test_that_marks_are_seen_from_afar() -> None:
    theme = load_theme("light")
    drawn = grid(200)
    index = SceneIndex(*drawn)
    images = []
    for overlays in (NO_OVERLAYS, Overlays(matches={"n7": 1}), Overlays(only=frozenset({"n7"}))):
        image = QImage(
            round(index.area.width * 0.05) + 1, round(index.area.height * 0.05) + 1, QImage.Format.Format_RGB32
        )
        image.fill(QColor("white"))
        painter = QPainter(image)
        painter.scale(0.05, 0.05)
        ScenePainter(index, theme, overlays).paint(painter, QRectF(0, 0, index.area.width, index.area.height), 0.05)
        painter.end()
        images.append(pixels(image))
    assert (images[0] != images[1]).any()
    assert (images[1] != images[2]).any()


def test_that_only_what_touches_an_area_is_found_in_it() -> None:
    picture, placement = grid(1000)
    index = SceneIndex(picture, placement)
    area = Rect(500, 700, 900, 400)
    expected = {
        box
        for box, rect in placement.rects.items()
        if rect.x <= 1400 and rect.x + rect.width >= 500 and rect.y <= 1100 and rect.y + rect.height >= 700
    }
    assert {index.boxes[row].id for row in index.boxes_in(area, 0)} == expected
    assert 0 < len(expected) < 50


def test_that_a_thousand_boxes_cost_no_more_calls_than_ten_from_afar() -> None:
    theme = load_theme("light")
    calls = []
    for count in (12, 1200):
        scene = ScenePainter(SceneIndex(*grid(count)), theme, NO_OVERLAYS)
        image = QImage(50, 50, QImage.Format.Format_RGB32)
        painter = CountingPainter(image)
        area = scene.index.area
        scene.paint(painter, QRectF(0, 0, area.width, area.height), 0.1)
        painter.end()
        calls.append(painter.calls)
    assert calls[0] == calls[1] > 0


class CountingPainter(QPainter):
    """Counts how often rectangles or lines are painted."""

    calls = 0

    def drawRects(self, *arguments: object) -> None:  # type: ignore[override]
        self.calls += 1
        super().drawRects(*arguments)  # type: ignore[call-overload]

    def drawLines(self, *arguments: object) -> None:  # type: ignore[override]
        self.calls += 1
        super().drawLines(*arguments)  # type: ignore[call-overload]


def test_that_the_name_of_a_frame_stays_in_sight_while_the_frame_does(qtbot: QtBot) -> None:
    theme = load_theme("light")
    canvas = canvas_of(qtbot, clip_loop(), (520, 566))
    canvas.set_view(View(2.0, 60, 250))
    image = canvas.grab().toImage()
    assert image.pixelColor(6, 12) == QColor(theme.look("while").band)
    canvas.set_view(View(0.3, 0, -100))
    seen = pixels(canvas.grab().toImage())
    band = QColor(theme.look("while").band)
    assert ((seen == (band.blue(), band.green(), band.red())).all(axis=2).sum(axis=1) > 25).sum() >= 10
