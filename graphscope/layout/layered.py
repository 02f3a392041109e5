"""Layered layout of our own, linear in boxes and links: immediate where Graphviz would take minutes."""

from __future__ import annotations

from collections.abc import Sequence

from graphscope.layout.connected import connected_pieces
from graphscope.layout.curves import loop
from graphscope.layout.level import Level, LevelPlacement, Point, Way, framed, turned, turned_back
from graphscope.layout.piece import place_piece
from graphscope.layout.rows import GAP_ACROSS

_SHELF = 1000.0


def place_layered(level: Level) -> LevelPlacement:
    """Place a level of any size at once; the same level always gives the same numbers."""
    if level.direction == "right":
        return turned_back(place_layered(turned(level)))
    pieces = connected_pieces(len(level.sizes), level.links)
    placed = [_placed(level, nodes, links) for nodes, links in pieces]
    corners: list[Point] = [(0.0, 0.0)] * len(level.sizes)
    ways: list[Way] = [Way(())] * len(level.links)
    for (nodes, links), piece, (left, top) in zip(pieces, placed, _shelved(placed), strict=True):
        for node, (x, y) in zip(nodes, piece.corners, strict=True):
            corners[node] = (x + left, y + top)
        for link, way in zip(links, piece.ways, strict=True):
            ways[link] = Way(tuple((x + left, y + top) for x, y in way.points), way.curved)
    return framed(corners, ways, level, "layered", max((piece.columns for piece in placed), default=1))


def _placed(level: Level, nodes: Sequence[int], links: Sequence[int]) -> LevelPlacement:
    """One connected piece on its own, its self-links drawn beside their boxes."""
    number = {node: position for position, node in enumerate(nodes)}
    ends = [(number[level.links[link][0]], number[level.links[link][1]]) for link in links]
    sizes = tuple(level.sizes[node] for node in nodes)
    between = [position for position, (source, target) in enumerate(ends) if source != target]
    corners, found, columns = place_piece(sizes, [ends[position] for position in between])
    ways: list[Way] = [Way(())] * len(links)
    for position, way in zip(between, found, strict=True):
        ways[position] = way
    for position, (source, target) in enumerate(ends):
        if source == target:
            (x, y), (width, height) = corners[source], sizes[source]
            ways[position] = loop(x + width, y + height / 2, height)
    return framed(corners, ways, Level(sizes), "layered", columns)


def _shelved(pieces: Sequence[LevelPlacement]) -> list[Point]:
    """Where each piece goes: side by side, tops aligned, in as many rows as keep the whole near a pane's shape."""
    area = sum((piece.width + GAP_ACROSS) * (piece.height + GAP_ACROSS) for piece in pieces)
    widest = max(_SHELF, 2.0 * area**0.5, max((piece.width for piece in pieces), default=0.0))
    places: list[Point] = []
    x = y = tallest = 0.0
    for piece in pieces:
        if x and x + piece.width > widest:
            x, y, tallest = 0.0, y + tallest + GAP_ACROSS, 0.0
        places.append((x, y))
        x += piece.width + GAP_ACROSS
        tallest = max(tallest, piece.height)
    return places
