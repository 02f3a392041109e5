"""Stretch: a placed level in which some boxes have grown, everything else moved only to make room for them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from graphscope.layout.level import Level, LevelPlacement, Point, Way, framed


def stretched(base: LevelPlacement, level: Level, sizes: Sequence[Point]) -> LevelPlacement:
    """``base``, which places ``level``, with its boxes grown to ``sizes``.

    Both axes are stretched where a grown box lies, so that no box passes another, and where none grows any more all
    numbers are those of ``base`` again.
    """
    grown = [number for number, (old, new) in enumerate(zip(level.sizes, sizes, strict=True)) if old != new]
    if not grown:
        return base
    across, down = (
        _Axis([(base.corners[each][axis], level.sizes[each][axis], sizes[each][axis]) for each in grown])
        for axis in (0, 1)
    )
    corners = [
        (across.placed(x, old[0], new[0]), down.placed(y, old[1], new[1]))
        for (x, y), old, new in zip(base.corners, level.sizes, sizes, strict=True)
    ]
    boxes = [_Grown(*each) for each in zip(base.corners, level.sizes, corners, sizes, strict=True)]
    ways = []
    for way, (source, target, _) in zip(base.ways, level.links, strict=True):
        points = [(across.at(x), down.at(y)) for x, y in way.points]
        _moved_end(points, boxes[source].at(way.points[0]), way.curved)
        points.reverse()
        _moved_end(points, boxes[target].at(way.points[-1]), way.curved)
        ways.append(Way(tuple(points[::-1]), way.curved))
    return framed(corners, ways, Level(tuple(sizes), level.links), base.engine, base.columns)


@dataclass(frozen=True, slots=True)
class _Grown:
    """A box before and after."""

    corner: Point
    size: Point
    new_corner: Point
    new_size: Point

    def at(self, point: Point) -> Point:
        """Where a point of the old border comes to lie on the new one."""
        (x, y), (left, top) = point, self.corner
        return (
            self.new_corner[0] + (x - left) * self.new_size[0] / self.size[0],
            self.new_corner[1] + (y - top) * self.new_size[1] / self.size[1],
        )


def _moved_end(points: list[Point], end: Point, curved: bool) -> None:
    """Move the first point of a way, and with it the handle that tells how it sets out."""
    (x, y), points[0] = points[0], end
    if curved and len(points) > 1:
        points[1] = (points[1][0] + end[0] - x, points[1][1] + end[1] - y)


class _Axis:
    """A mapping that never brings two numbers nearer: steep where a box grows, else a mere shift."""

    def __init__(self, grown: Sequence[tuple[float, float, float]]) -> None:
        spans = [(start, start + old, max(1.0, new / old)) for start, old, new in grown]
        self._stops = sorted({0.0, *(start for start, _, _ in spans), *(end for _, end, _ in spans)})
        self._slopes = [
            max((slope for start, end, slope in spans if start <= stop < end), default=1.0) for stop in self._stops
        ]
        self._places = [self._stops[0]]
        for number in range(1, len(self._stops)):
            length = self._stops[number] - self._stops[number - 1]
            self._places.append(self._places[-1] + length * self._slopes[number - 1])

    def at(self, value: float) -> float:
        """Where a point comes to lie."""
        number = max(0, bisect_right(self._stops, value) - 1)
        return self._places[number] + (value - self._stops[number]) * (self._slopes[number] if number >= 0 else 1.0)

    def placed(self, start: float, old: float, new: float) -> float:
        """Where a box begins: in the middle of the room that its old place has become."""
        return (self.at(start) + self.at(start + old) - new) / 2
