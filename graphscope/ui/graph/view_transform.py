"""View: which part of a drawing a pane shows and how large; pure numbers, no widget."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from graphscope.export.legible import LEGIBLE, MARGIN
from graphscope.layout.placement import Rect

LARGEST = 6.0
FIT_AT_MOST = 1.25
_NEARLY = 1e-3
_KEPT = 60.0
"""So many pixels of the drawing stay in the pane, however far it is dragged."""
Size = tuple[float, float]


@dataclass(frozen=True, slots=True)
class View:
    """A scale, and the point of the drawing in the pane's upper left corner."""

    scale: float = 1.0
    x: float = 0.0
    y: float = 0.0

    def to_drawing(self, x: float, y: float) -> tuple[float, float]:
        """The point of the drawing at a pixel of the pane."""
        return self.x + x / self.scale, self.y + y / self.scale

    def to_pane(self, x: float, y: float) -> tuple[float, float]:
        """The pixel of the pane at a point of the drawing."""
        return (x - self.x) * self.scale, (y - self.y) * self.scale

    def moved(self, right: float, down: float) -> View:
        """The view after the drawing was dragged by so many pixels."""
        return View(self.scale, self.x - right / self.scale, self.y - down / self.scale)

    def zoomed(self, scale: float, at: tuple[float, float]) -> View:
        """The view at another scale, the drawing's point under the pixel ``at`` staying where it is."""
        x, y = self.to_drawing(*at)
        return View(scale, x - at[0] / scale, y - at[1] / scale)

    def shown(self, size: Size) -> Rect:
        """The part of the drawing that a pane of that size shows."""
        return Rect(self.x, self.y, size[0] / self.scale, size[1] / self.scale)


def fit(area: Rect, size: Size, most: float = FIT_AT_MOST) -> View:
    """The view that shows all of ``area`` in the middle of the pane, magnified to no more than ``most``."""
    scale = min(most, fitting_scale(area, size))
    return _centred(area.x + area.width / 2, area.y + area.height / 2, scale, size)


def fitting_scale(area: Rect, size: Size) -> float:
    """The scale at which ``area`` and a margin just fit."""
    across = max(size[0] - 2 * MARGIN, 16) / max(area.width, 1)
    down = max(size[1] - 2 * MARGIN, 16) / max(area.height, 1)
    return min(across, down)


def first_view(area: Rect, size: Size, focus: float) -> View:
    """All of the drawing where its titles are legible then, else its top, about the column at ``focus``."""
    scale = fitting_scale(area, size)
    if scale >= LEGIBLE - _NEARLY:
        return fit(area, size)
    width, height, margin = size[0] / LEGIBLE, size[1] / LEGIBLE, MARGIN / LEGIBLE
    least, most = area.x - margin, area.x + area.width + margin - width
    x = min(max(focus - width / 2, least), most) if least < most else (least + most) / 2
    whole = area.height + 2 * margin <= height
    return View(LEGIBLE, x, area.y + area.height / 2 - height / 2 if whole else area.y - margin)


def limited(view: View, area: Rect, size: Size) -> View:
    """The nearest view that neither loses sight of the drawing nor is absurdly small or large."""
    smallest = min(0.5, fitting_scale(area, size) * 0.6)
    scale = min(max(view.scale, smallest), LARGEST)
    if not math.isclose(scale, view.scale):
        view = view.zoomed(scale, (size[0] / 2, size[1] / 2))
    across, down = min(_KEPT, area.width * scale) / scale, min(_KEPT, area.height * scale) / scale
    x = min(max(view.x, area.x + across - size[0] / scale), area.x + area.width - across)
    y = min(max(view.y, area.y + down - size[1] / scale), area.y + area.height - down)
    return View(scale, x, y)


def revealing(view: View, area: Rect, size: Size) -> View:
    """The view moved as little as shows ``area`` whole, or its upper left where it is larger than the pane."""
    margin = MARGIN / view.scale
    width, height = size[0] / view.scale, size[1] / view.scale
    x = _slid(view.x, width, area.x - margin, area.x + area.width + margin)
    y = _slid(view.y, height, area.y - margin, area.y + area.height + margin)
    return View(view.scale, x, y)


def opened(view: View, frame: Rect, first: Rect, size: Size) -> View:
    """The view that shows a frame, smaller if all of it can be read then; else its top, and ``first`` of its boxes."""
    least = max(LEGIBLE, fitting_scale(frame, size))
    scale = min(max(view.scale, LEGIBLE), least)
    view = revealing(view.zoomed(scale, view.to_pane(frame.x, frame.y)), frame, size)
    seen = revealing(view, Rect(first.x, first.y, first.width, min(first.height, frame.height)), size)
    return View(scale, max(view.x, seen.x), view.y)


def staying(view: View, before: Mapping[str, Rect], after: Mapping[str, Rect], boxes: Iterable[str]) -> View:
    """The view in which the first of these boxes that there still is has not moved on the screen."""
    for box in boxes:
        if box in before and box in after:
            old, new = before[box], after[box]
            right = new.x + new.width / 2 - old.x - old.width / 2
            return View(view.scale, view.x + right, view.y + new.y - old.y)
    return view


def share_shown(shown: Rect, area: Rect) -> float:
    """Which share of ``area`` lies in ``shown``."""
    across = min(shown.x + shown.width, area.x + area.width) - max(shown.x, area.x)
    down = min(shown.y + shown.height, area.y + area.height) - max(shown.y, area.y)
    whole = max(area.width, 1e-9) * max(area.height, 1e-9)
    return max(0.0, across) * max(0.0, down) / whole


def _slid(start: float, length: float, low: float, high: float) -> float:
    if high - low > length or low < start:
        return low
    return max(start, high - length)


def _centred(x: float, y: float, scale: float, size: Size) -> View:
    return View(scale, x - size[0] / scale / 2, y - size[1] / scale / 2)
