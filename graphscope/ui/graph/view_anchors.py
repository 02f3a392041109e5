"""ViewAnchors: boxes of one drawing and those of another that show the same ops, and so which point answers which."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from graphscope.analysis.picture import Picture
from graphscope.layout.placement import Placement, Rect

Drawing = tuple[Picture, Placement]
Point = tuple[float, float]
_NEAR = 4.0
"""So near to the middle of a box, no other counts."""


class ViewAnchors:
    """Pairs of points. Between them, what is nearest counts most, so that no step leads to a jump."""

    def __init__(self, pairs: list[tuple[Point, Point]]) -> None:
        self._here = np.array([here for here, _ in pairs], dtype=np.float64).reshape(-1, 2)
        self._there = np.array([there for _, there in pairs], dtype=np.float64).reshape(-1, 2)

    def __len__(self) -> int:
        return len(self._here)

    def answer(self, point: Point) -> Point | None:
        """The point of the other drawing that lies to its matched boxes as ``point`` does; None without any."""
        if not len(self._here):
            return None
        squares = ((self._here - point) ** 2).sum(axis=1)
        weights = 1.0 / (squares + _NEAR**2) ** 2
        moved = self._there - self._here
        x, y = (moved * weights[:, None]).sum(axis=0) / weights.sum()
        return point[0] + float(x), point[1] + float(y)


def anchors_of(here: Drawing, there: Drawing, pairs: Iterable[tuple[str, str]]) -> ViewAnchors:
    """The anchors that lead from one drawing to the other, for pairs of boxes that show ops which are matched."""
    (picture, placement), (other, other_placement) = here, there
    found: list[tuple[Point, Point]] = []
    for box, answer in pairs:
        if picture.boxes[box].is_open and other.boxes[answer].is_open:
            continue  # of two open frames, what is in them leads better
        if box in placement.rects and answer in other_placement.rects:
            found.append((_middle(placement.rects[box]), _middle(other_placement.rects[answer])))
    return ViewAnchors(found)


def _middle(rect: Rect) -> Point:
    return rect.x + rect.width / 2, rect.y + rect.height / 2
