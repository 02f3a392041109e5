"""Ordering: which box stands left of which in each row, so that few links cross; no coordinates."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

Edge = tuple[int, int]
_COUNTED = 4000
"""Edges up to which crossings are counted, so that the best of all sweeps is kept."""


@dataclass(frozen=True)
class Layers:
    """Rows of vertices, and for each vertex its neighbours in the row above and below.

    Vertices from ``real`` on are bends: places where a link passes between the boxes of a row.
    """

    rows: list[list[int]]
    above: list[list[int]]
    below: list[list[int]]
    real: int

    def is_bend(self, vertex: int) -> bool:
        """Whether the vertex is a bend of a link, not a box."""
        return vertex >= self.real


def layers_of(rows: Sequence[Sequence[int]], near: Sequence[Edge], count: int) -> tuple[Layers, list[list[int]]]:
    """Rows with a bend in every row that a link passes; and the bends of each link, in its order from top to bottom."""
    row_of = {node: number for number, row in enumerate(rows) for node in row}
    filled = [list(row) for row in rows]
    above: list[list[int]] = [[] for _ in range(count)]
    below: list[list[int]] = [[] for _ in range(count)]
    bends: list[list[int]] = []
    for source, target in near:
        chain = [source]
        for number in range(row_of[source] + 1, row_of[target]):
            filled[number].append(len(above))
            chain.append(len(above))
            above.append([])
            below.append([])
        chain.append(target)
        for upper, lower in pairwise(chain):
            below[upper].append(lower)
            above[lower].append(upper)
        bends.append(chain[1:-1])
    return Layers(filled, above, below, count), bends


def ordered(layers: Layers) -> list[list[int]]:
    """The rows in an order with few crossings, by barycentre sweeps that keep the given order where it is free."""
    rows = [list(row) for row in layers.rows]
    counted = sum(map(len, layers.below)) <= _COUNTED
    place: dict[int, float] = {}
    _sweep(rows, layers.above, place)
    best, best_crossings = [list(row) for row in rows], _crossings(rows, layers) if counted else 0
    for sweep in range(8 if counted else 4):
        if counted and not best_crossings:
            break
        if sweep % 2:
            _sweep(rows, layers.above, place)
        else:
            rows.reverse()
            _sweep(rows, layers.below, place)
            rows.reverse()
        crossings = _crossings(rows, layers) if counted else -sweep - 1
        if crossings < best_crossings:
            best, best_crossings = [list(row) for row in rows], crossings
    return best


def _sweep(rows: list[list[int]], neighbours: list[list[int]], place: dict[int, float]) -> None:
    for row in rows:
        wish: dict[int, float] = {}
        for number, vertex in enumerate(row):
            others = [place[other] for other in neighbours[vertex] if other in place]
            wish[vertex] = sum(others) / len(others) if others else place.get(vertex, (number + 0.5) / len(row))
        row.sort(key=wish.__getitem__)
        for number, vertex in enumerate(row):
            place[vertex] = (number + 0.5) / len(row)


def _crossings(rows: list[list[int]], layers: Layers) -> int:
    total = 0
    for upper, lower in pairwise(rows):
        position = {vertex: number for number, vertex in enumerate(lower)}
        seen: list[int] = []
        for vertex in upper:
            ends = sorted(position[other] for other in layers.below[vertex])
            total += sum(len(seen) - bisect_right(seen, end) for end in ends)
            for end in ends:
                insort(seen, end)
    return total
