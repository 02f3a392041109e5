"""Lay out: a picture's boxes measured, placed, and given back as numbers; how they are placed is the layout's."""

from __future__ import annotations

from dataclasses import replace

from graphscope.analysis.picture import Box, Picture
from graphscope.export.box_sizes import box_size, header_height
from graphscope.layout.compose import place
from graphscope.layout.dot_process import DotProcess
from graphscope.layout.ladder import BUDGET, best_place
from graphscope.layout.layered import place_layered
from graphscope.layout.level import PlaceLevel
from graphscope.layout.placement import Diagram, Item, Link, Placement


def diagram_of(picture: Picture, direction: str = "down", room: tuple[float, float] | None = None) -> Diagram:
    """What the layout needs to know of a picture.

    ``direction`` is ``down`` or ``right``; ``room`` what the drawing should not outgrow.
    """
    first = diagram_of(picture.first, direction, room) if picture.first is not None else None
    items = {}
    for name, box in picture.boxes.items():
        width, height = box_size(box)
        header = header_height(box) if box.children else 0.0
        items[name] = Item(name, width, height, box.children, header, rest=_rest(box, picture.held))
    links = tuple(Link(wire.source, wire.target, 1 if wire.control else 2) for wire in picture.wires)
    return Diagram(items, picture.roots, links, direction, room, first)


def _rest(box: Box, held: frozenset[str]) -> tuple[float, float] | None:
    """The size that an open box had when it was closed; branches and loops open at first sight are placed so."""
    if not box.can_open or not box.is_open or (box.kind == "region" and box.id in held):
        return None
    return box_size(replace(box, is_open=False, children=()))


def lay_out(
    picture: Picture,
    direction: str = "down",
    levels: PlaceLevel | None = None,
    room: tuple[float, float] | None = None,
) -> Placement:
    """Place a picture at once by our own layers; give a LevelCache as ``levels`` to have places kept."""
    return place(diagram_of(picture, direction, room), levels or place_layered)


def lay_out_well(
    picture: Picture, dot: DotProcess | None, direction: str = "down", budget: float = BUDGET
) -> Placement:
    """Place a picture as well as ``budget`` seconds allow. Blocks; a window calls best_place in a thread instead."""
    return best_place(diagram_of(picture, direction), dot, budget)
