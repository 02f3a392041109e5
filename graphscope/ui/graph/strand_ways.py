"""Where the strands of a bundle run: beside one another along its wire, from and to the boxes that they really join."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from graphscope.export.box_shapes import BAND
from graphscope.layout.placement import Rect
from graphscope.ui.graph.clear_ways import Inside
from graphscope.ui.graph.rectangles import Floats

GAP = 5.0
_WIDEST = 44.0
_INSET = 7.0
_NEAR = 0.75
_STEEP = 0.3
_SHARE = 0.6
"""How much of the side of a box inside a frame its strands may take."""
_CURVE = np.linspace(0, 1, 13)[:, None]
Point = tuple[float, float]


@dataclass(frozen=True)
class End:
    """One end of a bundle: the box of its wire, and whether that is a diamond, which has no sides to spread along."""

    box: Rect
    pointed: bool = False
    inside: Inside | None = None
    """Where it is open, the ways to the boxes in it."""


class StrandWays:
    """One bundle. ``line`` is the wire's own way, ``ends`` what it joins."""

    def __init__(self, line: Floats, ends: tuple[End, End]) -> None:
        self._line = _without_repeats(line)
        self._across = _normals(self._line)
        self._ends = ends

    def ribbon(self, count: int) -> Floats:
        """The outline of what so many strands cover, a little wider than they are."""
        aside = spread(count) / 2 + GAP / 2 + 1
        return np.concatenate([self._shifted(aside), self._shifted(-aside)[::-1]])

    def ways(self, strands: Sequence[tuple[Rect, Rect]]) -> list[Floats]:
        """The points of each strand; ``strands`` tell the boxes at the ends of each."""
        found = []
        aside = spread(len(strands))
        for lane, (source, target) in zip(self._lanes(strands), strands, strict=True):
            way = self._shifted(lane * aside)
            if source != self._ends[0].box:
                way = _from_inside(way, self._ends[0], source, (lane * self._across[0], aside))
            if target != self._ends[1].box:
                way = _from_inside(way[::-1], self._ends[1], target, (lane * self._across[-1], aside))[::-1]
            found.append(way)
        return found

    def _shifted(self, aside: float) -> Floats:
        """The wire's way moved to its side, its ends on the borders of the boxes still."""
        way = _begun(self._line + self._across * aside, self._line[0], self._ends[0])
        return _begun(way[::-1], self._line[-1], self._ends[1])[::-1]

    def _lanes(self, strands: Sequence[tuple[Rect, Rect]]) -> list[float]:
        """The place of each across the bundle, from -0.5 to 0.5, in the order of their ends, lest they cross."""
        if len(strands) == 1:
            return [0.0]

        def place(number: int) -> tuple[float, float]:
            source, target = (np.array(_middle(rect)) for rect in strands[number])
            return float(source @ self._across[0]), float(target @ self._across[-1])

        lanes = [0.0] * len(strands)
        for at, number in enumerate(sorted(range(len(strands)), key=place)):
            lanes[number] = at / (len(strands) - 1) - 0.5
        return lanes


def spread(count: int) -> float:
    """How far apart the first and the last of so many strands run."""
    return min(GAP * (count - 1), _WIDEST)


def _begun(way: Floats, origin: Floats, end: End) -> Floats:
    """The way cut or drawn out to begin on the border where its wire begins; at one point where a diamond is."""
    if end.pointed:
        return np.concatenate([[origin], way[1:]])
    box = end.box
    level = min(abs(origin[1] - box.y), abs(origin[1] - box.y - box.height)) < _NEAR
    axis = 1 if level else 0
    step = way[1] - way[0]
    towards = 1.0 if origin[axis] > (box.y + box.height / 2 if level else box.x + box.width / 2) else -1.0
    outside = np.flatnonzero((way[:, axis] - origin[axis]) * towards > 0)
    rest = way[outside[0] :] if len(outside) and outside[0] > 0 else way[1:]
    start = way[max(0, int(outside[0]) - 1)] if len(outside) else way[0]
    step = rest[0] - start
    steep = abs(step[axis]) > _STEEP * float(np.hypot(*step)) and abs(step[axis]) > 1e-9
    start = start + step * ((origin[axis] - start[axis]) / step[axis]) if steep else start.copy()
    start[axis] = origin[axis]
    low, length = (box.x, box.width) if level else (box.y, box.height)
    start[1 - axis] = _between(float(start[1 - axis]), low, length)
    return np.concatenate([[start], rest])


def _between(value: float, start: float, length: float) -> float:
    inset = min(_INSET, length / 2)
    return min(max(value, start + inset), start + length - inset)


def _from_inside(way: Floats, end: End, box: Rect, lane: tuple[Floats, float]) -> Floats:
    """A line from a box to the border of the frame that it lies in, between what else is in it, and on along the way.

    ``lane`` is the strand's place across the bundle, as a share of its width in each direction, and that width.
    """
    (x, y), frame, (across, spread) = way[0], end.box, lane
    level = min(abs(y - frame.y), abs(y - frame.y - frame.height)) < _NEAR
    below = False
    if level:
        below = abs(y - frame.y) > _NEAR
        start = (box.x + box.width * (0.5 + _SHARE * across[0]), box.y + (box.height if below else 0.0))
    else:
        right = abs(x - frame.x) > _NEAR
        start = (box.x + (box.width if right else 0.0), box.y + box.height * (0.5 + _SHARE * across[1]))
    clear: list[Point] = []
    if end.inside is not None:
        ways = end.inside.down if level else end.inside.right
        begin = (float(x), float(y) + BAND) if level and not below else (float(x), float(y))
        clear = ways.way(begin, start, float(across[0 if level else 1]), spread)[::-1]
    return np.concatenate([np.array([*clear, (x, y)]) if clear else _curve(start, (x, y), level), way[1:]])


def _curve(start: Point, end: Point, level: bool) -> Floats:
    """A curve that begins and ends across a level border, or across a side."""
    axis = 1 if level else 0
    reach = np.zeros(2)
    reach[axis] = np.copysign(max(14.0, 0.45 * abs(end[axis] - start[axis])), end[axis] - start[axis])
    a, d, t = np.array(start), np.array(end), _CURVE
    b, c = a + reach, d - reach
    curve: Floats = (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t**2 * c + t**3 * d
    return curve


def _without_repeats(line: Floats) -> Floats:
    kept = np.concatenate([[True], np.abs(np.diff(line, axis=0)).sum(axis=1) > 1e-6])
    return line[kept] if kept.sum() > 1 else np.array([line[0], line[0] + (0.0, 1.0)])


def _normals(line: Floats) -> Floats:
    """Per point, the direction across the line."""
    steps = np.diff(line, axis=0)
    steps = steps / np.hypot(*steps.T)[:, None]
    along = np.concatenate([steps[:1], steps[:-1] + steps[1:], steps[-1:]])
    length = np.maximum(np.hypot(*along.T), 1e-9)[:, None]
    across: Floats = np.stack([-along[:, 1], along[:, 0]], axis=1) / length
    return across


def _middle(rect: Rect) -> Point:
    return rect.x + rect.width / 2, rect.y + rect.height / 2
