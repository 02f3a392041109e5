"""Layered layout of our own, linear in boxes and links: immediate where Graphviz would take minutes."""

from __future__ import annotations

from collections.abc import Sequence

from graphscope.layout.connected import connected_pieces
from graphscope.layout.curves import loop
from graphscope.layout.level import Level, LevelPlacement, Point, Way, framed, share_of_room, turned, turned_back
from graphscope.layout.piece import place_piece
from graphscope.layout.rows import FREE, GAP_ACROSS, GAP_DOWN, GUTTER, TIGHT, Wrap

_SHELF = 1000.0
_MOST_TRIED = 200
"""Boxes up to which several numbers of columns are tried for a room."""
_MOST_COLUMNS = 6
_DRAWN_TOGETHER = 0.8
_SHORTER_ROWS = (0.75, 0.55, 0.4)
_WORTH_IT = 1.08
"""How much larger a drawing must come out for one more column, which makes its wires harder to follow."""


def place_layered(level: Level) -> LevelPlacement:
    """Place a level of any size at once; the same level always gives the same numbers."""
    if level.direction == "right":
        return turned_back(place_layered(turned(level)))
    if level.room is not None and len(level.sizes) <= _MOST_TRIED:
        return _in_room(level, level.room)
    return _arranged(level, FREE)


def _in_room(level: Level, room: Point) -> LevelPlacement:
    """The arrangement in the fewest columns that fits the room, or that comes nearest to fitting it."""
    best = _narrowed(level, room)
    # Where no number of columns fits, as many as there is room for side by side still make no ribbon of it.
    side_by_side = (room[0] + GUTTER) // (best.width + GUTTER)
    excess = min(best.height / max(room[1], 1.0), max(side_by_side, 1.0), _MOST_COLUMNS)
    for columns in range(1, min(_MOST_COLUMNS, len(level.sizes)) + 1):
        for gap in (GAP_DOWN, TIGHT):
            if share_of_room(best, room) >= 1.0:
                return best
            # Rows draw together by a sixth or so; where that is not enough, only more columns help.
            if columns < excess * (1.0 if gap == GAP_DOWN else _DRAWN_TOGETHER) or (columns, gap) == (1, GAP_DOWN):
                continue
            other = _arranged(level, Wrap(room[0], columns, gap))
            share = share_of_room(other, room)
            if share >= 1.0 or share > _WORTH_IT * share_of_room(best, room):
                best = other
            elif other.width > room[0]:
                return best
    return best


def _narrowed(level: Level, room: Point) -> LevelPlacement:
    """One column, in rows so short that what passes between their boxes has room too."""
    best = _arranged(level, Wrap(room[0], 1))
    for part in _SHORTER_ROWS:
        if best.width <= room[0] or best.height >= room[1]:
            break
        other = _arranged(level, Wrap(part * room[0], 1))
        if share_of_room(other, room) > share_of_room(best, room):
            best = other
    return best


def _arranged(level: Level, wrap: Wrap) -> LevelPlacement:
    pieces = connected_pieces(len(level.sizes), level.links)
    placed = [_placed(level, nodes, links, wrap) for nodes, links in pieces]
    if len(placed) == 1:
        return placed[0]
    corners: list[Point] = [(0.0, 0.0)] * len(level.sizes)
    ways: list[Way] = [Way(())] * len(level.links)
    for (nodes, links), piece, (left, top) in zip(pieces, placed, _shelved(placed, wrap.widest), strict=True):
        for node, (x, y) in zip(nodes, piece.corners, strict=True):
            corners[node] = (x + left, y + top)
        for link, way in zip(links, piece.ways, strict=True):
            ways[link] = Way(tuple((x + left, y + top) for x, y in way.points), way.curved)
    return framed(corners, ways, level, "layered", max((piece.columns for piece in placed), default=1))


def _placed(level: Level, nodes: Sequence[int], links: Sequence[int], wrap: Wrap) -> LevelPlacement:
    """One connected piece on its own, its self-links drawn beside their boxes."""
    number = {node: position for position, node in enumerate(nodes)}
    ends = [(number[level.links[link][0]], number[level.links[link][1]]) for link in links]
    sizes = tuple(level.sizes[node] for node in nodes)
    between = [position for position, (source, target) in enumerate(ends) if source != target]
    corners, found, columns = place_piece(sizes, [ends[position] for position in between], wrap)
    ways: list[Way] = [Way(())] * len(links)
    for position, way in zip(between, found, strict=True):
        ways[position] = way
    for position, (source, target) in enumerate(ends):
        if source == target:
            (x, y), (width, height) = corners[source], sizes[source]
            ways[position] = loop(x + width, y + height / 2, height)
    return framed(corners, ways, Level(sizes), "layered", columns)


def _shelved(pieces: Sequence[LevelPlacement], room: float) -> list[Point]:
    """Where each piece goes: side by side, tops aligned, in as many rows as keep the whole near a pane's shape."""
    area = sum((piece.width + GAP_ACROSS) * (piece.height + GAP_ACROSS) for piece in pieces)
    shelf = room or max(_SHELF, 2.0 * area**0.5)
    widest = max(shelf, max((piece.width for piece in pieces), default=0.0))
    places: list[Point] = []
    x = y = tallest = 0.0
    for piece in pieces:
        if x and x + piece.width > widest:
            x, y, tallest = 0.0, y + tallest + GAP_ACROSS, 0.0
        places.append((x, y))
        x += piece.width + GAP_ACROSS
        tallest = max(tallest, piece.height)
    return places
