"""What a label must not lie on: the lines of wires, boxes it does not belong to, and the borders of those around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from graphscope.export.wire_labels import Label, Pair, span_of
from graphscope.export.wire_shapes import line_width
from graphscope.layout.placement import Rect, Route

_NEAR = 5.0
"""Lines are known by points this far from one another, less than a label is high."""
_MOST_POINTS = 400


class Obstacles:
    """The lines and boxes of a whole picture."""

    def __init__(self, pairs: Sequence[Pair], rects: Mapping[str, Rect]) -> None:
        points = [(x, y, line_width(wire) / 2) for wire, route in pairs for x, y in points_of(route)]
        self._x, self._y, self._half = np.array(points or [(0.0, -1e9, 0.0)], dtype=np.float64).T
        edges = [(each.x, each.y, each.x + each.width, each.y + each.height) for each in rects.values()]
        self._boxes = np.array(edges or [(0.0, -1e9, 0.0, -1e9)], dtype=np.float64).T

    def is_free(self, label: Label, start: tuple[float, float]) -> bool:
        """Whether a label of a wire that begins at ``start`` lies on nothing."""
        left, top, right, bottom = span_of(label)
        across = (self._x + self._half > left) & (self._x - self._half < right)
        if bool((across & (self._y + self._half > top) & (self._y - self._half < bottom)).any()):
            return False
        x0, y0, x1, y1 = self._boxes
        around = (x0 + 1 < start[0]) & (start[0] < x1 - 1) & (y0 + 1 < start[1]) & (start[1] < y1 - 1)
        within = (x0 <= left) & (right <= x1) & (y0 <= top) & (bottom <= y1)
        touched = (x0 < right) & (left < x1) & (y0 < bottom) & (top < y1)
        return not bool(np.where(around, ~within, touched).any())


def points_of(route: Route) -> Iterator[tuple[float, float]]:
    """Points on a route, near to one another."""
    points = route.points
    bezier = route.curved and len(points) >= 4 and (len(points) - 1) % 3 == 0
    for at in range(0, len(points) - 1, 3 if bezier else 1):
        a, b, c, d = points[at : at + 4] if bezier else (points[at], points[at], points[at + 1], points[at + 1])
        reach = sum(abs(one[axis] - other[axis]) for one, other in ((a, b), (b, c), (c, d)) for axis in (0, 1))
        t = np.linspace(0.0, 1.0, int(min(_MOST_POINTS, reach / _NEAR)) + 2)
        x, y = (
            (1 - t) ** 3 * a[axis] + 3 * (1 - t) ** 2 * t * b[axis] + 3 * (1 - t) * t**2 * c[axis] + t**3 * d[axis]
            for axis in (0, 1)
        )
        yield from zip(x.tolist(), y.tolist(), strict=True)
