"""Rectangles: very many of them as arrays, found by where they lie; what they stand for is others' to know."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphscope.layout.placement import Rect

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
_RUN = 256
"""So many in a row are ruled out at once: in a drawing, those that follow one another lie near one another."""
_FEW = 8 * _RUN


class Rectangles:
    """``edges`` has a row each of left, top, right and bottom."""

    def __init__(self, edges: Floats) -> None:
        self.edges = edges
        self._count = edges.shape[1]
        starts = np.arange(0, self._count, _RUN)
        around = ((np.minimum, 0), (np.minimum, 1), (np.maximum, 2), (np.maximum, 3))
        self._around = np.array([take.reduceat(edges[row], starts) for take, row in around]) if self._count else edges

    def touching(self, area: Rect, margin: float = 0.0) -> Indices:
        """Which of them touch ``area`` or come as near to it as ``margin``, in order."""
        if self._count <= _FEW:
            return np.flatnonzero(_touches(self.edges, area, margin))
        runs = np.flatnonzero(_touches(self._around, area, margin))
        if 2 * len(runs) > self._around.shape[1]:
            return np.flatnonzero(_touches(self.edges, area, margin))
        near = (runs[:, None] * _RUN + np.arange(_RUN)).ravel()
        near = near[: np.searchsorted(near, self._count)]
        return near[_touches(self.edges[:, near], area, margin)]


def _touches(edges: Floats, area: Rect, margin: float) -> NDArray[np.bool_]:
    left, top, right, bottom = edges
    inside: NDArray[np.bool_] = (right >= area.x - margin) & (left <= area.x + area.width + margin)
    inside &= (bottom >= area.y - margin) & (top <= area.y + area.height + margin)
    return inside
