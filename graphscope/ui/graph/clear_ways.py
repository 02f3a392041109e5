"""Ways through a frame that keep off the boxes in it, always going on in one direction; who needs one is not known."""

from __future__ import annotations

import bisect
import functools
import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graphscope.layout.placement import Rect

Point = tuple[float, float]
Gap = tuple[float, float]
_ASIDE, _BEFORE = 5.0, 5.0
"""How far ways keep from a box beside them, and from one ahead of or behind them."""
_BORDER = 3.0
_MOST = 250
"""Boxes of a frame up to which ways keep off them."""
_STUB = 8.0
"""How far a way goes straight on where it leaves or reaches its box."""
_NARROW = 2.0
_ROUND = 14.0
_BEND = tuple(((1 - t) ** 2, 2 * (1 - t) * t, t * t) for t in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0))


@dataclass(frozen=True)
class _Band:
    """A band of the frame from one edge of a box to the next, and the gaps between the boxes in it."""

    start: float
    end: float
    gaps: tuple[Gap, ...]


class Inside:
    """The ways through one frame, down or to the right, worked out when they are asked for."""

    def __init__(self, frame: Rect, boxes: Sequence[Rect]) -> None:
        self._frame, self._boxes = frame, boxes if len(boxes) <= _MOST else ()

    @functools.cached_property
    def down(self) -> ClearWays:
        """For ways that cross the upper or the lower border."""
        return ClearWays(self._frame, self._boxes)

    @functools.cached_property
    def right(self) -> ClearWays:
        """For ways that cross a side."""
        return ClearWays(self._frame, self._boxes, turned=True)


class ClearWays:
    """The gaps of one frame, for ways down through it, or, where it is turned, to the right through it."""

    def __init__(self, frame: Rect, boxes: Iterable[Rect], turned: bool = False) -> None:
        self._turned = turned
        frame = _turned(frame) if turned else frame
        inside = [_turned(box) if turned else box for box in boxes]
        self._sides = frame.x + _BORDER, frame.x + frame.width - _BORDER
        edges = {edge for box in inside for edge in (box.y - _BEFORE, box.y + box.height + _BEFORE)}
        levels = sorted(edges | {frame.y, frame.y + frame.height})
        self._bands = [
            _Band(start, end, self._gaps((start + end) / 2, inside)) for start, end in itertools.pairwise(levels)
        ]
        self._ends = [band.end for band in self._bands]
        self._doors: dict[tuple[int, int, Gap, Gap], list[Gap] | None] = {}

    def _gaps(self, level: float, boxes: Sequence[Rect]) -> tuple[Gap, ...]:
        free, (left, right) = [], self._sides
        across = [box for box in boxes if box.y - _BEFORE < level < box.y + box.height + _BEFORE]
        for box in sorted(across, key=lambda each: each.x):
            if box.x - _ASIDE - left > _NARROW:
                free.append((left, box.x - _ASIDE))
            left = max(left, box.x + box.width + _ASIDE)
        return (*free, (left, right)) if right - left > _NARROW else tuple(free)

    def way(self, start: Point, end: Point, lane: float, spread: float) -> list[Point]:
        """The points of a way between a point on the frame's border and one on a box's; none where there is no way.

        ``lane``, from -0.5 to 0.5, is its place among others that run beside it, ``spread`` how much they all take up.
        """
        if self._turned:
            start, end = start[::-1], end[::-1]
        if start[1] > end[1]:
            points = self._down((end[0], end[1] + _STUB), start, (lane, spread))[::-1]
        else:
            points = self._down(start, (end[0], end[1] - _STUB), (lane, spread))
        if not points:
            return []
        found = _rounded([*points, end])
        return [point[::-1] for point in found] if self._turned else found

    def _down(self, start: Point, end: Point, lane: tuple[float, float]) -> list[Point]:
        if end[1] <= start[1]:
            return []
        first, last = bisect.bisect_right(self._ends, start[1]), bisect.bisect_left(self._ends, end[1])
        bands = self._bands[first : last + 1]
        doors = self._doors_between(first, start[0], last, end[0])
        if doors is None:
            return []
        levels = [band.end for band in bands[:-1]]
        narrowed = [(_in_lane(door, *lane), level) for door, level in zip(doors, levels, strict=True)]
        return _taut(start, end, [(door, level) for door, level in narrowed if start[1] < level < end[1]])

    def _doors_between(self, first: int, start: float, last: int, end: float) -> list[Gap] | None:
        """The doors from one band to another; those of ways that begin and end in the same gaps are the same."""
        bands = self._bands[first : last + 1]
        if not bands or not all(band.gaps for band in bands):
            return None
        ends = _holding(start, bands[0]), _holding(end, bands[-1])
        key = (first, last, *ends)
        if key not in self._doors:
            self._doors[key] = _doors(bands, *ends, start)
        return self._doors[key]


