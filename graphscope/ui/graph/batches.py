"""Batches: all boxes and wires of a pane as lists of rectangles and lines by colour, for painting thousands at once."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from graphscope.analysis.picture import Box
from graphscope.export.box_shapes import BAND, STRIPE, marked_look
from graphscope.export.look import Look, Theme
from graphscope.export.overlays import Overlays
from graphscope.layout.placement import Rect
from graphscope.ui.graph.scene_index import Indices, SceneIndex

BORDERS = 0.14
"""Below this scale a box is a few pixels of its own colour; above it, it has its border and stripe."""
_T = TypeVar("_T")
_SHORTEST = 1.2
"""Wires shorter than so many pixels are not painted."""


class Batches:
    """The pane from afar. A painter is called once per colour and depth, never once per box."""

    def __init__(self, index: SceneIndex, theme: Theme, overlays: Overlays) -> None:
        self._index, self._theme, self._overlays = index, theme, overlays

    def paint(self, painter: QPainter, area: Rect, scale: float) -> None:
        """Paint all that touches ``area``."""
        rows = self._index.boxes_in(area)
        opened = self._index.opened[rows]
        for row in rows[opened]:
            self._paint_frame(painter, int(row), scale)
        self._paint_wires(painter, area, scale)
        self._paint_boxes(painter, rows[~opened], scale)

    def _paint_boxes(self, painter: QPainter, rows: Indices, scale: float) -> None:
        styles, style_of = self._styles
        borders = scale >= BORDERS
        order = np.argsort(style_of[rows], kind="stable")
        for group in _groups(rows[order], style_of[rows][order]):
            look, faded = styles[style_of[group[0]]]
            painter.setOpacity(0.35 if faded else 1.0)
            rects = _picked(self._rects, group)
            if borders:
                painter.setPen(QPen(QColor(look.border), 0))
                painter.setBrush(QColor(look.fill))
                painter.drawRects(rects)
                if look.stripe:
                    painter.setPen(Qt.PenStyle.NoPen)
                    painter.setBrush(QColor(look.stripe))
                    painter.drawRects(_picked(self._stripes, group))
            else:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(_from_afar(look))
                painter.drawRects(rects)
        painter.setOpacity(1.0)

    def _paint_wires(self, painter: QPainter, area: Rect, scale: float) -> None:
        segments, owners = self._index.segments
        low, high = np.minimum(segments[:, :2], segments[:, 2:]), np.maximum(segments[:, :2], segments[:, 2:])
        seen = (high[:, 0] >= area.x) & (low[:, 0] <= area.x + area.width)
        seen &= (high[:, 1] >= area.y) & (low[:, 1] <= area.y + area.height)
        seen &= (high - low).max(axis=1) * scale >= _SHORTEST
        rows = np.flatnonzero(seen)
        if len(rows):
            wide = self._wide[owners[rows]]
            for which, width in ((~wide, 0.0), (wide, 2.0)):
                if which.any():
                    pen = QPen(QColor(self._theme.colours["wire"]), width)
                    pen.setCosmetic(True)
                    painter.setPen(pen)
                    painter.drawLines(_picked(self._lines, rows[which]))

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
        numbers: dict[tuple[int, Look, bool], int] = {}
        style_of = np.zeros(len(self._index.boxes), dtype=np.intp)
        plain: dict[tuple[str, int], int] = {}
        marked = self._marked
        for row, (box, depth) in enumerate(zip(self._index.boxes, self._index.depths.tolist(), strict=True)):
            number = None if box.id in marked else plain.get((box.look, depth))
            if number is None:
                look, faded = self._look(box)
                number = numbers.setdefault((depth, look, faded), len(numbers))
                if box.id not in marked:
                    plain[box.look, depth] = number
            style_of[row] = number
        return [(look, faded) for _, look, faded in numbers], style_of

    @functools.cached_property
    def _marked(self) -> frozenset[str]:
        over = self._overlays
        return over.changed | over.only | over.faded | over.lines | frozenset(over.matches)

    def _look(self, box: Box) -> tuple[Look, bool]:
        return marked_look(box, self._theme, self._overlays), box.id in self._overlays.faded

    @functools.cached_property
    def _rects(self) -> Sequence[QRectF]:
        return [QRectF(rect.x, rect.y, rect.width, rect.height) for rect in self._index.rects]

    @functools.cached_property
    def _stripes(self) -> Sequence[QRectF]:
        return [QRectF(rect.x, rect.y, STRIPE, rect.height) for rect in self._index.rects]

    @functools.cached_property
    def _lines(self) -> Sequence[QLineF]:
        return [QLineF(*piece) for piece in self._index.segments[0].tolist()]

    @functools.cached_property
    def _wide(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        return np.array([wire.count > 2 for wire, _ in self._index.wires], dtype=bool)


def _groups(rows: Indices, styles: Indices) -> list[Indices]:
    """Rows, sorted by style, cut where the style changes."""
    return [group for group in np.split(rows, np.flatnonzero(np.diff(styles)) + 1) if len(group)]


def _picked(values: Sequence[_T], rows: Indices) -> Sequence[_T]:
    chosen = rows.tolist()
    if len(chosen) == 1:
        return [values[chosen[0]]]
    return list(map(values.__getitem__, chosen))


def _from_afar(look: Look) -> QColor:
    """One colour for a box of a few pixels: its sign colour, softened by its fill."""
    sign, fill = QColor(look.stripe or look.border), QColor(look.fill)
    red, green, blue = (round(0.6 * a + 0.4 * b) for a, b in zip(sign.getRgb()[:3], fill.getRgb()[:3], strict=True))
    return QColor(red, green, blue)
