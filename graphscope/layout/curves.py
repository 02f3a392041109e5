"""Curves: polylines through gaps between boxes made into calm Bezier ways; knows nothing of boxes."""

from __future__ import annotations

from collections.abc import Sequence

from graphscope.layout.level import Point, Way

_RADIUS = 12.0


def falling(stops: Sequence[Point]) -> Way:
    """A way through stops that come in pairs: from an even one to the next it falls straight down through a row,

    from an odd one to the next it swings across the gap below that row.
    """
    if all(x == stops[0][0] for x, _ in stops):
        return Way((stops[0], stops[-1]))
    points = [stops[0]]
    for number in range(1, len(stops)):
        (x, y), (to_x, to_y) = points[-1], stops[number]
        if (to_x, to_y) == (x, y):
            continue
        if to_x == x:
            points += [(x, y + (to_y - y) / 3), (x, y + 2 * (to_y - y) / 3), (to_x, to_y)]
        else:
            half = (to_y - y) * 0.55
            points += [(x, y + half), (to_x, to_y - half), (to_x, to_y)]
    return Way(tuple(points), curved=True)


def rounded(corners: Sequence[Point]) -> Way:
    """An orthogonal polyline with its corners rounded."""
    path = [corner for number, corner in enumerate(corners) if not number or corner != corners[number - 1]]
    points: list[Point] = [path[0]]
    for before, corner, after in zip(path, path[1:], path[2:], strict=False):
        start, end = _towards(corner, before), _towards(corner, after)
        _line_to(points, start)
        points += [_between(start, corner), _between(end, corner), end]
    _line_to(points, path[-1])
    return Way(tuple(points), curved=True)


def loop(right: float, middle: float, height: float) -> Way:
    """The way of a link from a box to itself, beside its right border."""
    rise = min(8.0, height / 4)
    return Way(
        (
            (right, middle - rise),
            (right + 26, middle - 2.5 * rise),
            (right + 26, middle + 2.5 * rise),
            (right, middle + rise),
        ),
        True,
    )


def backwards(way: Way) -> Way:
    """The same way walked from its end."""
    return Way(way.points[::-1], way.curved)


def _line_to(points: list[Point], end: Point) -> None:
    x, y = points[-1]
    if (x, y) != end:
        points += [
            (x + (end[0] - x) / 3, y + (end[1] - y) / 3),
            (x + 2 * (end[0] - x) / 3, y + 2 * (end[1] - y) / 3),
            end,
        ]


def _towards(corner: Point, other: Point) -> Point:
    """The point on the line to ``other`` where the rounding of ``corner`` begins."""
    reach = abs(other[0] - corner[0]) + abs(other[1] - corner[1])
    part = min(_RADIUS, reach / 2) / reach
    return corner[0] + (other[0] - corner[0]) * part, corner[1] + (other[1] - corner[1]) * part


def _between(start: Point, corner: Point) -> Point:
    return start[0] + (corner[0] - start[0]) * 0.55, start[1] + (corner[1] - start[1]) * 0.55
