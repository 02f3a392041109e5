"""Level: boxes of known size and links among them, placed as one flat drawing; by index, so that equal ones compare."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Level:
    """What is placed at once: the size of each box, and links (source, target, weight) by index of box."""

    sizes: tuple[Point, ...]
    links: tuple[tuple[int, int, int], ...] = ()
    direction: str = "down"
    room: Point | None = None
    """Width and height that the drawing should not outgrow, where that can be: it wraps into columns for it."""


@dataclass(frozen=True, slots=True)
class Way:
    """Where a link runs: a polyline, or, where ``curved``, one start and then Bezier triples."""

    points: tuple[Point, ...]
    curved: bool = False


@dataclass(frozen=True, slots=True)
class LevelPlacement:
    """The upper left corner of each box, the way of each link, in the level's order; all within width and height.

    ``columns`` tells in how many columns a long level was wrapped.
    """

    corners: tuple[Point, ...]
    ways: tuple[Way, ...]
    width: float
    height: float
    engine: str
    columns: int = 1


def share_of_room(placement: LevelPlacement, room: Point | None) -> float:
    """The scale at which a placement fits its room; 1 where it fits as it is, or has none."""
    if room is None:
        return 1.0
    return min(1.0, room[0] / max(placement.width, 1.0), room[1] / max(placement.height, 1.0))


PlaceLevel = Callable[[Level], LevelPlacement]


def framed(corners: list[Point], ways: list[Way], level: Level, engine: str, columns: int = 1) -> LevelPlacement:
    """A placement moved so that boxes and ways begin at (0, 0), with its width and height found."""
    xs = [x for x, _ in corners] + [x + size[0] for (x, _), size in zip(corners, level.sizes, strict=True)]
    ys = [y for _, y in corners] + [y + size[1] for (_, y), size in zip(corners, level.sizes, strict=True)]
    for way in ways:
        xs += [x for x, _ in way.points]
        ys += [y for _, y in way.points]
    if not xs:
        return LevelPlacement((), (), 0.0, 0.0, engine, columns)
    left, top = min(xs), min(ys)
    width, height = max(xs) - left, max(ys) - top
    if left or top:
        corners = [(x - left, y - top) for x, y in corners]
        ways = [Way(tuple([(x - left, y - top) for x, y in way.points]), way.curved) for way in ways]
    return LevelPlacement(tuple(corners), tuple(ways), width, height, engine, columns)


def turned(level: Level) -> Level:
    """The level with width and height swapped, to be placed downwards."""
    room = None if level.room is None else (level.room[1], level.room[0])
    return Level(tuple((height, width) for width, height in level.sizes), level.links, "down", room)


def turned_back(placement: LevelPlacement) -> LevelPlacement:
    """A placement of a turned level, swapped back."""
    return LevelPlacement(
        tuple((y, x) for x, y in placement.corners),
        tuple(Way(tuple((y, x) for x, y in way.points), way.curved) for way in placement.ways),
        placement.height,
        placement.width,
        placement.engine,
        placement.columns,
    )
