"""The drawing of a picture: figures of boxes and wires back to front, the same for SVG, PNG and the window."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from graphscope.analysis.picture import Box, Picture, Wire
from graphscope.export.box_shapes import closed_box, diamond_of, is_diamond, marked_look
from graphscope.export.frame_shapes import open_frame
from graphscope.export.ghost_shapes import ghost_figure
from graphscope.export.label_places import place_labels
from graphscope.export.look import Theme, readable_on
from graphscope.export.overlays import NO_OVERLAYS, Overlays
from graphscope.export.shapes import Block, Drawing, Figure, Shape, Text
from graphscope.export.text_width import text_width
from graphscope.export.wire_labels import Label
from graphscope.export.wire_shapes import meet_diamonds, wire_shapes
from graphscope.layout.placement import Placement, Rect, Route

MARGIN = 24.0


def make_drawing(
    picture: Picture, placement: Placement, theme: Theme, overlays: Overlays = NO_OVERLAYS, title: str = ""
) -> Drawing:
    """The whole picture as one drawing, its parents behind their children and each level's wires over its boxes."""
    levels: dict[int, list[Figure]] = {}
    depths = box_depths(picture)
    for box in picture.boxes.values():
        rect = placement.rects.get(box.id)
        if rect is not None:
            levels.setdefault(2 * depths[box.id], []).append(box_figure(box, rect, theme, overlays))
    for wire, route, label in labelled(picture, placement):
        lit = wire.source in overlays.selection or wire.target in overlays.selection
        figure = Figure("", wire_title(wire, picture), wire_shapes(wire, route, theme, label, lit))
        levels.setdefault(2 * depths.get(wire.source, 0) + 1, []).append(figure)
    gone = tuple(ghost_figure(each, theme) for each in overlays.ghosts)
    figures = (*(figure for level in sorted(levels) for figure in levels[level]), *gone)
    size = (placement.width + 2 * MARGIN, placement.height + 2 * MARGIN)
    return Drawing(*size, theme.colours["pane"], figures, title)


def box_figure(box: Box, rect: Rect, theme: Theme, overlays: Overlays = NO_OVERLAYS) -> Figure:
    """One box with its marks."""
    look = marked_look(box, theme, overlays)
    shapes = open_frame(box, rect, look) if box.is_open else closed_box(box, rect, look)
    badge = _badge_text(box, overlays)
    if badge:
        shapes = (*shapes, *_badge(badge, _badge_place(box, rect), _badge_colour(box, overlays, theme)))
    if box.id in overlays.selection:
        shapes = (selection_ring(rect, theme), *shapes)
    return Figure(box.id, box_title(box), shapes)


def box_title(box: Box) -> str:
    """What the box is called aloud."""
    return f"{box.title}, {box.subtitle}" if box.subtitle else box.title


def wire_title(wire: Wire, picture: Picture) -> str:
    """What a wire carries and between what, in words."""
    source, target = picture.boxes.get(wire.source), picture.boxes.get(wire.target)
    what = wire.label or ("control" if wire.control else f"{wire.count} tensors")
    ends = f"{source.title if source else wire.source} to {target.title if target else wire.target}"
    return f"{what}: {ends}"


def selection_ring(rect: Rect, theme: Theme) -> Block:
    """The ring round a selected box."""
    gap = 3.5
    place = (rect.x - gap, rect.y - gap, rect.width + 2 * gap, rect.height + 2 * gap)
    return Block(*place, 10, "", theme.marks["selected"], 2.0)


def box_depths(picture: Picture) -> dict[str, int]:
    """Box id → how many boxes it lies in."""
    depths: dict[str, int] = {}
    for box in picture.boxes.values():
        depths[box.id] = depths[box.parent] + 1 if box.parent in depths else 0
    return depths


def routed(picture: Picture, placement: Placement) -> Iterator[tuple[Wire, Route]]:
    """Each wire with its route; where data and control run between the same boxes, each has its own."""
    waiting: dict[tuple[str, str], list[Route]] = {}
    for route in reversed(placement.routes):
        waiting.setdefault((route.source, route.target), []).append(route)
    for wire in picture.wires:
        routes = waiting.get((wire.source, wire.target))
        if routes:
            yield wire, routes.pop() if len(routes) > 1 else routes[0]


def labelled(picture: Picture, placement: Placement) -> Iterator[tuple[Wire, Route, Label | None]]:
    """Each wire with its route as it is drawn, and its label where it has one."""
    diamonds = diamonds_of(picture, placement)
    pairs = [(wire, fitted(route, diamonds)) for wire, route in routed(picture, placement)]
    labels = place_labels(pairs, placement.rects)
    yield from ((wire, route, labels.get(at)) for at, (wire, route) in enumerate(pairs))


def diamonds_of(picture: Picture, placement: Placement) -> dict[str, Rect]:
    """The rectangles of the closed branches, which do not fill them."""
    placed = ((box, placement.rects.get(box.id)) for box in picture.boxes.values() if box.kind == "region")
    return {box.id: rect for box, rect in placed if rect is not None and is_diamond(box, rect)}


def fitted(route: Route, diamonds: Mapping[str, Rect]) -> Route:
    """The route, its ends on what is really drawn."""
    source, target = diamonds.get(route.source), diamonds.get(route.target)
    return route if source is None and target is None else meet_diamonds(route, (source, target))


def _badge_text(box: Box, overlays: Overlays) -> str:
    """The sign that goes with a mark, since colour is never the only one."""
    if box.id in overlays.only:
        return "+"
    if box.id in overlays.changed:
        return "≠"
    count = overlays.matches.get(box.id, 0)
    return str(count) if count > 1 else ""


def _badge_colour(box: Box, overlays: Overlays, theme: Theme) -> str:
    """The colour of the mark that the badge tells of."""
    if box.id in overlays.only:
        return theme.marks["only"]
    return theme.marks["changed" if box.id in overlays.changed else "match"]


def _badge_place(box: Box, rect: Rect) -> tuple[float, float]:
    """Right end and top of the badge: the box's upper right corner, or the middle of the diamond's upper right side."""
    if is_diamond(box, rect):
        x, y, half_width, half_height = diamond_of(rect)
        return x + half_width / 2 + 10, y - half_height / 2 - 10
    return rect.x + rect.width + 5, rect.y - 7


def _badge(text: str, place: tuple[float, float], colour: str) -> tuple[Shape, ...]:
    """A small round sign."""
    width = max(15.0, text_width(text, "badge") + 9)
    x, y = place[0] - width, place[1]
    block = Block(x, y, width, 15, 7.5, colour)
    return block, Text(x + width / 2, y + 11.1, text, "badge", readable_on(colour), "middle")
