"""OverviewMarks: where in the overview matches and differences are, a mark for each; the overview itself is others'."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from graphscope.export.box_shapes import BAND
from graphscope.export.look import Theme
from graphscope.export.overlays import Overlays
from graphscope.ui.graph.rectangles import Floats, Indices
from graphscope.ui.graph.scene_index import SceneIndex

_SIZE = 2.8
"""Half the size of a mark, in pixels."""
_CELL = 3.0
"""Of the marks of a kind that would lie so near to one another, one is painted."""
_MOST_CELLS = 1_000_003
"""More than there are one below another."""
_REACH = 6.0
_KINDS = ("match", "changed", "only")
Placing = tuple[float, float, float]
"""Scale and origin of the drawing in the overview."""


@dataclass(frozen=True)
class _Marked:
    """The rows of the boxes of one kind of mark, and the point that stands for each."""

    kind: str
    rows: Indices
    points: Floats


class OverviewMarks:
    """The marks of one set of overlays. A closed group has the mark of what is inside of it."""

    def __init__(self, index: SceneIndex, overlays: Overlays) -> None:
        self._index = index
        marks = (overlays.matches, overlays.changed, overlays.only)
        self._marked = [_marked(index, kind, each) for kind, each in zip(_KINDS, marks, strict=True) if each]
        tags = frozenset(tag for tags in index.picture.stubs.values() for tag in tags)
        self._painted: dict[str, tuple[Placing, list[tuple[float, float]]]] = {}
        self._matches = sum(overlays.matches.values()) - sum(overlays.matches.get(tag, 0) for tag in tags)
        self._differences = len((overlays.changed | overlays.only) - tags)

    def __bool__(self) -> bool:
        return any(len(each.rows) for each in self._marked)

    @property
    def words(self) -> str:
        """How many there are: ``12 matches, 3 boxes that differ``; empty where there are none."""
        told = [f"{self._matches:,} match{'es' * (self._matches != 1)}"] * bool(self._matches)
        if self._differences:
            told.append(f"{self._differences:,} box{'es' * (self._differences != 1)} that differ")
        return ", ".join(told)

    def paint(self, painter: QPainter, theme: Theme, placing: Placing) -> None:
        """Paint them over the overview: matches round, what has changed as diamonds, what is only here square."""
        for each in self._marked:
            painter.setPen(QPen(QColor(theme.colours["panel"]), 1))
            painter.setBrush(QColor(theme.marks[each.kind]))
            for x, y in self._seen(each, placing):
                _SHAPES[each.kind](painter, x, y)

    def _seen(self, marked: _Marked, placing: Placing) -> list[tuple[float, float]]:
        """Where its marks are painted; found once, as the overview is painted with every movement of the pane."""
        known = self._painted.get(marked.kind)
        if known is None or known[0] != placing:
            known = self._painted[marked.kind] = (placing, _thinned(_placed(marked.points, placing)))
        return known[1]

    def box_at(self, x: float, y: float, placing: Placing) -> str:
        """The box whose mark is nearest to a pixel of the overview; empty where none is near."""
        best, nearest = "", _REACH
        for each in self._marked:
            far = np.hypot(*(_placed(each.points, placing) - (x, y)).T)
            at = int(np.argmin(far)) if len(far) else -1
            if at >= 0 and far[at] < nearest:
                best, nearest = self._index.boxes[each.rows[at]].id, float(far[at])
        return best


def _marked(index: SceneIndex, kind: str, boxes: Iterable[str]) -> _Marked:
    rows = index.rows_of(boxes)
    left, top, right, bottom = (edge[rows] for edge in index.edges)
    # What is inside of an open box has marks of its own, so that its own stands at its title.
    middle = np.where(index.opened[rows], top + BAND / 2, (top + bottom) / 2)
    return _Marked(kind, rows, np.stack([(left + right) / 2, middle], axis=1))


def _placed(points: Floats, placing: Placing) -> Floats:
    scale, left, top = placing
    placed: Floats = points * scale + (left, top)
    return placed


def _thinned(points: Floats) -> list[tuple[float, float]]:
    across, down = np.floor(points / _CELL).astype(np.int64).T
    seen = np.sort(np.unique(across * _MOST_CELLS + down, return_index=True)[1])
    return [(x, y) for x, y in points[seen].tolist()]


def _round(painter: QPainter, x: float, y: float) -> None:
    painter.drawEllipse(QPointF(x, y), _SIZE, _SIZE)


def _square(painter: QPainter, x: float, y: float) -> None:
    painter.drawRect(QRectF(x - _SIZE + 0.4, y - _SIZE + 0.4, 2 * _SIZE - 0.8, 2 * _SIZE - 0.8))


def _diamond(painter: QPainter, x: float, y: float) -> None:
    reach = _SIZE * 1.3
    corners = ((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y))
    painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))


_SHAPES = {"match": _round, "changed": _diamond, "only": _square}
