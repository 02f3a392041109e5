"""What a layout takes and gives: nested items with sizes in, rectangles and routes out, in logical pixels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Item:
    """A box to place. One with children gets its size from them; ``header`` is the height kept free above them."""

    id: str
    width: float
    height: float
    children: tuple[str, ...] = ()
    header: float = 0.0
    padding: float = 12.0
    rest: tuple[float, float] | None = None
    """The size of an open item when it is closed: its siblings are placed for that, and then make room for it."""


@dataclass(frozen=True, slots=True)
class Link:
    """An edge between two items of the same parent; ``weight`` asks for a short and straight one."""

    source: str
    target: str
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Rect:
    """Left, top, width and height, in the coordinates of the whole drawing."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Route:
    """The way of one link: the first point on its source's border, the last on its target's.

    Points are joined by straight lines, or, where ``curved``, are one start and then Bezier triples.
    """

    source: str
    target: str
    points: tuple[tuple[float, float], ...]
    curved: bool = False


@dataclass(frozen=True)
class Diagram:
    """What to lay out: items by id, the outermost ones in order, links between siblings."""

    items: Mapping[str, Item]
    roots: tuple[str, ...]
    links: tuple[Link, ...]
    direction: str = "down"
    """``down`` or ``right``."""
    room: tuple[float, float] | None = None
    """What the drawing should not outgrow, where that can be."""
    first: Diagram | None = None
    """The drawing as it was first seen: what was open in it has its siblings placed round it as it was then."""


@dataclass(frozen=True)
class Placement:
    """Where everything went. ``engines`` tells which layout placed which level ('' is the outermost)."""

    rects: Mapping[str, Rect]
    routes: tuple[Route, ...]
    width: float
    height: float
    engines: Mapping[str, str] = field(default_factory=dict)
