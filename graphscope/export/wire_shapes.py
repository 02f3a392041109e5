"""What a wire looks like: its line, its head and its label; where it runs is the layout's."""

from __future__ import annotations

import math
from dataclasses import replace

from graphscope.analysis.picture import Wire
from graphscope.export.box_shapes import diamond_of
from graphscope.export.look import Theme
from graphscope.export.shapes import Outline, Shape, Step, Text, curve, line, move, polygon
from graphscope.export.wire_labels import Label
from graphscope.layout.placement import Rect, Route

HEAD = 8.0
_THICKEST = 6.5
Point = tuple[float, float]


def line_width(wire: Wire) -> float:
    """How thick a wire is: the more tensors, the thicker, slowly, and never so that it hides what is beside it."""
    return min(1.3 + 0.55 * math.log2(max(1, wire.count)), _THICKEST)


def wire_shapes(
    wire: Wire, route: Route, theme: Theme, label: Label | None = None, lit: bool = False
) -> tuple[Shape, ...]:
    """Line, head and label of a wire; ``lit`` for one that is touched by the selection."""
    colour = theme.colours["lit" if lit else "control_wire" if wire.control else "wire"]
    width = line_width(wire) + (0.9 if lit else 0.0)
    steps, tip, direction = _line_and_tip(route, width)
    shapes: tuple[Shape, ...] = (
        Outline(steps, line=colour, line_width=width, dashed=wire.control),
        Outline(_head(tip, direction, width), fill=colour),
    )
    if label is None:
        return shapes
    return (*shapes, Text(label.x, label.baseline, label.text, "label", theme.colours["wire_label"], label.anchor))


def _line_and_tip(route: Route, width: float) -> tuple[tuple[Step, ...], Point, Point]:
    """The line cut short of its head, the head's tip, and the direction it points."""
    points = route.points
    tip, before = points[-1], next((p for p in reversed(points[:-1]) if math.dist(p, points[-1]) > 0.01), points[0])
    length = math.dist(before, tip) or 1.0
    direction = ((tip[0] - before[0]) / length, (tip[1] - before[1]) / length)
    short = min(HEAD + width - 2, length)
    end = (tip[0] - direction[0] * short, tip[1] - direction[1] * short)
    if route.curved and len(points) >= 4 and (len(points) - 1) % 3 == 0:
        steps = [move(*points[0])]
        for at in range(1, len(points), 3):
            last = end if at + 3 == len(points) else points[at + 2]
            steps.append(curve(*points[at], *points[at + 1], *last))
        return tuple(steps), tip, direction
    return (move(*points[0]), *(line(*point) for point in points[1:-1]), line(*end)), tip, direction


def _head(tip: Point, direction: Point, width: float) -> tuple[Step, ...]:
    long, half = HEAD + width - 1.3, 3.4 + width * 0.45
    x, y = tip[0] - direction[0] * long, tip[1] - direction[1] * long
    across = (-direction[1] * half, direction[0] * half)
    return polygon((tip, (x + across[0], y + across[1]), (x - across[0], y - across[1])))


def meet_diamonds(route: Route, ends: tuple[Rect | None, Rect | None]) -> Route:
    """The route, led on to the sides of closed branches; ``ends`` are the rectangles of those that are diamonds."""
    source, target = ends
    points = list(route.points)
    if source is not None:
        points[0] = _on_side(points[0], source)
    if target is not None:
        points[-1] = _on_side(points[-1], target)
    return replace(route, points=tuple(points))


def _on_side(point: Point, rect: Rect) -> Point:
    """Where a wire that ends on the rectangle's border meets the diamond; below it, where the caption is, it stays."""
    x, y = point
    centre_x, centre_y, half_width, half_height = diamond_of(rect)
    if abs(y - rect.y) < 0.5:
        x = min(max(x, centre_x - 0.8 * half_width), centre_x + 0.8 * half_width)
        return x, centre_y - half_height * (1 - abs(x - centre_x) / half_width)
    if abs(y - rect.y - rect.height) < 0.5:
        return point
    y = min(max(y, centre_y - 0.8 * half_height), centre_y + 0.8 * half_height)
    reach = half_width * (1 - abs(y - centre_y) / half_height)
    return centre_x + math.copysign(reach, x - centre_x), y
