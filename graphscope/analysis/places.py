"""Places: ops as rows of their graphs, for questions about so many that a look at each would be seen to take time."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from operator import itemgetter

import numpy as np

from graphscope.analysis.coded_columns import stack_codes
from graphscope.analysis.edges import Rows, rows
from graphscope.analysis.node_ids import node_ids
from graphscope.analysis.picture import NodeId
from graphscope.model.op_graph import Frame, OpGraph
from graphscope.model.trace import ConcreteFunction

Places = tuple[tuple[OpGraph, Rows], ...]
"""Graphs with rows of theirs, the outermost graph first."""

_function, _name = itemgetter(0), itemgetter(1)


def places_of(concrete: ConcreteFunction, nodes: Collection[NodeId]) -> Places:
    """Where these ops are; those of other graphs are nowhere."""
    graphs = (concrete.function(name) for name in sorted(set(map(_function, nodes))))
    found = tuple((graph, _rows_in(graph, nodes)) for graph in graphs if graph is not None)
    return tuple((graph, inside) for graph, inside in found if len(inside))


def nodes_at(places: Places) -> frozenset[NodeId]:
    """The identities of the ops."""
    return frozenset(node for graph, chosen in places for node in map(node_ids(graph).__getitem__, chosen.tolist()))


def line_of(places: Places) -> tuple[str, int] | None:
    """The user's innermost line that all of these ops came by, as those of a group or of a region did, or None."""
    framed: set[tuple[Frame, ...]] = set()
    for graph, chosen in places:
        codes, stacks = stack_codes(graph)
        framed.update(stacks[code] for code in np.unique(codes[chosen]).tolist() if stacks[code])
    if not framed:
        return None
    shared = None
    for one, other in zip(min(framed, key=_steps), max(framed, key=_steps), strict=False):
        if one != other:
            break
        shared = one
    return (shared.file, shared.line) if shared is not None else None


def _rows_in(graph: OpGraph, nodes: Collection[NodeId]) -> Rows:
    names = [name for function, name in nodes if function == graph.function]
    return np.sort(rows(row for row in map(graph.index_of.get, names) if row is not None))


def _steps(stack: Iterable[Frame]) -> tuple[tuple[str, int, str], ...]:
    return tuple((frame.file, frame.line, frame.function) for frame in stack)
