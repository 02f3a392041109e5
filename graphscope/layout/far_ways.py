"""Far ways: links too long to thread between boxes, led through the gutters beside the columns of a level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_MOST_TRACKS = 12
TRACK = 7.0
_ABOVE_ALL = -1e9


@dataclass(frozen=True, slots=True)
class FarLink:
    """A link by the columns of its ends and the heights where it leaves and arrives.

    ``leans_right`` where it stands nearer to the right gutter of its column.
    """

    link: int
    source_column: int
    target_column: int
    leaves: float
    arrives: float
    leans_right: bool


@dataclass(frozen=True, slots=True)
class FarWay:
    """The gutters and tracks of a far link: ``over`` is the track above all columns, -1 where it needs none."""

    far: FarLink
    first_gutter: int
    first_track: int
    last_gutter: int
    last_track: int
    over: int = -1


def far_ways(links: Sequence[FarLink], columns: int) -> tuple[list[FarWay], list[int]]:
    """A way for each far link, and how many tracks each gutter has; gutter c is left of column c."""
    free: list[list[float]] = [[] for _ in range(columns + 1)]
    ways: list[FarWay] = []
    overs = 0
    for far in sorted(links, key=lambda each: (min(each.leaves, each.arrives), each.link)):
        first, last = _gutters(far)
        if first == last:
            track = _track(free[first], *sorted((far.leaves, far.arrives)))
            ways.append(FarWay(far, first, track, last, track))
            continue
        leaving = _track(free[first], _ABOVE_ALL, far.leaves)
        ways.append(
            FarWay(far, first, leaving, last, _track(free[last], _ABOVE_ALL, far.arrives), overs % _MOST_TRACKS)
        )
        overs += 1
    return ways, [len(each) for each in free]


def _gutters(far: FarLink) -> tuple[int, int]:
    """The gutter that a link leaves through and the one it arrives by."""
    source, target = far.source_column, far.target_column
    if source == target:
        return source + far.leans_right, source + far.leans_right
    if abs(source - target) == 1:
        return max(source, target), max(source, target)
    return (source + 1, target) if target > source else (source, target + 1)


def _track(ends: list[float], low: float, high: float) -> int:
    """The first track that is free from ``low`` on; a new one, or, where there are too many, a shared one."""
    for number, end in enumerate(ends):
        if end < low:
            ends[number] = high
            return number
    if len(ends) < _MOST_TRACKS:
        ends.append(high)
        return len(ends) - 1
    return int(abs(low + high)) % _MOST_TRACKS
