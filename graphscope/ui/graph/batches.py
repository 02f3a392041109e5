"""Batches: all boxes and wires of a pane as lists of rectangles and lines by colour, for painting thousands at once."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from graphscope.export.box_shapes import BAND, STRIPE, marked_look, name_of
from graphscope.export.look import TYPES, Look, Theme
from graphscope.export.overlays import Overlays
from graphscope.export.text_width import elide
from graphscope.layout.placement import Rect
from graphscope.ui.fonts import role_font
from graphscope.ui.graph.rectangles import Floats, Indices, Rectangles
from graphscope.ui.graph.scene_index import SceneIndex

FADED = 0.5
BORDERS = 0.14
"""Below this scale a box is a few pixels of its own colour; above it, it has its border and stripe."""
_T = TypeVar("_T")
TITLES = 0.24
"""From this scale on boxes are high enough for small titles."""
_FINE = 4
"""Fonts have whole sizes: this makes them whole quarters."""
_SHORTEST = 1.2
_MANY = 2000
"""Wires shorter than so many pixels are not painted."""


class Batches:
    """The pane from afar. A painter is called once per colour and depth, never once per box."""

    def __init__(self, index: SceneIndex, theme: Theme, overlays: Overlays) -> None:
        self._index, self._theme, self._overlays = index, theme, overlays
        self._rects = _Made(len(index.boxes), self._make_rects)
        self._stripes = _Made(len(index.boxes), self._make_stripes)

    def steps(self, painter: QPainter, area: Rect, scale: float) -> Iterator[None]:
        """Paint all that touches ``area``, in steps between which a window may do something else."""
        rows = self._index.boxes_in(area)
        opened = self._index.opened[rows]
        for row in rows[opened]:
            self._paint_frame(painter, int(row), scale)
        yield
        self._paint_wires(painter, area, scale)
        yield
        yield from self._paint_boxes(painter, rows[~opened], scale)
        if scale >= TITLES:
            self._paint_titles(painter, rows[~opened], scale)

    def _paint_boxes(self, painter: QPainter, rows: Indices, scale: float) -> Iterator[None]:
        styles, style_of = self._styles
        yield
        borders = scale >= BORDERS
        order = np.argsort(style_of[rows], kind="stable")
        for group in _groups(rows[order], style_of[rows][order]):
            look, faded = styles[style_of[group[0]]]
            group = self._thinned(group, scale)
            painter.setOpacity(FADED if faded else 1.0)
            rects = self._rects.at(group)
            if borders:
                painter.setPen(QPen(QColor(look.border), 0))
                painter.setBrush(QColor(look.fill))
                painter.drawRects(rects)
                if look.stripe:
                    painter.setPen(Qt.PenStyle.NoPen)
                    painter.setBrush(QColor(look.stripe))
                    painter.drawRects(self._stripes.at(group))
            else:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(_from_afar(look))
                painter.drawRects(rects)
            painter.setOpacity(1.0)
            yield

    def _thinned(self, rows: Indices, scale: float) -> Indices:
        """One box per pixel, where boxes of one colour are smaller than that and many fall into one."""
        left, top, right, bottom = (edge[rows] * scale for edge in self._index.edges)
        if len(rows) < _MANY or np.median(bottom - top) >= 1.0:
            return rows
        pixels = np.floor(left).astype(np.int64) * 1_000_003 + np.floor(top).astype(np.int64)
        small = np.maximum(right - left, bottom - top) < 1.0
        return rows[np.sort(np.unique(np.where(small, pixels, -1 - np.arange(len(rows))), return_index=True)[1])]

    def _paint_titles(self, painter: QPainter, rows: Indices, scale: float) -> None:
        """Titles at the smallest legible size on the screen, which is larger than the scale would make them."""
        painter.save()
        font = role_font("tiny")
        font.setPixelSize(max(1, round(TYPES["tiny"].pixels / scale * _FINE)))
        painter.scale(1 / _FINE, 1 / _FINE)
        painter.setFont(font)
        for row in rows.tolist():
            box, rect = self._index.boxes[row], self._index.rects[row]
            title = elide(name_of(box), "tiny", (rect.width - 2 * STRIPE) * scale - 3)
            if title:
                painter.setPen(QColor(self._theme.look(box.look).title))
                middle = rect.y + rect.height / 2 + 2.9 / scale
                painter.drawText(QPointF((rect.x + STRIPE + 2.5 / scale) * _FINE, middle * _FINE), title)
        painter.restore()

    def _paint_wires(self, painter: QPainter, area: Rect, scale: float) -> None:
        pieces, lengths = self._reaches
        rows = pieces.touching(area)
        rows = rows[lengths[rows] * scale >= _SHORTEST]
        if len(rows):
            wide = self._wide[self._index.segments[1][rows]]
            for which, width in ((~wide, 0.0), (wide, 2.0)):
                if which.any():
                    pen = QPen(QColor(self._theme.colours["wire"]), width)
                    pen.setCosmetic(True)
                    painter.setPen(pen)
                    painter.drawLines(self._lines.at(rows[which]))

    def _paint_frame(self, painter: QPainter, row: int, scale: float) -> None:
        box, rect = self._index.boxes[row], self._index.rects[row]
        look = marked_look(box, self._theme, self._overlays)
        pen = QPen(QColor(look.border), 1.6 if look.border_width > 1.5 else 1.0)
        pen.setCosmetic(True)
        painter.setPen(pen)
        painter.setBrush(QColor(look.fill))
        radius = 10 if scale > BORDERS else 0
        painter.drawRoundedRect(QRectF(rect.x, rect.y, rect.width, rect.height), radius, radius)
        if look.band and box.kind != "part":
            band = min(BAND, rect.height)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(look.band))
            painter.drawRoundedRect(
                QRectF(rect.x, rect.y, rect.width, band), min(radius, band / 2), min(radius, band / 2)
            )

    @functools.cached_property
    def _styles(self) -> tuple[Sequence[tuple[Look, bool]], Indices]:
        """The different looks of closed boxes by depth, and the style of each box."""
        index, over = self._index, self._overlays
        marks = np.zeros(len(index.boxes), dtype=np.intp)
        for bit, boxes in enumerate((over.changed, over.only, over.faded, over.lines, over.matches)):
            marks[index.rows_of(boxes)] |= 1 << bit
        # Boxes of a kind that are marked alike look alike: one of them tells for all.
        _, told, style_of = np.unique(index.kinds << 5 | marks, return_index=True, return_inverse=True)
        samples = [index.boxes[row] for row in told.tolist()]
        return [(marked_look(box, self._theme, over), box.id in over.faded) for box in samples], style_of

    def _make_rects(self, rows: Indices) -> Iterator[QRectF]:
        left, top, right, bottom = self._index.edges[:, rows]
        return map(QRectF, left.tolist(), top.tolist(), (right - left).tolist(), (bottom - top).tolist())

    def _make_stripes(self, rows: Indices) -> Iterator[QRectF]:
        left, top, _, bottom = self._index.edges[:, rows]
        return map(QRectF, left.tolist(), top.tolist(), itertools.repeat(STRIPE), (bottom - top).tolist())

    def _make_lines(self, rows: Indices) -> Iterator[QLineF]:
        return map(QLineF, *self._index.segments[0][rows].T.tolist())

    @functools.cached_property
    def _lines(self) -> _Made[QLineF]:
        return _Made(len(self._index.segments[1]), self._make_lines)

    @functools.cached_property
    def _reaches(self) -> tuple[Rectangles, Floats]:
        """What each piece of a wire takes up, and how long its longer side is."""
        x0, y0, x1, y1 = self._index.segments[0].T
        edges = np.array((np.minimum(x0, x1), np.minimum(y0, y1), np.maximum(x0, x1), np.maximum(y0, y1)))
        return Rectangles(edges), np.maximum(edges[2] - edges[0], edges[3] - edges[1])

    @functools.cached_property
    def _wide(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        return np.array([wire.count > 2 for wire, _ in self._index.wires], dtype=bool)


def _groups(rows: Indices, styles: Indices) -> list[Indices]:
    """Rows, sorted by style, cut where the style changes."""
    return [group for group in np.split(rows, np.flatnonzero(np.diff(styles)) + 1) if len(group)]


class _Made(Generic[_T]):
    """Qt's values by row, each made when it is first painted: making all of them at once would hold up a frame."""

    def __init__(self, count: int, make: Callable[[Indices], Iterator[_T]]) -> None:
        self._values: list[_T | None] = [None] * count
        self._made = np.zeros(count, dtype=bool)
        self._make = make

    def at(self, rows: Indices) -> list[_T]:
        """The values of these rows."""
        values, missing = self._values, rows[~self._made[rows]]
        if len(missing):
            for row, value in zip(missing.tolist(), self._make(missing), strict=True):
                values[row] = value
            self._made[missing] = True
        return list(map(values.__getitem__, rows.tolist()))  # type: ignore[arg-type]


def _from_afar(look: Look) -> QColor:
    """One colour for a box of a few pixels: its sign colour, softened by its fill."""
    sign, fill = QColor(look.stripe or look.border), QColor(look.fill)
    parts = ((sign.red(), fill.red()), (sign.green(), fill.green()), (sign.blue(), fill.blue()))
    return QColor(*(round(0.6 * a + 0.4 * b) for a, b in parts))
