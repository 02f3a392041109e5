"""MatchedRows: a matching of two graphs by rows, to ask about very many ops; who is matched was decided before."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from graphscope.analysis.box_of import BoxOf
from graphscope.analysis.edges import Rows
from graphscope.analysis.node_ids import node_ids
from graphscope.analysis.picture import NodeId
from graphscope.analysis.places import Places
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import ConcreteFunction

BoxPairs = list[tuple[str, str]]


class MatchedRows:
    """Leads from the rows of one graph's functions to those of another's."""

    def __init__(
        self, here: ConcreteFunction, there: ConcreteFunction, pairs: Mapping[NodeId, NodeId] | None = None
    ) -> None:
        """``pairs`` None is for two views of one graph, in which every op is its own match."""
        self._graphs = [there.graph, *there.functions.values()]
        number = {graph.function: at for at, graph in enumerate(self._graphs)}
        self._led: dict[str, tuple[Rows, Rows]] = {}
        for graph in (here.graph, *here.functions.values()):
            if pairs is None:
                same = np.full(len(graph), number[graph.function]), np.arange(len(graph))
                self._led[graph.function] = same
            else:
                self._led[graph.function] = self._matched(graph, pairs, number)

    def _matched(self, graph: OpGraph, pairs: Mapping[NodeId, NodeId], number: Mapping[str, int]) -> tuple[Rows, Rows]:
        graphs, rows = np.full(len(graph), -1), np.zeros(len(graph), dtype=np.int64)
        for row, node in enumerate(node_ids(graph)):
            match = pairs.get(node)
            at = number.get(match[0], -1) if match is not None else -1
            if match is not None and at >= 0:
                graphs[row], rows[row] = at, self._graphs[at].index_of[match[1]]
        return graphs, rows

    def places(self, places: Places) -> Places:
        """The matches of these ops."""
        found: dict[int, list[Rows]] = {}
        for graph, chosen in places:
            if graph.function in self._led:
                graphs, rows = (each[chosen] for each in self._led[graph.function])
                for at in np.unique(graphs[graphs >= 0]).tolist():
                    found.setdefault(at, []).append(rows[graphs == at])
        return tuple((self._graphs[at], np.unique(np.concatenate(rows))) for at, rows in sorted(found.items()))

    def box_pairs(self, here: BoxOf, there: BoxOf) -> BoxPairs:
        """Boxes of two pictures that show ops which are matched, each two once."""
        found: dict[tuple[str, str], None] = {}
        answers = [there.by_row(graph.function) for graph in self._graphs]
        for function, (graphs, rows) in self._led.items():
            shown = here.by_row(function)
            for at in np.unique(graphs[graphs >= 0]).tolist() if shown is not None else ():
                answer = answers[at]
                if shown is not None and answer is not None:
                    chosen = graphs == at
                    ends = shown[0][chosen], answer[0][rows[chosen]]
                    found |= dict.fromkeys(_named(*ends, shown[1], answer[1]))
        return list(found)


def _named(here: Rows, there: Rows, boxes: list[str], others: list[str]) -> BoxPairs:
    both = (here >= 0) & (there >= 0)
    keys = np.unique(here[both] * len(others) + there[both])
    return [(boxes[key // len(others)], others[key % len(others)]) for key in keys.tolist()]
