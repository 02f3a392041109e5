"""What is painted afresh each frame over a pane's tiles: selection, lit wires, hover, names of far frames."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from graphscope.analysis.bundle import Bundle, Strand
from graphscope.analysis.strands import bundle_of_wire, bundles_of_boxes
from graphscope.export.box_shapes import BAND, name_of
from graphscope.export.drawing import selection_ring
from graphscope.export.look import Theme
from graphscope.export.shapes import Figure
from graphscope.export.text_width import elide, text_width
from graphscope.export.wire_shapes import wire_shapes
from graphscope.layout.placement import Rect
from graphscope.ui.fonts import role_font
from graphscope.ui.graph.figure_painter import paint_figure
from graphscope.ui.graph.scene_index import SceneIndex
from graphscope.ui.graph.strand_marks import LEAST_SCALE, StrandMarks
from graphscope.ui.graph.view_transform import View

_MOST_WIRES = 400
_MOST_BOXES = 2000
_MOST_LIT = 50
_MOST_TAKEN_APART = 20
_MOST_NAMES = 40
_NAME = 18.0
_INDENT = 10.0
_LEGIBLE_BAND = 0.62
"""Below this scale a frame's own title has under eight pixels, and its name is painted at a fixed size instead."""


class LiveMarks:
    """Paints marks that change too often for tiles."""

    def __init__(self, index: SceneIndex, theme: Theme) -> None:
        self.index, self.theme = index, theme
        self._bundles: tuple[Bundle, ...] | None = None
        self._drawn: StrandMarks | None = None
        self._wire = -1
        self._apart: tuple[tuple[str, ...], tuple[str, str] | None] = (), None

    def take_apart(self, boxes: Sequence[str], wire: tuple[str, str] | None) -> None:
        """Have the bundles that touch these boxes, or are this wire, painted as single strands from now on."""
        if (tuple(boxes), wire) == self._apart:
            return
        # Several changes come between two frames: only what is asked for after the last is worked out.
        self._apart, self._bundles, self._drawn = (tuple(boxes), wire), None, None
        self._wire = self.index.wire_between(*wire) if wire is not None else -1

    @property
    def bundles(self) -> tuple[Bundle, ...]:
        """The bundles that are taken apart."""
        if self._bundles is None:
            (boxes, wire), picture = self._apart, self.index.picture
            found = bundles_of_boxes(picture, boxes) if 0 < len(boxes) <= _MOST_TAKEN_APART else []
            chosen = bundle_of_wire(picture, *wire) if wire is not None else None
            self._bundles = (*found, *([chosen] if chosen is not None else []))
        return self._bundles

    @property
    def _strands(self) -> StrandMarks:
        if self._drawn is None:
            self._drawn = StrandMarks(self.index, self.theme, self.bundles)
        return self._drawn

    def strand_at(self, view: View, x: float, y: float, reach: float) -> Strand | None:
        """The strand at a point of the drawing, where any is drawn."""
        return self._strands.strand_at(x, y, reach) if view.scale >= LEAST_SCALE else None

    def paint_wires(
        self, painter: QPainter, view: View, boxes: Sequence[str], hovered: tuple[int, Strand | None]
    ) -> None:
        """Paint the wires of these boxes, and those under the pointer, in the accent colour, or as single strands."""
        apart = view.scale >= LEAST_SCALE
        lit = dict.fromkeys(row for box in boxes[:_MOST_LIT] for row in self.index.wires_of.get(box, ()))
        lit |= dict.fromkeys(row for row in (hovered[0], self._wire) if row >= 0)
        self._paint_lit(painter, view, [row for row in lit if not (apart and row in self._strands.wires)])
        if apart:
            self._strands.paint(painter, view, hovered[1])

    def _paint_lit(self, painter: QPainter, view: View, wires: Sequence[int]) -> None:
        painter.save()
        _to_drawing(painter, view)
        for row in wires[:_MOST_WIRES]:
            wire, route = self.index.wires[row]
            paint_figure(painter, Figure("", "", wire_shapes(wire, route, self.theme, lit=True)))
        painter.restore()

    def paint_selection(self, painter: QPainter, view: View, boxes: Iterable[str], focused: bool) -> None:
        """Paint a ring round each of these boxes, with a halo where the keyboard is on the pane."""
        colour = QColor(self.theme.marks["selected"])
        halo = QColor(colour)
        halo.setAlpha(70)
        rects = [self._ring(view, box) for box in list(boxes)[:_MOST_BOXES] if box in self.index.row]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for pen, wanted in ((QPen(halo, 6.0), focused), (QPen(colour, 2.0), True)):
            if wanted:
                painter.setPen(pen)
                for rect in rects:
                    painter.drawRoundedRect(rect, 8, 8)

    def paint_hover(self, painter: QPainter, view: View, box: str) -> None:
        """Paint a thin ring round the box under the pointer."""
        if box in self.index.row:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(self.theme.marks["hover"]), 1.2))
            painter.drawRoundedRect(self._ring(view, box).adjusted(1.5, 1.5, -1.5, -1.5), 7, 7)

    def paint_names(self, painter: QPainter, view: View, shown: Rect) -> None:
        """Paint the names of open boxes whose own titles are too small to be read, or out of sight."""
        rows = self.index.boxes_in(shown, 0.0)
        rows = rows[self.index.opened[rows]]
        taken: list[QRectF] = []
        bands, hidden = list[QRectF](), list[int]()
        for row in rows[:400].tolist():
            rect = self.index.rects[row]
            if view.scale >= _LEGIBLE_BAND and rect.x >= shown.x - _INDENT and rect.y >= shown.y - 2:
                x, y = view.to_pane(rect.x, rect.y)
                bands.append(QRectF(x, y, rect.width * view.scale, BAND * view.scale))
            else:
                hidden.append(row)
        for row in hidden:
            box, rect = self.index.boxes[row], self.index.rects[row]
            text, place = _name_place(name_of(box), rect, view, taken)
            if text and len(taken) < _MOST_NAMES and not any(place.intersects(band) for band in bands):
                taken.append(place)
                look = self.theme.look(box.look)
                self._paint_name(painter, place, text, (look.band or look.fill, look.band_text or look.title))

    def _paint_name(self, painter: QPainter, place: QRectF, text: str, colours: tuple[str, str]) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours[0]))
        painter.drawRoundedRect(place, 5, 5)
        painter.setPen(QColor(colours[1]))
        painter.setFont(role_font("title"))
        painter.drawText(QPointF(place.x() + 7, place.y() + 13.3), text)

    def _ring(self, view: View, box: str) -> QRectF:
        ring = selection_ring(self.index.rects[self.index.row[box]], self.theme)
        x, y = view.to_pane(ring.x, ring.y)
        return QRectF(x, y, ring.width * view.scale, ring.height * view.scale)


def _name_place(name: str, rect: Rect, view: View, taken: list[QRectF]) -> tuple[str, QRectF]:
    """The name cut to fit, and its place in the upper left of what is seen of the box; no name where there is none."""
    left, top = view.to_pane(rect.x, rect.y)
    right, bottom = view.to_pane(rect.x + rect.width, rect.y + rect.height)
    x = max(left, 0.0) + 3
    y = max(top + max((BAND * view.scale - _NAME) / 2, 2.0), 3.0)
    text = elide(name, "title", right - x - 18) if right - x > 46 else ""
    place = QRectF(x, y, text_width(text, "title") + 14, _NAME)
    if top < 0:
        for _ in range(3):
            if any(place.intersects(each) for each in taken):
                place.translate(0, _NAME + 2)
    if place.bottom() > bottom - 2 or any(place.intersects(each) for each in taken):
        return "", place
    return text, place


def _to_drawing(painter: QPainter, view: View) -> None:
    """Set the painter to the drawing's coordinates."""
    painter.scale(view.scale, view.scale)
    painter.translate(-view.x, -view.y)