def _doors(bands: Sequence[_Band], first: Gap, last: Gap, x: float) -> list[Gap] | None:
    """Where to pass from each band to the next, so that the way is about as short as it can be; None for no way."""
    reached = [(first, 0.0, _nearest(x, first))]
    steps: list[dict[Gap, Gap]] = []
    for band in bands[1:]:
        step: dict[Gap, Gap] = {}
        reached = [best for gap in band.gaps if (best := _into(gap, reached, step)) is not None]
        steps.append(step)
    if last not in {gap for gap, _, _ in reached}:
        return None
    doors: list[Gap] = []
    for step in reversed(steps):
        before = step[last]
        doors.append((max(last[0], before[0]), min(last[1], before[1])))
        last = before
    return doors[::-1]


def _into(
    gap: Gap, reached: Sequence[tuple[Gap, float, float]], step: dict[Gap, Gap]
) -> tuple[Gap, float, float] | None:
    """The shortest way into a gap from those reached before it; ``step`` learns from which."""
    low, high = gap
    found = None
    for before, cost, x in reached:
        left, right = before
        if right - low <= _NARROW or high - left <= _NARROW:
            continue
        at = min(max(x, low, left), high, right)
        if found is None or cost + abs(at - x) < found[1]:
            found, step[gap] = (gap, cost + abs(at - x), at), before
    return found


def _holding(x: float, band: _Band) -> Gap:
    """The gap of a band that a point lies in, or is nearest to."""
    return min(band.gaps, key=lambda gap: abs(_nearest(x, gap) - x))


def _in_lane(door: Gap, lane: float, spread: float) -> Gap:
    """The part of a door that is left to one of several ways side by side."""
    taken = min(spread, max(0.0, door[1] - door[0] - _NARROW))
    return door[0] + (0.5 + lane) * taken, door[1] - (0.5 - lane) * taken


def _taut(start: Point, end: Point, doors: Sequence[tuple[Gap, float]]) -> list[Point]:
    """The shortest way through doors that follow one another: a string pulled tight."""
    points, at = [start], 0
    passed = [*doors, ((end[0], end[0]), end[1])]
    while at < len(passed):
        (x, y), low, high = points[-1], (float("-inf"), -1), (float("inf"), -1)
        for number in range(at, len(passed)):
            (left, right), level = passed[number]
            least, most = (left - x) / (level - y), (right - x) / (level - y)
            if least > high[0] or most < low[0]:
                bend = high[1] if least > high[0] else low[1]
                points.append((passed[bend][0][1 if least > high[0] else 0], passed[bend][1]))
                at = bend + 1
                break
            low = max(low, (least, number), key=lambda each: each[0])
            high = min(high, (most, number), key=lambda each: each[0])
        else:
            break
    return [*points, end]


def _rounded(points: Sequence[Point]) -> list[Point]:
    """The way with its corners cut round."""
    found = [points[0]]
    for (ax, ay), (x, y), (bx, by) in zip(points, points[1:], points[2:], strict=False):
        before, after = ((ax - x) ** 2 + (ay - y) ** 2) ** 0.5, ((bx - x) ** 2 + (by - y) ** 2) ** 0.5
        if min(before, after) < 1e-6:
            continue
        near, far = min(_ROUND, before / 2) / before, min(_ROUND, after / 2) / after
        a, b = (x + (ax - x) * near, y + (ay - y) * near), (x + (bx - x) * far, y + (by - y) * far)
        found += [(p * a[0] + q * x + r * b[0], p * a[1] + q * y + r * b[1]) for p, q, r in _BEND]
    return [*found, points[-1]]


def _nearest(x: float, gap: Gap) -> float:
    return min(max(x, gap[0]), gap[1])


def _turned(rect: Rect) -> Rect:
    return Rect(rect.y, rect.x, rect.height, rect.width)
