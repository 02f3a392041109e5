"""Stretch: a placed level in which some boxes have grown or shrunk, the others moved only to make room or close up."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from graphscope.layout.level import Level, LevelPlacement, Point, Way, framed


def stretched(base: LevelPlacement, level: Level, sizes: Sequence[Point]) -> LevelPlacement:
    """``base``, which places ``level``, with its boxes grown or shrunk to ``sizes``.

    Both axes are stretched where a grown box lies and tightened where nothing but shrunk ones do, so that no box passes
    another; where all boxes have their old sizes, all numbers are those of ``base``.
    """
    if tuple(sizes) == level.sizes:
        return base
    across, down = (
        _Axis(
            [
                (corner[axis], old[axis], new[axis])
                for corner, old, new in zip(base.corners, level.sizes, sizes, strict=True)
            ]
        )
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
    """A mapping that keeps order: steep where a box grows, flat where only shrunk ones lie, else a mere shift."""

    def __init__(self, boxes: Sequence[tuple[float, float, float]]) -> None:
        changed = [(start, start + old, new / old) for start, old, new in boxes if new != old]
        kept = [(start, start + old) for start, old, new in boxes if new == old]
        # Boxes that keep their size bound a stretch only where something shrinks: elsewhere they change no slope.
        near = [
            span
            for span in kept
            if any(span[0] < end and start < span[1] and ratio < 1 for start, end, ratio in changed)
        ]
        spans = [*changed, *((start, end, 1.0) for start, end in near)]
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
