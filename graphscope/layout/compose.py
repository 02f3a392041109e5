"""Compose: nested items placed level by level from the inside out; how one level is placed is not its own."""

from __future__ import annotations

from collections.abc import Sequence

from graphscope.errors import LayoutError
from graphscope.layout.level import Level, LevelPlacement, PlaceLevel, Point, Way
from graphscope.layout.placement import Diagram, Item, Link, Placement, Rect, Route


def place(diagram: Diagram, place_level: PlaceLevel) -> Placement:
    """Place every level of a diagram. An open container is as large as its children, its padding and its header ask."""
    parents = _parents(diagram)
    links = _links_by_parent(diagram, parents)
    containers = [name for name in parents if diagram.items[name].children]
    sizes = {name: (item.width, item.height) for name, item in diagram.items.items() if not item.children}
    levels: dict[str, LevelPlacement] = {}
    for name in [*reversed(containers), ""]:
        children = diagram.items[name].children if name else diagram.roots
        levels[name] = place_level(_level(children, links.get(name, []), sizes, diagram.direction))
        if name:
            sizes[name] = _container_size(diagram.items[name], levels[name])
    return _absolute(diagram, levels, sizes, links)


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
    for link in diagram.links:
        if link.source not in parents or parents[link.source] != parents.get(link.target):
            raise LayoutError(f"a link of the diagram joins boxes of two levels: {link.source} → {link.target}")
        found.setdefault(parents[link.source], []).append(link)
    return found


def _level(children: Sequence[str], links: Sequence[Link], sizes: dict[str, Point], direction: str) -> Level:
    number = {name: position for position, name in enumerate(children)}
    return Level(
        tuple(sizes[name] for name in children),
        tuple((number[link.source], number[link.target], link.weight) for link in links),
        direction,
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
