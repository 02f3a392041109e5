"""ViewAnchors: boxes of one drawing and those of another that show the same ops, and so which point answers which."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from graphscope.analysis.picture import NodeId, Picture
from graphscope.layout.placement import Placement, Rect

Partner = Callable[[NodeId], NodeId | None]
"""The op of the other graph that an op is matched with."""
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


def anchors_of(here: tuple[Picture, Placement], there: tuple[Picture, Placement], partner: Partner) -> ViewAnchors:
    """The anchors that lead from one drawing to the other, one for each pair of boxes."""
    (picture, placement), (other, other_placement) = here, there
    pairs: dict[tuple[str, str], tuple[Point, Point]] = {}
    for node, box in picture.box_of.items():
        match = partner(node)
        answer = other.box_of.get(match) if match is not None else None
        if answer is None or (box, answer) in pairs or (picture.boxes[box].is_open and other.boxes[answer].is_open):
            continue  # of two open frames, what is in them leads better
        if box in placement.rects and answer in other_placement.rects:
            pairs[box, answer] = (_middle(placement.rects[box]), _middle(other_placement.rects[answer]))
    return ViewAnchors(list(pairs.values()))


def _middle(rect: Rect) -> Point:
    return rect.x + rect.width / 2, rect.y + rect.height / 2
