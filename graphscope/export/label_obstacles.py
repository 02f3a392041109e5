"""What a label must not lie on: the lines of wires, boxes it does not belong to, and the borders of those around it."""

from __future__ import annotations

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
        return not self._on_line(span) and not any(_hits(span, box, start) for box in self._boxes)

    def _on_line(self, span: Span) -> bool:
        left, top, right, bottom = span
        columns = range(int((left - _CELL / 4) // _CELL), int((right + _CELL / 4) // _CELL) + 1)
        rows = range(int((top - _CELL / 4) // _CELL), int((bottom + _CELL / 4) // _CELL) + 1)
        return any(
            left - half < x < right + half and top - half < y < bottom + half
            for column in columns
            for row in rows
            for x, y, half in self._points.get((column, row), ())
        )


def _hits(span: Span, box: Span, start: tuple[float, float]) -> bool:
    """Whether a label lies on a box, or crosses the border of one that its wire begins inside of."""
    left, top, right, bottom = span
    x0, y0, x1, y1 = box
    if x0 + 1 < start[0] < x1 - 1 and y0 + 1 < start[1] < y1 - 1:
        return not (x0 <= left and right <= x1 and y0 <= top and bottom <= y1)
    return x0 < right and left < x1 and y0 < bottom and top < y1


def points_of(route: Route) -> Iterator[tuple[float, float]]:
    """Points on a route, near to one another."""
    points = route.points
    bezier = route.curved and len(points) >= 4 and (len(points) - 1) % 3 == 0
    for at in range(0, len(points) - 1, 3 if bezier else 1):
        a, b, c, d = points[at : at + 4] if bezier else (points[at], points[at], points[at + 1], points[at + 1])
        reach = sum(abs(one[axis] - other[axis]) for one, other in ((a, b), (b, c), (c, d)) for axis in (0, 1))
        steps = int(min(_MOST_POINTS, reach / _NEAR)) + 1
        for step in range(steps + 1):
            t = step / steps
            p, q, r, u = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3
            yield p * a[0] + q * b[0] + r * c[0] + u * d[0], p * a[1] + q * b[1] + r * c[1] + u * d[1]
