"""StrandMarks: the bundles at what is chosen in a pane, taken apart and painted over it; nothing below them changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from graphscope.analysis.bundle import Bundle, Strand
from graphscope.export.box_shapes import is_diamond
from graphscope.export.look import Theme
from graphscope.export.shapes import Figure
from graphscope.export.text_width import text_width
from graphscope.export.wire_labels import Span, span_of
from graphscope.layout.placement import Rect
from graphscope.ui.fonts import role_font
from graphscope.ui.graph.clear_ways import Inside
from graphscope.ui.graph.figure_painter import paint_figure
from graphscope.ui.graph.rectangles import Floats
from graphscope.ui.graph.scene_index import SceneIndex, distance_to_line, flattened
from graphscope.ui.graph.strand_covers import label_figure, middle_of, title_figures
from graphscope.ui.graph.strand_ways import End, StrandWays
from graphscope.ui.graph.view_transform import View

LEAST_SCALE = 0.2
"""Below it strands would run into one another, and wires are lit whole."""
MOST_DRAWN = 12
"""Strands of one bundle; more would be one broad stripe again."""
_MOST, _FEW = 300, 40
_WIDTH = 1.5
_HEAD = 6.5
_TINT = 0.2
_WORDS = 18.0
"""Height of the words that tell how many strands are not drawn."""
_PARTS = (0.5, 0.35, 0.65, 0.2, 0.8)
"""How far along a bundle they may stand."""


@dataclass(frozen=True)
class _Way:
    strand: Strand
    line: Floats
    path: QPainterPath
    head: QPolygonF


@dataclass(frozen=True)
class _Ribbon:
    path: QPainterPath
    words: str
    middle: QPointF


class StrandMarks:
    """The strands of some bundles, made ready once and painted with each frame."""

    def __init__(self, index: SceneIndex, theme: Theme, bundles: Iterable[Bundle]) -> None:
        self._index, self._theme = index, theme
        self.wires: set[int] = set()
        """Rows of the wires that are taken apart here."""
        self._ways: list[_Way] = []
        self._ribbons: list[_Ribbon] = []
        self._covers: list[Figure] = []
        self._insides: dict[str, Inside] = {}
        added = [bundle for bundle in bundles if len(self._ways) < _MOST and self._add(bundle)]
        self._covers += title_figures(index, theme, added)

    def __len__(self) -> int:
        return len(self._ways)

    def _add(self, bundle: Bundle) -> bool:
        row = self._index.wire_between(bundle.source, bundle.target)
        if row < 0 or not is_taken_apart(bundle):
            return False
        rects = self._index.placement.rects
        line = flattened(self._index.wires[row][1])
        ends = (self._end(bundle.source), self._end(bundle.target))
        shown = [each for each in bundle.strands if each.source in rects and each.target in rects][:MOST_DRAWN]
        boxes = [(rects[each.source], rects[each.target]) for each in shown]
        if not boxes:
            return False
        ways = StrandWays(line, ends)
        for strand, way in zip(shown, ways.ways(boxes), strict=True):
            self._ways.append(_Way(strand, way, _path(way), _head(way)))
        self.wires.add(row)
        count = len(bundle.strands) + bundle.left_out
        words = f"{len(shown):,} of {count:,} drawn singly" if count > len(shown) else ""
        label = self._index.label(row)
        places = [tuple(line[int(part * (len(line) - 1))]) for part in _PARTS]
        if label is not None:
            covered = span_of(label)
            places = [middle_of(label), *(each for each in places if not _reaches(_words_width(words), each, covered))]
        middle = self._free(words, places)
        if label is not None and not (words and middle == middle_of(label)):
            self._covers.append(label_figure(label, self._theme, self._pale.name()))
        self._ribbons.append(_Ribbon(_path(ways.ribbon(len(shown))), words, QPointF(*middle)))
        return True

    def _free(self, words: str, places: Sequence[tuple[float, float]]) -> tuple[float, float]:
        """The first place where these words lie on no box; the first at all where there is none."""
        half = _words_width(words) / 2
        for x, y in places:
            below = self._index.boxes_in(Rect(x - half, y - _WORDS / 2, 2 * half, _WORDS), 0.0)
            if self._index.opened[below].all():
                return x, y
        return places[0]

    @property
    def _pale(self) -> QColor:
        return _mixed(QColor(self._theme.colours["lit"]), QColor(self._theme.colours["pane"]))

    def _end(self, box: str) -> End:
        shown, rect = self._index.picture.boxes[box], self._index.placement.rects[box]
        return End(rect, is_diamond(shown, rect), self._inside(box) if shown.is_open else None)

    def _inside(self, frame: str) -> Inside:
        """What stands in an open box, in those of its boxes that are open too."""
        known = self._insides.get(frame)
        if known is None:
            boxes, rects = self._index.picture.boxes, self._index.placement.rects
            waiting, found = [frame], []
            for each in waiting:
                waiting += boxes[each].children
                if not boxes[each].children and each in rects:
                    found.append(rects[each])
            known = self._insides[frame] = Inside(rects[frame], found)
        return known

    def strand_at(self, x: float, y: float, reach: float) -> Strand | None:
        """The strand nearest to a point of the drawing, no farther away than ``reach``."""
        best, nearest = None, reach
        for way in self._ways:
            distance = distance_to_line(way.line, x, y)
            if distance <= nearest:
                best, nearest = way.strand, distance
        return best

    def paint(self, painter: QPainter, view: View, hovered: Strand | None = None) -> None:
        """Paint ribbons over the bundles, the strands on them, and how many are not drawn."""
        painter.save()
        painter.scale(view.scale, view.scale)
        painter.translate(-view.x, -view.y)
        lit = QColor(self._theme.colours["lit"])
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._pale)
        for ribbon in self._ribbons:
            painter.drawPath(ribbon.path)
        for way in self._ways:
            pen = QPen(lit, _WIDTH + 1.2) if way.strand is hovered else self._pen(lit)
            if way.strand.output < 0:
                pen.setDashPattern([3, 2])
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(way.path)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(lit)
            painter.drawPolygon(way.head)
        for cover in self._covers:
            paint_figure(painter, cover)
        for ribbon in self._ribbons:
            if ribbon.words:
                self._paint_words(painter, ribbon)
        painter.restore()

    def _pen(self, colour: QColor) -> QPen:
        """A pen for strands; where there are many, one that Qt draws several times faster."""
        pen = QPen(colour, _WIDTH if len(self._ways) <= _FEW else 1.0)
        pen.setCosmetic(len(self._ways) > _FEW)
        return pen

    def _paint_words(self, painter: QPainter, ribbon: _Ribbon) -> None:
        width = _words_width(ribbon.words)
        place = QRectF(ribbon.middle.x() - width / 2, ribbon.middle.y() - _WORDS / 2, width, _WORDS)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.colours["lit"]))
        painter.drawRoundedRect(place, 9, 9)
        painter.setPen(QColor(self._theme.colours["pane"]))
        painter.setFont(role_font("caption"))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, ribbon.words)


def _words_width(words: str) -> float:
    return text_width(words, "caption") + 14


def _reaches(width: float, place: tuple[float, float], span: Span) -> bool:
    """Whether words of that width in the middle of a place would lie on a label."""
    across = span[0] - width / 2 < place[0] < span[2] + width / 2
    return across and span[1] - _WORDS / 2 < place[1] < span[3] + _WORDS / 2


def is_taken_apart(bundle: Bundle) -> bool:
    """Whether its strands tell more than its wire: there are several, or they begin or end inside an open box."""
    strands = bundle.strands
    return len(strands) > 1 or any((each.source, each.target) != (bundle.source, bundle.target) for each in strands)


def _path(line: Floats) -> QPainterPath:
    points: Sequence[tuple[float, float]] = line.tolist()
    path = QPainterPath(QPointF(*points[0]))
    path.setFillRule(Qt.FillRule.WindingFill)
    for point in points[1:]:
        path.lineTo(*point)
    return path


def _head(line: Floats) -> QPolygonF:
    """The arrow head at the end of a strand."""
    tip = line[-1]
    far = np.flatnonzero(np.hypot(*(line - tip).T) > _HEAD / 2)
    along = tip - line[far[-1] if len(far) else 0]
    along = along / max(float(np.hypot(*along)), 1e-9) * _HEAD
    across = np.array([-along[1], along[0]]) * 0.42
    return QPolygonF([QPointF(*each) for each in (tip, tip - along + across, tip - along - across)])


def _mixed(colour: QColor, ground: QColor) -> QColor:
    """A pale shade of a colour, opaque, so that the bundle below does not show through."""
    pairs = ((colour.red(), ground.red()), (colour.green(), ground.green()), (colour.blue(), ground.blue()))
    return QColor(*(round(_TINT * one + (1 - _TINT) * other) for one, other in pairs))
