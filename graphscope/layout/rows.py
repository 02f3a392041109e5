"""Rows: a level's ranks cut to a width that can be read, and the rows cut into columns where they are too many."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from graphscope.layout.level import Point

GAP_ACROSS = 36.0
GAP_DOWN = 38.0
TIGHT = 27.0
"""A gap below rows that still has room for a label."""
GUTTER = 56.0
WIDEST_ROW = 1100.0
TALLEST_COLUMN = 900.0
SLENDER = 2.5
"""A level taller than this many times its width is wrapped."""

Edge = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Wrap:
    """How wide a row may be, and into how many columns the rows are cut; 0 is what the level's own shape asks for.

    ``down`` is the gap below a row.
    """

    widest: float = 0.0
    columns: int = 0
    down: float = GAP_DOWN


FREE = Wrap()


def rows_of(ranks: Sequence[int], sizes: Sequence[Point], wrap: Wrap = FREE) -> list[list[int]]:
    """The boxes of each row, in the boxes' own order; a rank that is too wide becomes several rows."""
    area = sum((width + GAP_ACROSS) * (height + wrap.down) for width, height in sizes)
    widest = wrap.widest + GAP_ACROSS if wrap.widest else max(WIDEST_ROW, 1.6 * area**0.5)
    by_rank: list[list[int]] = [[] for _ in range(max(ranks, default=-1) + 1)]
    for node, rank in enumerate(ranks):
        by_rank[rank].append(node)
    rows: list[list[int]] = []
    for nodes in by_rank:
        total = sum(sizes[node][0] + GAP_ACROSS for node in nodes)
        share = total / max(1, -(-total // widest))
        rows.append([])
        used = 0.0
        for node in nodes:
            width = sizes[node][0] + GAP_ACROSS
            if rows[-1] and used + width / 2 > share and total > widest:
                rows.append([])
                used = 0.0
            rows[-1].append(node)
            used += width
    return rows


def columns_of(
    rows: Sequence[Sequence[int]], sizes: Sequence[Point], edges: Sequence[Edge], wrap: Wrap = FREE
) -> list[range]:
    """Ranges of rows that stand side by side as columns, cut where few edges cross."""
    heights = [max(sizes[node][1] for node in row) + wrap.down for row in rows]
    if wrap.columns:
        count = min(wrap.columns, len(rows))
        whole = [range(len(rows))]
        return whole if count == 1 else _cut(heights, _crossings(rows, edges), sum(heights) / count)
    width = max(sum(sizes[node][0] + GAP_ACROSS for node in row) for row in rows) + GUTTER
    height = sum(heights)
    if height < TALLEST_COLUMN or height < SLENDER * width:
        return [range(len(rows))]
    count = max(1, min(len(rows), round((height / (1.1 * width)) ** 0.5)))
    return _cut(heights, _crossings(rows, edges), height / count)


def _crossings(rows: Sequence[Sequence[int]], edges: Sequence[Edge]) -> list[int]:
    """For each place between rows, how many edges cross it: entry i is the place above row i."""
    row_of = {node: number for number, row in enumerate(rows) for node in row}
    change = [0] * (len(rows) + 1)
    for source, target in edges:
        first, last = sorted((row_of[source], row_of[target]))
        change[first + 1] += 1
        if last + 1 < len(change):
            change[last + 1] -= 1
    return list(accumulate(change))


def _cut(heights: Sequence[float], crossings: Sequence[int], share: float) -> list[range]:
    columns: list[range] = []
    start = 0
    below = list(accumulate(heights))
    while start < len(heights):
        top = below[start - 1] if start else 0.0
        if below[-1] - top <= 1.3 * share:
            columns.append(range(start, len(heights)))
            break
        first = max(start + 1, bisect_left(below, top + 0.8 * share) + 1)
        last = max(first, bisect_right(below, top + 1.15 * share))
        end = min(range(first, last + 1), key=lambda place: (crossings[place], abs(below[place - 1] - top - share)))
        columns.append(range(start, end))
        start = end
    return columns
