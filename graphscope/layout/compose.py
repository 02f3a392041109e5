"""Compose: nested items placed level by level from the inside out; how one level is placed is not its own."""

from __future__ import annotations

from collections.abc import Sequence

from graphscope.errors import LayoutError
from graphscope.layout.level import Level, LevelPlacement, PlaceLevel, Point, Way
from graphscope.layout.placement import Diagram, Item, Link, Placement, Rect, Route
from graphscope.layout.stretch import stretched

_LITTLE = 0.5


def place(diagram: Diagram, place_level: PlaceLevel) -> Placement:
    """Place every level of a diagram. An open container is as large as its children, its padding and its header ask.

    Siblings of a container with a size at rest are placed as if it were closed, and then make room for it; those of
    one that was open at first sight as if it still were, and then close up where it is not.
    """
    parents = _parents(diagram)
    placing = _Placing(diagram, place_level, _links_by_parent(diagram, parents), _sizes_at_first(diagram, place_level))
    placing.level("", diagram.room)
    return _absolute(diagram, placing.levels, placing.sizes, placing.links)


def _sizes_at_first(diagram: Diagram, place_level: PlaceLevel) -> dict[str, Point]:
    """The size of each container that was open at first sight without one at rest, if anything else is open now."""
    first = diagram.first
    if first is None or first.items == diagram.items:
        return {}
    rects = place(first, place_level).rects
    held = (item for item in first.items.values() if item.children and item.rest is None and item.id in rects)
    return {item.id: (rects[item.id].width, rects[item.id].height) for item in held}


class _Placing:
    """The levels placed so far, and the sizes that came of them."""

    def __init__(
        self, diagram: Diagram, place_level: PlaceLevel, links: dict[str, list[Link]], firsts: dict[str, Point]
    ) -> None:
        self._diagram = diagram
        self._place_level = place_level
        self._firsts = firsts
        self.links = links
        self.levels: dict[str, LevelPlacement] = {}
        self.sizes: dict[str, Point] = {}

    def level(self, name: str, room: Point | None) -> None:
        """Place what is inside of a container ('' is the outermost level), from the inside out."""
        items = [
            self._diagram.items[each] for each in (self._diagram.items[name].children if name else self._diagram.roots)
        ]
        for item in items:
            if item.children and item.rest is None:
                self._open(item, _within(item, room))
            else:
                self.sizes[item.id] = (item.width, item.height)
        placed = self.sizes | {item.id: rest for item in items if (rest := self._rest(item)) is not None}
        level = _level([item.id for item in items], self.links.get(name, []), placed, (self._diagram.direction, room))
        base = self._place_level(level)
        for item in items:
            if item.children and item.rest is not None:
                self._open(item, _beside(item, item.rest, base, room))
        self.levels[name] = stretched(base, level, [self.sizes[item.id] for item in items])

    def _rest(self, item: Item) -> Point | None:
        """The size for which the siblings of an item are placed, where that is not the size that it has."""
        return self._firsts.get(item.id) or (item.rest if item.children else None)

    def _open(self, item: Item, room: Point | None) -> None:
        self.level(item.id, room)
        self.sizes[item.id] = _container_size(item, self.levels[item.id])


def _within(item: Item, room: Point | None) -> Point | None:
    """The room inside of a container."""
    return None if room is None else (room[0] - 2 * item.padding, room[1] - item.header - 2 * item.padding)


def _beside(item: Item, rest: Point, base: LevelPlacement, room: Point | None) -> Point | None:
    """The room that its siblings leave to a container; where they leave little, as much as if it were alone."""
    if room is None:
        return None
    across, down = room[0] - base.width + rest[0], room[1] - base.height + rest[1]
    across = room[0] if across < _LITTLE * room[0] else across
    down = room[1] if down < _LITTLE * room[1] else down
    return _within(item, (across, down))


def _parents(diagram: Diagram) -> dict[str, str]:
    """Parent of each item that is reached from the roots, in an order that has parents before children."""
    parents = dict.fromkeys(diagram.roots, "")
    waiting = list(diagram.roots)
    if len(parents) < len(waiting):
        raise LayoutError("a box of the diagram stands in two places among the outermost ones")
    for name in waiting:
        if name not in diagram.items:
            raise LayoutError(f"the diagram names a box that it does not have: {name}")
        for child in diagram.items[name].children:
            if child in parents:
                raise LayoutError(f"a box of the diagram stands in two places: {child}")
            parents[child] = name
            waiting.append(child)
    return parents


def _links_by_parent(diagram: Diagram, parents: dict[str, str]) -> dict[str, list[Link]]:
    found: dict[str, list[Link]] = {}
    place = {name: number for number, name in enumerate(parents)}
    for link in diagram.links:
        if link.source not in parents or parents[link.source] != parents.get(link.target):
            raise LayoutError(f"a link of the diagram joins boxes of two levels: {link.source} → {link.target}")
        found.setdefault(parents[link.source], []).append(link)
    # The order in which wires were found depends on what is open inside: here it must not, lest siblings move.
    return {
        name: sorted(links, key=lambda link: (place[link.source], place[link.target])) for name, links in found.items()
    }


def _level(
    children: Sequence[str], links: Sequence[Link], sizes: dict[str, Point], shape: tuple[str, Point | None]
) -> Level:
    number = {name: position for position, name in enumerate(children)}
    return Level(
        tuple(sizes[name] for name in children),
        tuple((number[link.source], number[link.target], link.weight) for link in links),
        *shape,
    )


def _container_size(item: Item, inside: LevelPlacement) -> Point:
    return (
        max(item.width, inside.width + 2 * item.padding),
        max(item.height, item.header + inside.height + 2 * item.padding),
    )


def _absolute(
    diagram: Diagram, levels: dict[str, LevelPlacement], sizes: dict[str, Point], links: dict[str, list[Link]]
) -> Placement:
    """Every rectangle and route in the coordinates of the whole drawing, parents first."""
    rects: dict[str, Rect] = {}
    routes: list[Route] = []
    waiting = [""]
    for name in waiting:
        left, top = _inside(diagram.items[name], rects[name], levels[name]) if name else (0.0, 0.0)
        children = diagram.items[name].children if name else diagram.roots
        for child, (x, y) in zip(children, levels[name].corners, strict=True):
            rects[child] = Rect(left + x, top + y, *sizes[child])
            if diagram.items[child].children:
                waiting.append(child)
        for link, way in zip(links.get(name, []), levels[name].ways, strict=True):
            routes.append(_route(link, way, left, top))
    engines = {name: level.engine for name, level in levels.items()}
    return Placement(rects, tuple(routes), levels[""].width, levels[""].height, engines)


def _inside(item: Item, rect: Rect, inside: LevelPlacement) -> Point:
    """Where the children's drawing begins: under the header, in the middle of a container that is wider than it."""
    return rect.x + (rect.width - inside.width) / 2, rect.y + item.header + item.padding


def _route(link: Link, way: Way, left: float, top: float) -> Route:
    return Route(link.source, link.target, tuple((x + left, y + top) for x, y in way.points), way.curved)
