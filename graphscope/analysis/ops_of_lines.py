"""Ops of lines: what the statement on some lines of the source led to, as rows of graphs; nothing is lit."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from graphscope.analysis.coded_columns import stack_codes
from graphscope.analysis.edges import Mask, Rows
from graphscope.analysis.lowered_regions import members_of
from graphscope.analysis.lowered_words import regions_at
from graphscope.analysis.picture import NodeId
from graphscope.analysis.places import Places, nodes_at
from graphscope.analysis.regions import functions_inside, functions_of, regions
from graphscope.model.op_graph import Frame, OpGraph
from graphscope.model.trace import ConcreteFunction


def rows_of_line(concrete: ConcreteFunction, file: str, lines: Collection[int]) -> Places:
    """The ops that the statement on these lines led to. Where it was staged, its region stands for what is inside."""

    def is_here(frame: Frame) -> bool:
        return frame.line in lines and frame.file == file

    found: list[tuple[OpGraph, Rows, Mask]] = []
    inside: set[str] = set()
    for graph in functions_of(concrete):
        codes, stacks = stack_codes(graph)
        touched = np.array([any(map(is_here, stack)) for stack in stacks], dtype=bool)
        if not touched.any():
            continue
        own = np.array([bool(stack) and is_here(stack[-1]) for stack in stacks], dtype=bool)
        within = [node for region in regions_at(graph, is_here) for node in members_of(graph, region)]
        rows = np.flatnonzero(touched[codes])
        rows = rows[own[codes[rows]] | ~np.isin(rows, within)]
        found.append((graph, rows, own[codes[rows]]))
        for node, region in regions(graph).items():
            if own[codes[node]]:
                inside |= functions_inside(concrete, region)
    return tuple((graph, rows[is_own] if graph.function in inside else rows) for graph, rows, is_own in found)


def nodes_of_line(concrete: ConcreteFunction, file: str, lines: Collection[int]) -> frozenset[NodeId]:
    """The same as identities, for graphs of which few ops are asked."""
    return nodes_at(rows_of_line(concrete, file, lines))
