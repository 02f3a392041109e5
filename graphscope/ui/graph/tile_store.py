"""TileStore: what a pane shows kept as square images, so that panning paints strips and no frame takes too long."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QRegion

from graphscope.ui.graph.view_transform import Size, View

TILE = 256
Render = Callable[[QPainter, QRectF, float], None]
"""Paints a part of the drawing, at a scale, with a painter set to the drawing's coordinates."""
_KEPT = 4
"""So many times the tiles that a pane shows are kept."""
_Tile = tuple[int, int]


class TileStore:
    """Tiles of one drawing at one scale. While they are renewed, the last whole frame stands in, stretched."""

    def __init__(self, render: Render, background: QColor) -> None:
        self._render, self._background = render, background
        self._tiles: dict[_Tile, QImage] = {}
        self.scale, self._ratio = 1.0, 1.0
        self._seen: dict[_Tile, QImage] = {}
        self._seen_scale = 1.0
        self._frame: tuple[QImage, View] | None = None
        self._cost = 0.0
        self._begun = False

    def replace(self, render: Render, background: QColor) -> None:
        """Paint with another function from now on; what is on the screen stays until its tiles are painted anew."""
        self._render, self._background = render, background
        self._tiles.clear()
        self._cost, self._begun = 0.0, False

    def forget(self) -> None:
        """Drop everything, also what stands in."""
        self._tiles.clear()
        self._seen, self._frame, self._cost, self._begun = {}, None, 0.0, False

    @property
    def empty(self) -> bool:
        """Whether there is nothing yet that could stand in for what is missing."""
        return not self._seen

    @property
    def bare(self) -> bool:
        """Whether what is to be painted is new, and no tile of anything is there."""
        return not (self._begun or self._seen or self._tiles)

    def cost_of_frame(self, size: Size) -> float:
        """How many seconds painting every tile of a pane of that size is expected to take."""
        return self._cost * (math.ceil(size[0] / TILE) + 1) * (math.ceil(size[1] / TILE) + 1)

    def paint(self, painter: QPainter, view: View, size: Size, budget: float) -> bool:
        """Paint the pane, making missing tiles for up to ``budget`` seconds; whether nothing is missing."""
        left, top, wanted = self._look(view, size, painter.device().devicePixelRatioF())
        self._make(wanted, time.perf_counter() + budget)
        whole = all(tile in self._tiles for tile in wanted)
        if not whole:
            missing = [tile for tile in wanted if tile not in self._tiles]
            painter.save()
            painter.setClipRegion(_region(missing, (left, top)), Qt.ClipOperation.IntersectClip)
            self._stand_in(painter, view, size)
            painter.restore()
        for tile in wanted:
            image = self._tiles.get(tile)
            if image is not None:
                painter.drawImage(QPointF(tile[0] * TILE - left, tile[1] * TILE - top), image)
        if whole:
            self._keep(wanted)
        return whole

    def paint_without(self, painter: QPainter, view: View, size: Size) -> None:
        """Paint the pane without tiles, once: a first frame stands sooner so. What a tile shows is the very same."""
        left, top, _ = self._look(view, size, painter.device().devicePixelRatioF())
        self._begun = True
        painter.save()
        painter.fillRect(QRectF(0, 0, *size), self._background)
        painter.translate(-left, -top)
        painter.scale(view.scale, view.scale)
        self._render(painter, QRectF(QPointF(left, top) / view.scale, QSizeF(*size) / view.scale), view.scale)
        painter.restore()

    def complete(self, view: View, size: Size, ratio: float) -> None:
        """Make every tile that the pane needs, however long it takes."""
        self._make(self._look(view, size, ratio)[2], math.inf)

    def _look(self, view: View, size: Size, ratio: float) -> tuple[float, float, list[_Tile]]:
        """Where the pane's corner is, in whole pixels of the screen, and the tiles that it needs."""
        if (view.scale, ratio) != (self.scale, self._ratio):
            self.scale, self._ratio = view.scale, ratio
            self._tiles.clear()
        left, top = (round(start * view.scale * ratio) / ratio for start in (view.x, view.y))
        return left, top, _wanted(left, top, size)

    def _make(self, wanted: list[_Tile], deadline: float) -> None:
        for tile in wanted:
            if tile not in self._tiles:
                started = time.perf_counter()
                if started >= deadline:
                    return
                self._tiles[tile] = self._tile(tile)
                taken = time.perf_counter() - started
                self._cost = taken if not self._cost else 0.7 * self._cost + 0.3 * taken

    def _tile(self, tile: _Tile) -> QImage:
        side = math.ceil(TILE * self._ratio)
        image = QImage(side, side, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(side / TILE)
        image.fill(self._background)
        painter = QPainter(image)
        painter.translate(-tile[0] * TILE, -tile[1] * TILE)
        painter.scale(self.scale, self.scale)
        step = TILE / self.scale
        self._render(painter, QRectF(tile[0] * step, tile[1] * step, step, step), self.scale)
        painter.end()
        return image

    def _stand_in(self, painter: QPainter, view: View, size: Size) -> None:
        """The last whole frame, where the view is now."""
        painter.fillRect(QRectF(0, 0, *size), self._background)
        if self._frame is None and self._seen:
            self._frame = _composed(self._seen, self._seen_scale)
        if self._frame is not None:
            image, then = self._frame
            factor = view.scale / then.scale
            at = QPointF(*view.to_pane(then.x, then.y))
            sides = (each / image.devicePixelRatioF() * factor for each in (image.width(), image.height()))
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, 1 < factor < 4)
            painter.drawImage(QRectF(at, QSizeF(*sides)), image, QRectF(image.rect()))

    def _keep(self, wanted: list[_Tile]) -> None:
        """Remember a whole frame, and drop tiles that are far from it."""
        self._seen = {tile: self._tiles[tile] for tile in wanted}
        self._seen_scale, self._frame = self.scale, None
        if len(self._tiles) > _KEPT * len(wanted):
            self._tiles = dict(self._seen)


def _composed(tiles: dict[_Tile, QImage], scale: float) -> tuple[QImage, View]:
    """Tiles put together into one image, and the view that it shows."""
    columns, rows = sorted({column for column, _ in tiles}), sorted({row for _, row in tiles})
    ratio = next(iter(tiles.values())).devicePixelRatioF()
    side = round(TILE * ratio)
    image = QImage(side * len(columns), side * len(rows), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    painter = QPainter(image)
    for (column, row), tile in tiles.items():
        painter.drawImage(QPointF((column - columns[0]) * TILE, (row - rows[0]) * TILE), tile)
    painter.end()
    return image, View(scale, columns[0] * TILE / scale, rows[0] * TILE / scale)


def _region(tiles: list[_Tile], corner: tuple[float, float]) -> QRegion:
    """Where these tiles are in the pane."""
    region = QRegion()
    for column, row in tiles:
        place = QRectF(column * TILE - corner[0], row * TILE - corner[1], TILE, TILE)
        region += place.toAlignedRect()
    return region


def _wanted(left: float, top: float, size: Size) -> list[_Tile]:
    """The tiles a pane shows, those in its middle first."""
    columns = range(math.floor(left / TILE), math.ceil((left + size[0]) / TILE))
    rows = range(math.floor(top / TILE), math.ceil((top + size[1]) / TILE))
    middle = ((left + size[0] / 2) / TILE - 0.5, (top + size[1] / 2) / TILE - 0.5)
    return sorted(((c, r) for c in columns for r in rows), key=lambda tile: math.dist(tile, middle))
