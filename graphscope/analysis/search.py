"""Search: ops by name, type, attribute, dtype, shape or line, over a graph and all it runs; nothing is highlighted."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from graphscope.analysis.edges import Rows
from graphscope.analysis.node_ids import node_ids
from graphscope.analysis.picture import NodeId
from graphscope.analysis.places import Places
from graphscope.analysis.regions import functions_of
from graphscope.analysis.search_columns import columns_of
from graphscope.analysis.search_query import Term, parsed
from graphscope.analysis.search_terms import TooLong, is_whole, rows_holding
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import ConcreteFunction

_QUICK = 5000
"""Ops up to which no frame is lost by searching them at once."""


@dataclass(frozen=True)
class Found:
    """The ops that were found, the outermost graph's first; ``problem`` tells what is wrong with the search text."""

    places: Places = ()
    problem: str = ""

    @functools.cached_property
    def nodes(self) -> tuple[NodeId, ...]:
        """The identities of the ops."""
        return tuple(node for graph, rows in self.places for node in map(node_ids(graph).__getitem__, rows.tolist()))


def search(concrete: ConcreteFunction, text: str, sources: Mapping[str, str] | None = None) -> Found:
    """Ops that hold every word of the text, case ignored: plain, ``/regular expression/`` or ``field:value``."""
    query = parsed(text)
    if query.problem or not query.terms:
        return Found(problem=query.problem)
    try:
        graphs = functions_of(concrete)
        terms = [replace(term, whole=_is_whole(graphs, term)) for term in query.terms]
        places = tuple((graph, _rows(graph, terms, sources or {})) for graph in graphs)
    except TooLong:
        return Found(problem="This regular expression takes too long; one with fewer repetitions is quicker.")
    return Found(places)


def is_quick(concrete: ConcreteFunction) -> bool:
    """Whether a search answers at once, the first time too: the graph is small."""
    return sum(map(len, functions_of(concrete))) <= _QUICK


def _is_whole(graphs: Sequence[OpGraph], term: Term) -> bool:
    return any(is_whole(columns_of(graph), term) for graph in graphs if len(graph))


def _rows(graph: OpGraph, terms: Sequence[Term], sources: Mapping[str, str]) -> Rows:
    if not len(graph):
        return np.zeros(0, dtype=np.int64)
    columns = columns_of(graph)
    found = np.ones(len(graph), dtype=np.bool_)
    # The quick terms first: where they leave nothing, the slow ones need not be asked.
    for term in sorted(terms, key=lambda each: (each.pattern is not None, each.field in ("", "name", "in"))):
        found &= rows_holding(columns, term, sources)
        if not found.any():
            break
    return np.flatnonzero(found)
