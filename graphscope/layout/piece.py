"""One connected piece of a level, placed in layers that wrap into columns; self-links are not its business."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphscope.layout.coordinates import centres
from graphscope.layout.curves import backwards, falling, rounded
from graphscope.layout.far_ways import TRACK, FarLink, FarWay, far_ways
from graphscope.layout.level import Point, Way
from graphscope.layout.ordering import layers_of, ordered
from graphscope.layout.ranks import backward_edges, ranks
from graphscope.layout.rows import FREE, GUTTER, Wrap, columns_of, rows_of

Edge = tuple[int, int]
_PORTS = 0.36
"""How far from its middle, in widths, a link may leave a box."""
_LONGEST_THREADED = 40
_MOST_BENDS = 12
"""How many edges may pass through one row; this keeps rows readable and the work linear."""
_ASIDE = 20.0
"""How far beside its middle an edge that closes a cycle runs, so that it does not hide the edge it answers."""


@dataclass
class _Frame:
    """Where the rows and columns of a piece lie; ``x`` holds the centres of boxes and bends."""

    sizes: Sequence[Point]
    row_of: list[int]
    column_of: list[int]
    """Column of each row."""
    tops: list[float]
    heights: list[float]
    x: list[float]

    def top(self, node: int) -> float:
        row = self.row_of[node]
        return self.tops[row] + (self.heights[row] - self.sizes[node][1]) / 2

    def bottom(self, node: int) -> float:
        return self.top(node) + self.sizes[node][1]

    def port(self, node: int, wish: float) -> float:
        reach = self.sizes[node][0] * _PORTS
        return min(max(wish, self.x[node] - reach), self.x[node] + reach)


def place_piece(sizes: Sequence[Point], edges: Sequence[Edge], wrap: Wrap = FREE) -> tuple[list[Point], list[Way], int]:
    """Corners of the boxes, ways of the edges, and the number of columns."""
    if len(sizes) == 1:
        return [(0.0, 0.0)], [], 1
    back = backward_edges(len(sizes), edges)
    forward = [edge[::-1] if number in back else edge for number, edge in enumerate(edges)]
    rank = ranks(len(sizes), forward)
    rows = rows_of(rank, sizes, wrap)
    columns = columns_of(rows, sizes, forward, wrap)
    frame = _frame(sizes, rows, columns, wrap.down)
    near = _threaded(frame, [edge for edge in enumerate(forward) if not _passes_its_like(frame, rows, rank, edge[1])])
    layers, bends = layers_of(rows, [forward[number] for number in near], len(sizes))
    order = ordered(layers)
    frame.x = centres(order, layers, sizes)
    far = _far_links(frame, edges, set(near))
    led, tracks = far_ways(far, len(columns))
    gutters = _spread(frame, order, columns, tracks)
    ways: list[Way] = [Way(())] * len(edges)
    for number, through in zip(near, bends, strict=True):
        way = _threading(frame, forward[number], through, _ASIDE if number in back else 0.0)
        ways[number] = backwards(way) if number in back else way
    for each in led:
        ways[each.far.link] = _leading(frame, edges[each.far.link], each, gutters)
    corners = [(frame.x[node] - width / 2, frame.top(node)) for node, (width, _) in enumerate(sizes)]
    return corners, ways, len(columns)


def _frame(sizes: Sequence[Point], rows: list[list[int]], columns: list[range], gap: float) -> _Frame:
    row_of = [0] * len(sizes)
    for number, row in enumerate(rows):
        for node in row:
            row_of[node] = number
    heights = [max(sizes[node][1] for node in row) for row in rows]
    tops, column_of = [0.0] * len(rows), [0] * len(rows)
    for column, span in enumerate(columns):
        y = 0.0
        for number in span:
            tops[number], column_of[number] = y, column
            y += heights[number] + gap
    return _Frame(sizes, row_of, column_of, tops, heights, [])


def _passes_its_like(frame: _Frame, rows: list[list[int]], rank: Sequence[int], edge: Edge) -> bool:
    """Whether an edge goes by boxes that were to stand in one row with one of its ends, had there been room."""
    source, target = edge
    first, last = frame.row_of[source], frame.row_of[target]
    if last - first < 2:
        return False
    return rank[rows[last - 1][0]] == rank[target] or rank[rows[first + 1][0]] == rank[source]


def _threaded(frame: _Frame, forward: Sequence[tuple[int, Edge]]) -> list[int]:
    """The edges that run between boxes of one column; the longest are left out where a row would burst of bends."""
    lengths = []
    ends = dict(forward)
    for number, (source, target) in forward:
        first, last = frame.row_of[source], frame.row_of[target]
        if frame.column_of[first] == frame.column_of[last] and last - first <= _LONGEST_THREADED:
            lengths.append((last - first, number))
    bends = [0] * len(frame.tops)
    kept = []
    for _, number in sorted(lengths):
        source, target = ends[number]
        passed = range(frame.row_of[source] + 1, frame.row_of[target])
        if any(bends[row] >= _MOST_BENDS for row in passed):
            continue
        for row in passed:
            bends[row] += 1
        kept.append(number)
    return sorted(kept)


def _far_links(frame: _Frame, edges: Sequence[Edge], near: set[int]) -> list[FarLink]:
    found = []
    middles = _column_middles(frame)
    for number, (source, target) in enumerate(edges):
        if number in near:
            continue
        leaves, arrives = frame.row_of[source], frame.row_of[target]
        found.append(
            FarLink(
                number,
                frame.column_of[leaves],
                frame.column_of[arrives],
                frame.tops[leaves] + frame.heights[leaves] + 8 + 3 * (source % 4),
                frame.tops[arrives] - 10 - 3 * (target % 4),
                frame.x[source] + frame.x[target] >= 2 * middles[frame.column_of[leaves]],
            )
        )
    return found


def _column_middles(frame: _Frame) -> list[float]:
    """The mean centre of the boxes of each column."""
    count = max(frame.column_of) + 1
    total, boxes = [0.0] * count, [0] * count
    for node, row in enumerate(frame.row_of):
        total[frame.column_of[row]] += frame.x[node]
        boxes[frame.column_of[row]] += 1
    return [sum_ / max(1, number) for sum_, number in zip(total, boxes, strict=True)]


def _spread(frame: _Frame, order: list[list[int]], columns: list[range], tracks: list[int]) -> list[float]:
    """Move each column to its place beside the others; the left edge of each gutter."""
    gutters: list[float] = []
    x = 0.0
    for column, span in enumerate(columns):
        gutters.append(x)
        x += _gutter_width(column, len(columns), tracks)
        inside = [
            (vertex, frame.sizes[vertex][0] / 2 if vertex < len(frame.sizes) else 6.0)
            for row in span
            for vertex in order[row]
        ]
        left = min(frame.x[vertex] - half for vertex, half in inside)
        right = max(frame.x[vertex] + half for vertex, half in inside)
        for vertex, _ in inside:
            frame.x[vertex] += x - left
        x += right - left
    gutters.append(x)
    return gutters


def _gutter_width(gutter: int, columns: int, tracks: list[int]) -> float:
    wanted = 28 + TRACK * tracks[gutter] if tracks[gutter] else 0.0
    return max(wanted, GUTTER) if 0 < gutter < columns else wanted


def _threading(frame: _Frame, edge: Edge, bends: Sequence[int], aside: float) -> Way:
    source, target = edge
    start = frame.port(source, (frame.x[bends[0]] if bends else frame.x[target]) + aside)
    end = frame.port(target, frame.x[bends[-1]] + aside if bends else start)
    row = frame.row_of[source]
    stops = [(start, frame.bottom(source)), (start, frame.tops[row] + frame.heights[row])]
    for number, bend in enumerate(bends, start=row + 1):
        stops += [(frame.x[bend], frame.tops[number]), (frame.x[bend], frame.tops[number] + frame.heights[number])]
    stops += [(end, frame.tops[frame.row_of[target]]), (end, frame.top(target))]
    return falling(stops)


def _leading(frame: _Frame, edge: Edge, way: FarWay, gutters: list[float]) -> Way:
    source, target = edge
    first = gutters[way.first_gutter] + 14 + TRACK * way.first_track
    last = gutters[way.last_gutter] + 14 + TRACK * way.last_track
    start, end = frame.port(source, first), frame.port(target, last)
    over = [(first, -24 - TRACK * way.over), (last, -24 - TRACK * way.over)] if way.over >= 0 else []
    return rounded(
        [
            (start, frame.bottom(source)),
            (start, way.far.leaves),
            (first, way.far.leaves),
            *over,
            (last, way.far.arrives),
            (end, way.far.arrives),
            (end, frame.top(target)),
        ]
    )
