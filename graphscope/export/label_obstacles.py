"""What a label must not lie on: the lines of wires, boxes it does not belong to, and the borders of those around it."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence

from graphscope.export.wire_labels import Label, Pair, Span, span_of
from graphscope.export.wire_shapes import line_width
from graphscope.layout.placement import Rect, Route

_NEAR = 5.0
"""Lines are known by points this far from one another, less than a label is high."""
_MOST_POINTS = 400
_CELL = 32.0


class Obstacles:
    """The lines and boxes of a whole picture."""

    def __init__(self, pairs: Sequence[Pair], rects: Mapping[str, Rect]) -> None:
        self._boxes = [(each.x, each.y, each.x + each.width, each.y + each.height) for each in rects.values()]
        self._points: dict[tuple[int, int], list[tuple[float, float, float]]] = {}
        for wire, route in pairs:
            half = line_width(wire) / 2
            for x, y in points_of(route):
                self._points.setdefault((int(x // _CELL), int(y // _CELL)), []).append((x, y, half))

    def is_free(self, label: Label, start: tuple[float, float]) -> bool:
        """Whether a label of a wire that begins at ``start`` lies on nothing."""
        span = span_of(label)
        return not self._on_box(span, start) and not self._on_line(span)

    def _on_box(self, span: Span, start: tuple[float, float]) -> bool:
        """Whether it lies on a box, or crosses the border of one that its wire begins inside of."""
        left, top, right, bottom = span
        x, y = start
        for x0, y0, x1, y1 in self._boxes:
            if x0 + 1 < x < x1 - 1 and y0 + 1 < y < y1 - 1:
                if not (x0 <= left and right <= x1 and y0 <= top and bottom <= y1):
                    return True
            elif x0 < right and left < x1 and y0 < bottom and top < y1:
                return True
        return False

    def _on_line(self, span: Span) -> bool:
        left, top, right, bottom = span
        rows = range(int((top - _CELL / 4) // _CELL), int((bottom + _CELL / 4) // _CELL) + 1)
        for column in range(int((left - _CELL / 4) // _CELL), int((right + _CELL / 4) // _CELL) + 1):
            for row in rows:
                for x, y, half in self._points.get((column, row), ()):
                    if left - half < x < right + half and top - half < y < bottom + half:
                        return True
        return False


def points_of(route: Route) -> Iterator[tuple[float, float]]:
    """Points on a route, near to one another."""
    points = route.points
    bezier = route.curved and len(points) >= 4 and (len(points) - 1) % 3 == 0
    for at in range(0, len(points) - 1, 3 if bezier else 1):
        a, b, c, d = points[at : at + 4] if bezier else (points[at], points[at], points[at + 1], points[at + 1])
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = a, b, c, d
        reach = abs(bx - ax) + abs(by - ay) + abs(cx - bx) + abs(cy - by) + abs(dx - cx) + abs(dy - cy)
        for p, q, r, u in _parts(int(min(_MOST_POINTS, reach / _NEAR)) + 1):
            yield p * ax + q * bx + r * cx + u * dx, p * ay + q * by + r * cy + u * dy


@functools.cache
def _parts(steps: int) -> tuple[tuple[float, float, float, float], ...]:
    """How much of each of a curve's four points is in the points on it, at so many steps."""
    shares = [step / steps for step in range(steps + 1)]
    return tuple(((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3) for t in shares)
