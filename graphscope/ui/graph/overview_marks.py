"""OverviewMarks: where in the overview matches and differences are, a mark for each; the overview itself is others'."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from graphscope.analysis.picture import Box
from graphscope.export.box_shapes import BAND
from graphscope.export.look import Theme
from graphscope.export.overlays import Overlays
from graphscope.ui.graph.rectangles import Floats
from graphscope.ui.graph.scene_index import SceneIndex

_SIZE = 2.8
"""Half the size of a mark, in pixels."""
_CELL = 3.0
"""Of the marks of a kind that would lie so near to one another, one is painted."""
_REACH = 6.0
_KINDS = ("match", "changed", "only")
Placing = tuple[float, float, float]
"""Scale and origin of the drawing in the overview."""


@dataclass(frozen=True)
class _Marked:
    """The boxes of one kind of mark, and the point that stands for each."""

    kind: str
    boxes: tuple[str, ...]
    points: Floats


class OverviewMarks:
    """The marks of one set of overlays. A closed group has the mark of what is inside of it."""

    def __init__(self, index: SceneIndex, overlays: Overlays) -> None:
        self._index = index
        marks = (overlays.matches, overlays.changed, overlays.only)
        self._marked = [_marked(index, kind, each) for kind, each in zip(_KINDS, marks, strict=True) if each]
        boxes = index.picture.boxes
        tags = {name for name in (*overlays.matches, *overlays.changed, *overlays.only) if _is_tag(boxes.get(name))}
        self._matches = sum(count for name, count in overlays.matches.items() if name not in tags)
        self._differences = len((overlays.changed | overlays.only) - tags)

    def __bool__(self) -> bool:
        return any(each.boxes for each in self._marked)

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
            for x, y in _thinned(_placed(each.points, placing)).tolist():
                _SHAPES[each.kind](painter, x, y)

    def box_at(self, x: float, y: float, placing: Placing) -> str:
        """The box whose mark is nearest to a pixel of the overview; empty where none is near."""
        best, nearest = "", _REACH
        for each in self._marked:
            far = np.hypot(*(_placed(each.points, placing) - (x, y)).T)
            at = int(np.argmin(far)) if len(far) else -1
            if at >= 0 and far[at] < nearest:
                best, nearest = each.boxes[at], float(far[at])
        return best


def _is_tag(box: Box | None) -> bool:
    """Whether it only stands for an op that has a box of its own, and is counted there."""
    return box is not None and box.kind == "stub"


def _marked(index: SceneIndex, kind: str, boxes: Iterable[str]) -> _Marked:
    known = tuple(box for box in boxes if box in index.row)
    rows = np.array([index.row[box] for box in known], dtype=np.intp)
    left, top, right, bottom = (edge[rows] for edge in index.edges)
    # What is inside of an open box has marks of its own, so that its own stands at its title.
    middle = np.where(index.opened[rows], top + BAND / 2, (top + bottom) / 2)
    return _Marked(kind, known, np.stack([(left + right) / 2, middle], axis=1))


def _placed(points: Floats, placing: Placing) -> Floats:
    scale, left, top = placing
    placed: Floats = points * scale + (left, top)
    return placed


def _thinned(points: Floats) -> Floats:
    cells = np.floor(points / _CELL).astype(np.int64)
    return points[np.sort(np.unique(cells, axis=0, return_index=True)[1])]


def _round(painter: QPainter, x: float, y: float) -> None:
    painter.drawEllipse(QPointF(x, y), _SIZE, _SIZE)


def _square(painter: QPainter, x: float, y: float) -> None:
    painter.drawRect(QRectF(x - _SIZE + 0.4, y - _SIZE + 0.4, 2 * _SIZE - 0.8, 2 * _SIZE - 0.8))


def _diamond(painter: QPainter, x: float, y: float) -> None:
    reach = _SIZE * 1.3
    corners = ((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y))
    painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))


_SHAPES = {"match": _round, "changed": _diamond, "only": _square}
