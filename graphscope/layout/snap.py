"""Snap: the ends of a way moved onto the borders of the boxes they belong to; dot misses them by a fraction."""

from __future__ import annotations

from dataclasses import replace

from graphscope.layout.level import Point, Way

Box = tuple[Point, Point]
"""Upper left corner and size."""


def snapped(way: Way, source: Box, target: Box) -> Way:
    """The way with its first point on the source's border and its last on the target's."""
    points = list(way.points)
    points[0] = _on_border(points[0], source)
    points[-1] = _on_border(points[-1], target)
    return replace(way, points=tuple(points))


def _on_border(point: Point, box: Box) -> Point:
    (left, top), (width, height) = box
    right, bottom = left + width, top + height
    x, y = min(max(point[0], left), right), min(max(point[1], top), bottom)
    distances = {(left, y): x - left, (right, y): right - x, (x, top): y - top, (x, bottom): bottom - y}
    return min(distances, key=distances.__getitem__)
