"""BoxOf: which visible box shows an op, looked up when asked, since writing it down for 100,000 ops takes a while."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from graphscope.analysis.edges import Rows
from graphscope.analysis.picture import NodeId
from graphscope.model.op_graph import OpGraph


class BoxOf(Mapping[NodeId, str]):
    """Op → the innermost visible box that shows it, from what each function's rows were given to."""

    def __init__(self) -> None:
        self._shown: dict[str, list[tuple[OpGraph, Rows, Sequence[tuple[str, ...]]]]] = {}
        self._closed: dict[str, tuple[OpGraph, str]] = {}

    def show(self, graph: OpGraph, leaf_of_row: Rows, chains: Sequence[tuple[str, ...]]) -> None:
        """A function is drawn: each of its rows in the last box of a chain, or hidden (-1)."""
        self._shown.setdefault(graph.function, []).append((graph, leaf_of_row, chains))

    def close(self, graph: OpGraph, box: str) -> None:
        """A function is run by what a closed box stands for; the first that is told counts."""
        self._closed.setdefault(graph.function, (graph, box))

    def __getitem__(self, node: NodeId) -> str:
        function, name = node
        for graph, leaf_of_row, chains in reversed(self._shown.get(function, ())):
            row = graph.index_of.get(name)
            if row is not None and leaf_of_row[row] >= 0:
                return chains[int(leaf_of_row[row])][-1]
        if function in self._closed:
            graph, box = self._closed[function]
            if name in graph.index_of:
                return box
        raise KeyError(node)

    def __iter__(self) -> Iterator[NodeId]:
        for function in dict.fromkeys((*self._shown, *self._closed)):
            yield from ((function, name) for name in self._names(function))

    def __len__(self) -> int:
        return sum(len(self._names(function)) for function in {*self._shown, *self._closed})

    def _names(self, function: str) -> Sequence[str]:
        """The ops of a function that a box shows, in row order."""
        if function in self._closed:
            return self._closed[function][0].names
        places = self._shown[function]
        seen = np.any([leaf_of_row >= 0 for _, leaf_of_row, _ in places], axis=0)
        names = places[0][0].names
        return [names[row] for row in np.flatnonzero(seen).tolist()]
