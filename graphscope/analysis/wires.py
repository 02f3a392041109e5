"""Wires: the edges of one function's graph bundled between boxes of one parent; where they run is the layout's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from graphscope.analysis.edges import Edges, Mask, Rows
from graphscope.analysis.picture import Wire
from graphscope.model.op_graph import OpGraph


@dataclass(frozen=True, eq=False)
class Leaves:
    """The innermost visible boxes of one function's graph."""

    of_row: Rows
    """Row → number of its leaf, -1 where it is hidden."""
    chains: Sequence[tuple[str, ...]]
    """Per leaf, the boxes it lies in, from the outermost of this function to itself."""

    def ends(self, edges: Edges) -> tuple[Rows, Rows]:
        """The leaves that each edge leaves and enters, -1 where that end is hidden."""
        return self.of_row[edges.source], self.of_row[edges.target]


def parting(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, str]:
    """The outermost boxes of two chains that are not the same: the siblings that a wire between them joins."""
    return next((one, other) for one, other in zip(first, second, strict=False) if one != other)


def bundled_wires(graph: OpGraph, edges: Edges, leaves: Leaves) -> list[Wire]:
    """One wire for each pair of sibling boxes that edges run between, with the number of tensors they carry."""
    source, target = leaves.ends(edges)
    between = (source != target) & (source >= 0) & (target >= 0)
    if not between.any():
        return []
    inner = Edges(edges.source[between], edges.output[between], edges.target[between])
    size = len(leaves.chains)
    pairs, pair_of_edge = np.unique(source[between] * size + target[between], return_inverse=True)
    wire_numbers: dict[tuple[str, str], int] = {}
    wire_of_pair = np.empty(len(pairs), dtype=np.int64)
    ends: list[tuple[dict[str, None], dict[str, None]]] = []
    for number, pair in enumerate(pairs.tolist()):
        first, second = leaves.chains[pair // size], leaves.chains[pair % size]
        wire = wire_numbers.setdefault(parting(first, second), len(wire_numbers))
        if wire == len(ends):
            ends.append(({}, {}))
        ends[wire][0][first[-1]] = ends[wire][1][second[-1]] = None
        wire_of_pair[number] = wire
    wire_of_edge = wire_of_pair[pair_of_edge]
    return _wires(graph, inner, wire_of_edge, list(wire_numbers), ends)


def _wires(
    graph: OpGraph,
    edges: Edges,
    wire_of_edge: Rows,
    siblings: list[tuple[str, str]],
    ends: list[tuple[dict[str, None], dict[str, None]]],
) -> list[Wire]:
    data = edges.output >= 0
    tensors, first = _tensors(edges, wire_of_edge, data, len(siblings))
    waits = np.bincount(wire_of_edge[~data], minlength=len(siblings))
    wires = []
    for number, (source, target) in enumerate(siblings):
        count = int(tensors[number])
        label = f"{count:,} tensors"
        if count == 0:
            label = "control"
        elif count == 1:
            row, output = int(edges.source[first[number]]), int(edges.output[first[number]])
            label = graph.outputs[row][output] if output < len(graph.outputs[row]) else ""
        inner_sources, inner_targets = (tuple(each) for each in ends[number])
        wires.append(Wire(source, target, count or int(waits[number]), label, count == 0, inner_sources, inner_targets))
    return wires


def _tensors(edges: Edges, wire_of_edge: Rows, data: Mask, wires: int) -> tuple[Rows, Rows]:
    """Per wire, how many different tensors it carries, and the position of the first edge that carries one."""
    positions = np.flatnonzero(data)
    first = np.full(wires, -1, dtype=np.int64)
    if not len(positions):
        return np.zeros(wires, dtype=np.int64), first
    width = int(edges.output.max()) + 1
    tensor = edges.source[positions] * width + edges.output[positions]
    span = int(tensor.max()) + 1
    distinct = np.unique(wire_of_edge[positions] * span + tensor)
    wire, where = np.unique(wire_of_edge[positions], return_index=True)
    first[wire] = positions[where]
    return np.bincount(distinct // span, minlength=wires), first
