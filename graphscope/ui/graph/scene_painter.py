"""ScenePainter: paints part of a pane at a scale, with as much detail as is seen there; finding is the index's."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from graphscope.export.drawing import box_figure
from graphscope.export.ghost_shapes import ghost_figure
from graphscope.export.look import Theme
from graphscope.export.overlays import Overlays
from graphscope.export.shapes import Figure
from graphscope.export.wire_shapes import wire_shapes
from graphscope.layout.placement import Rect
from graphscope.ui.graph.batches import FADED, TITLES, Batches
from graphscope.ui.graph.figure_painter import ReadyShape, ready
from graphscope.ui.graph.rectangles import Indices
from graphscope.ui.graph.scene_index import SceneIndex

WORDS = 0.42
"""From this scale on, titles have five pixels and more, and boxes are painted one by one; below it, in batches."""


class ScenePainter:
    """What a pane shows, in one theme with one set of overlays; made anew when either changes."""

    def __init__(self, index: SceneIndex, theme: Theme, overlays: Overlays) -> None:
        self.index, self.theme, self.overlays = index, theme, overlays
        self._batches = Batches(index, theme, overlays)
        self._boxes: dict[int, tuple[ReadyShape, ...]] = {}
        self._wires: dict[int, tuple[ReadyShape, ...]] = {}
        self._ghosts: list[tuple[Rect, tuple[ReadyShape, ...]]] | None = None

    def paint(self, painter: QPainter, area: QRectF, scale: float) -> None:
        """Paint all that touches ``area`` of the drawing; the painter is set to the drawing's coordinates."""
        if scale < WORDS:
            for _ in self.steps_from_afar(painter, area, scale):
                pass
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        where = _rect(area)
        self._paint_each(painter, where)
        self._paint_ghosts(painter, where, True)

    def steps_from_afar(self, painter: QPainter, area: QRectF, scale: float) -> Iterator[None]:
        """Paint what is seen at a small scale in steps, between which a window may do something else."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        yield from self._batches.steps(painter, _rect(area), scale)
        self._paint_ghosts(painter, _rect(area), scale >= TITLES)

    def _paint_ghosts(self, painter: QPainter, where: Rect, words: bool) -> None:
        if self._ghosts is None:
            ghosts = self.overlays.ghosts
            self._ghosts = [(each.rect, ready(ghost_figure(each, self.theme))) for each in ghosts]
        for rect, shapes in self._ghosts:
            if touches(rect, where):
                for shape in shapes:
                    shape.paint(painter, words)

    def _paint_each(self, painter: QPainter, where: Rect) -> None:
        boxes, wires = self.index.boxes_in(where), self.index.wires_in(where)
        box_depths, wire_depths = self.index.depths[boxes], self.index.wire_depths[wires]
        deepest = max([*box_depths[-1:], *wire_depths[-1:]], default=-1)
        for depth in range(deepest + 1):
            self._paint_boxes(painter, boxes[box_depths == depth])
            for row in wires[wire_depths == depth]:
                for shape in self._wire(int(row)):
                    shape.paint(painter, True)

    def _paint_boxes(self, painter: QPainter, rows: Indices) -> None:
        faded = self.overlays.faded
        for row in rows:
            fade = bool(faded) and self.index.boxes[row].id in faded
            if fade:
                painter.setOpacity(FADED)
            for shape in self._box(int(row)):
                shape.paint(painter, True)
            if fade:
                painter.setOpacity(1.0)

    def _box(self, row: int) -> tuple[ReadyShape, ...]:
        found = self._boxes.get(row)
        if found is None:
            index = self.index
            figure = box_figure(index.boxes[row], index.rects[row], self.theme, self.overlays)
            found = self._boxes[row] = ready(figure)
        return found

    def _wire(self, row: int) -> tuple[ReadyShape, ...]:
        found = self._wires.get(row)
        if found is None:
            wire, route = self.index.wires[row]
            found = self._wires[row] = ready(
                Figure("", "", wire_shapes(wire, route, self.theme, self.index.label(row)))
            )
        return found


def _rect(area: QRectF) -> Rect:
    return Rect(area.x(), area.y(), area.width(), area.height())


def touches(rect: Rect, other: Rect) -> bool:
    """Whether two rectangles have a point in common."""
    across = rect.x <= other.x + other.width and other.x <= rect.x + rect.width
    return across and rect.y <= other.y + other.height and other.y <= rect.y + rect.height
