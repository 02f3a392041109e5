"""Coordinates: where in its row each box stands, as near as can be below what feeds it, never overlapping."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from graphscope.layout.level import Point
from graphscope.layout.ordering import Layers
from graphscope.layout.rows import GAP_ACROSS

_BEND = 16.0
"""Free space on each side of a link that passes between boxes."""
_HEIR = 1000.0
"""How strongly the main flow goes straight on, against what stands beside it."""
_STRAIGHT = 8.0
"""How strongly the bends of one link pull each other."""
_Pull = tuple[float, list[tuple[int, float]]]
"""Neighbours in the row before with how strongly each pulls, and how strongly all of them do."""


def centres(rows: Sequence[Sequence[int]], layers: Layers, sizes: Sequence[Point]) -> list[float]:
    """The horizontal centre of each vertex, boxes and bends."""
    x = [0.0] * len(layers.above)
    offsets = [_offsets(row, layers, sizes) for row in rows]
    for row, offset in zip(rows, offsets, strict=True):
        middle = offset[-1] / 2
        for vertex, left in zip(row, offset, strict=True):
            x[vertex] = left - middle
    down = _pulls(layers, layers.above, layers.below, rows)
    up = _pulls(layers, layers.below, layers.above, list(reversed(rows)))
    for sweep in range(5):
        pulls, places = (up, range(len(rows) - 1, -1, -1)) if sweep % 2 else (down, range(len(rows)))
        for number in places:
            _align(rows[number], offsets[number], x, pulls)
    for number in range(len(rows) - 1, -1, -1):
        _settle(rows[number], offsets[number], x, layers)
    return x


def _pulls(
    layers: Layers, before: list[list[int]], after: list[list[int]], rows: Sequence[Sequence[int]]
) -> list[_Pull]:
    """What pulls each vertex.

    The way that comes from furthest and the one that goes furthest make the main flow, which is to be straight.
    """
    real = layers.real
    depth = _farthest(rows, before, real)
    reach = _farthest(list(reversed(rows)), after, real)
    heirs = [_foremost(others, reach) for others in after]
    pulls: list[_Pull] = []
    for vertex, others in enumerate(before):
        main = _foremost(others, depth)
        total, pulling = 0.0, []
        for other in others:
            if vertex >= real and other >= real:
                strength = _STRAIGHT
            elif main in (other, -1):
                strength = _HEIR if heirs[other] == vertex else 1.0
            else:
                continue
            total += strength
            pulling.append((other, strength))
        pulls.append((total, pulling))
    return pulls


def _farthest(rows: Sequence[Sequence[int]], before: list[list[int]], real: int) -> list[int]:
    """Per vertex, of how many boxes the longest way is that leads to it through the rows."""
    length = [0] * len(before)
    for row in rows:
        for vertex in row:
            longest = 0
            for other in before[vertex]:
                if length[other] > longest:
                    longest = length[other]
            length[vertex] = longest + (vertex < real)
    return length


def _foremost(vertices: Sequence[int], measure: Sequence[int]) -> int:
    """The one with the strictly greatest measure, -1 where several have it."""
    if len(vertices) < 2:
        return vertices[0] if vertices else -1
    ranked = sorted(vertices, key=measure.__getitem__, reverse=True)
    return ranked[0] if measure[ranked[0]] > measure[ranked[1]] else -1


def _offsets(row: Sequence[int], layers: Layers, sizes: Sequence[Point]) -> list[float]:
    """How far each vertex of a row is at least from the first."""
    offsets = [0.0]
    for left, right in pairwise(row):
        halves = sum(0.0 if layers.is_bend(each) else sizes[each][0] / 2 for each in (left, right))
        bends = layers.is_bend(left) + layers.is_bend(right)
        offsets.append(offsets[-1] + halves + (GAP_ACROSS, _BEND + 4, _BEND)[bends])
    return offsets


def _align(row: Sequence[int], offset: Sequence[float], x: list[float], pulls: list[_Pull]) -> None:
    wishes, weights = [], []
    for vertex, left in zip(row, offset, strict=True):
        total, pulling = pulls[vertex]
        wish = x[vertex]
        if total:
            pulled = 0.0
            for other, strength in pulling:
                pulled += x[other] * strength
            wish = pulled / total
        wishes.append(wish - left)
        weights.append(total or 0.05)
    for vertex, left, value in zip(row, offset, _nondecreasing(wishes, weights), strict=True):
        x[vertex] = value + left


def _settle(row: Sequence[int], offset: Sequence[float], x: list[float], layers: Layers) -> None:
    """Draw boxes that nothing feeds above what they feed; the others stay where the last sweep put them."""
    wishes, weights = [], []
    for vertex, left in zip(row, offset, strict=True):
        free = not layers.above[vertex] and layers.below[vertex]
        others = layers.below[vertex]
        wishes.append((sum(x[other] for other in others) / len(others) if free else x[vertex]) - left)
        weights.append(0.001 if free else 1.0)
    for vertex, left, value in zip(row, offset, _nondecreasing(wishes, weights), strict=True):
        x[vertex] = value + left


def _nondecreasing(wishes: list[float], weights: list[float]) -> list[float]:
    """The non-decreasing values nearest to the wishes (pool adjacent violators): exact, and linear in time."""
    if all(left <= right for left, right in pairwise(wishes)):
        return wishes
    blocks: list[list[float]] = []
    for wish, weight in zip(wishes, weights, strict=True):
        blocks.append([wish, weight, 1])
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            value, more, count = blocks.pop()
            last = blocks[-1]
            last[0] = (last[0] * last[1] + value * more) / (last[1] + more)
            last[1] += more
            last[2] += count
    return [block[0] for block in blocks for _ in range(int(block[2]))]
