"""Where the labels of wires go, so that none lies on a line or on another label; what they say is the picture's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphscope.analysis.picture import Wire
from graphscope.export.text_width import elide, text_width
from graphscope.layout.placement import Rect, Route

LABEL_ROOM = 150.0
GAP = 8.0
_HEIGHT = 19.0
"""How far below its wire's beginning a label ends."""
_FLAT = 2.5
"""A wire that goes so much more to the side than down has its label on the other side."""
_SHORTEST = 26.0
_STEPS = 8
_PARTS = tuple(
    ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3)
    for t in (step / _STEPS for step in range(1, _STEPS + 1))
)
"""How much of each of a curve's four points is in the points on it."""
_ABOVE, _BELOW = 9.0, 3.0
"""How far the letters of a label reach from its baseline."""
Pair = tuple[Wire, Route]
Span = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Label:
    """A label's words and where they stand."""

    text: str
    x: float
    baseline: float
    anchor: str = "start"


def span_of(label: Label) -> Span:
    """Left, top, right and bottom of what a label covers."""
    width = text_width(label.text, "label")
    left = label.x if label.anchor == "start" else label.x - width
    return left, label.baseline - _ABOVE, left + width, label.baseline + _BELOW


def labels_of(leaving: Sequence[Pair], source: Rect | None) -> dict[int, Label]:
    """Labels of the wires that leave one box, by their place in ``leaving``.

    The same label is told once, for wires that carry the same tensor; one for which there is no room is left out.
    """
    told = [at for at, (wire, route) in enumerate(leaving) if _is_long(route)]
    if source is not None and told and _leaves_sideways(leaving[told[0]][1], source):
        return _beside(leaving, sorted(told, key=lambda at: leaving[at][1].points[0][1]))
    return _below(leaving, sorted(told, key=lambda at: _course(leaving[at][1])))


def _below(leaving: Sequence[Pair], order: list[int]) -> dict[int, Label]:
    """Labels of wires that go down, given from left to right."""
    labels: dict[int, Label] = {}
    seen: set[str] = set()
    for place in reversed(range(len(order))):
        wire, route = leaving[order[place]]
        if not wire.label or wire.label in seen:
            continue
        text = elide(wire.label, "label", LABEL_ROOM)
        x, y = route.points[0]
        slope = _slope(route)
        right = x + GAP + max(0.0, slope * _HEIGHT)
        following = leaving[order[place + 1]][1].points[0][0] if place + 1 < len(order) else float("inf")
        if slope <= _FLAT and right + text_width(text, "label") + GAP <= following:
            labels[order[place]] = Label(text, right, y + 15)
        elif place == 0:
            labels[order[place]] = Label(text, x - GAP + min(0.0, slope * _HEIGHT), y + 15, "end")
        else:
            continue
        seen.add(wire.label)
    return labels


def _beside(leaving: Sequence[Pair], order: list[int]) -> dict[int, Label]:
    """Labels of wires that go to the right, given from top to bottom."""
    labels: dict[int, Label] = {}
    seen: set[str] = set()
    free = float("-inf")
    for at in order:
        wire, route = leaving[at]
        (x, y), (_, ahead) = route.points[0], _ahead(route)
        baseline = y - 5 if ahead >= y - 1 else y + 14
        if wire.label and wire.label not in seen and baseline - 10 >= free:
            labels[at] = Label(elide(wire.label, "label", LABEL_ROOM), x + GAP, baseline)
            seen.add(wire.label)
            free = baseline + 2
    return labels


def _is_long(route: Route) -> bool:
    (x0, y0), (x1, y1) = route.points[0], route.points[-1]
    return abs(x1 - x0) + abs(y1 - y0) >= _SHORTEST


def _leaves_sideways(route: Route, source: Rect) -> bool:
    x, y = route.points[0]
    on_side = min(abs(x - source.x), abs(x - source.x - source.width)) < 0.5
    return on_side and source.y + 1 < y < source.y + source.height - 1


def _course(route: Route) -> tuple[float, float]:
    """Where a wire begins, and how much it bears to the right."""
    return route.points[0][0], _slope(route)


def _slope(route: Route) -> float:
    """How far a wire goes to the right for each pixel down, as it begins: past the height of a label, if curved."""
    (x, y), (ahead, below) = route.points[0], _ahead(route)
    if route.curved and abs(ahead - x) < 0.5 and len(route.points) >= 4:
        passed = next((point for point in _knots(route) if point[1] - y >= _HEIGHT), route.points[-1])
        return (passed[0] - x) / max(passed[1] - y, 0.5)
    return (ahead - x) / max(below - y, 0.5)


def _knots(route: Route) -> Iterator[tuple[float, float]]:
    """Points on the first curves of a route, near to one another."""
    for at in range(0, min(len(route.points) - 3, 7), 3):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = route.points[at : at + 4]
        for p, q, r, u in _PARTS:
            yield p * ax + q * bx + r * cx + u * dx, p * ay + q * by + r * cy + u * dy


def _ahead(route: Route) -> tuple[float, float]:
    """The first point that differs from where a wire begins."""
    return next((point for point in route.points[1:] if point != route.points[0]), route.points[-1])
