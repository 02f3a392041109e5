"""BoxOf: which visible box shows an op, looked up when asked, since writing it down for 100,000 ops takes a while."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from graphscope.analysis.edges import Mask, Rows
from graphscope.analysis.picture import NodeId
from graphscope.analysis.places import Places
from graphscope.model.op_graph import OpGraph


class BoxOf(Mapping[NodeId, str]):
    """Op → the innermost visible box that shows it, from what each function's rows were given to."""

    def __init__(self) -> None:
        self._shown: dict[str, list[tuple[OpGraph, Rows, Sequence[tuple[str, ...]]]]] = {}
        self._closed: dict[str, tuple[OpGraph, dict[str, None]]] = {}

    def show(self, graph: OpGraph, leaf_of_row: Rows, chains: Sequence[tuple[str, ...]]) -> None:
        """A function is drawn: each of its rows in the last box of a chain, or hidden (-1)."""
        self._shown.setdefault(graph.function, []).append((graph, leaf_of_row, chains))

    def close(self, graph: OpGraph, box: str) -> None:
        """A function is run by what a closed box stands for; the first that is told is the one to go to."""
        self._closed.setdefault(graph.function, (graph, {}))[1][box] = None

    def shown(self, function: str, rows: Rows) -> Mask:
        """Which of these rows of a function any visible box shows."""
        found = np.full(len(rows), function in self._closed)
        for _, leaf_of_row, _ in self._shown.get(function, ()):
            found |= leaf_of_row[rows] >= 0
        return found

    def counts(self, function: str, rows: Rows) -> Counter[str]:
        """Box → how many of these rows of a function it shows."""
        found: Counter[str] = Counter()
        for _, leaf_of_row, chains in reversed(self._shown.get(function, ())):
            leaves = leaf_of_row[rows]
            numbers, counts = np.unique(leaves[leaves >= 0], return_counts=True)
            found.update(
                {chains[leaf][-1]: count for leaf, count in zip(numbers.tolist(), counts.tolist(), strict=True)}
            )
            rows = rows[leaves < 0]
        if function in self._closed and len(rows):
            found[next(iter(self._closed[function][1]))] += len(rows)
        return found

    def everywhere(self, function: str, rows: Rows) -> Counter[str]:
        """Every box that shows any of these rows → how many, wherever the function runs."""
        found: Counter[str] = Counter()
        for _, leaf_of_row, chains in self._shown.get(function, ()):
            leaves = leaf_of_row[rows]
            numbers, counts = np.unique(leaves[leaves >= 0], return_counts=True)
            for leaf, count in zip(numbers.tolist(), counts.tolist(), strict=True):
                found[chains[leaf][-1]] += count
        for box in self._closed[function][1] if function in self._closed and len(rows) else ():
            found[box] += len(rows)
        return found

    def by_row(self, function: str) -> tuple[Rows, list[str]] | None:
        """What ``[]`` gives for each row of a function, as a place in the list of boxes; -1 where no box shows it."""
        graph = self._graph(function)
        if graph is None:
            return None
        found, boxes = np.full(len(graph), -1), list[str]()
        for _, leaf_of_row, chains in reversed(self._shown.get(function, ())):
            fresh = (found < 0) & (leaf_of_row >= 0)
            found[fresh] = leaf_of_row[fresh] + len(boxes)
            boxes += [chain[-1] for chain in chains]
        if function in self._closed:
            found[found < 0] = len(boxes)
            boxes.append(next(iter(self._closed[function][1])))
        return found, boxes

    def __getitem__(self, node: NodeId) -> str:
        function, name = node
        for graph, leaf_of_row, chains in reversed(self._shown.get(function, ())):
            row = graph.index_of.get(name)
            if row is not None and leaf_of_row[row] >= 0:
                return chains[int(leaf_of_row[row])][-1]
        if function in self._closed:
            graph, boxes = self._closed[function]
            if name in graph.index_of:
                return next(iter(boxes))
        raise KeyError(node)

    def __iter__(self) -> Iterator[NodeId]:
        for function in dict.fromkeys((*self._shown, *self._closed)):
            yield from ((function, name) for name in self._names(function))

    def __len__(self) -> int:
        return sum(len(self._names(function)) for function in {*self._shown, *self._closed})

    def counted(self, nodes: Iterable[NodeId]) -> Counter[str]:
        """Box → how many of these ops it shows; quick for all ops of a graph, which a click on its group selects."""
        found: Counter[str] = Counter()
        for function, rows in self._rows_of(nodes):
            found.update(self.counts(function, rows))
        return found

    def counted_everywhere(self, nodes: Iterable[NodeId]) -> Counter[str]:
        """Every box that shows any of these ops → how many."""
        found: Counter[str] = Counter()
        for function, rows in self._rows_of(nodes):
            found.update(self.everywhere(function, rows))
        return found

    def _rows_of(self, nodes: Iterable[NodeId]) -> Iterator[tuple[str, Rows]]:
        by_function: dict[str, list[str]] = {}
        for function, name in nodes:
            by_function.setdefault(function, []).append(name)
        for function, names in by_function.items():
            graph = self._graph(function)
            if graph is not None:
                known = [row for row in map(graph.index_of.get, names) if row is not None]
                yield function, np.array(known, dtype=np.int64)

    def _graph(self, function: str) -> OpGraph | None:
        places = self._shown.get(function)
        if places:
            return places[0][0]
        return self._closed[function][0] if function in self._closed else None

    def _names(self, function: str) -> Sequence[str]:
        """The ops of a function that a box shows, in row order."""
        if function in self._closed:
            return self._closed[function][0].names
        places = self._shown[function]
        seen = np.any([leaf_of_row >= 0 for _, leaf_of_row, _ in places], axis=0)
        names = places[0][0].names
        return [names[row] for row in np.flatnonzero(seen).tolist()]


def shown_of(box_of: Mapping[NodeId, str], places: Places) -> Places:
    """Those of these ops that any visible box shows."""
    if not isinstance(box_of, BoxOf):
        return ()
    shown = ((graph, rows[box_of.shown(graph.function, rows)]) for graph, rows in places)
    return tuple((graph, rows) for graph, rows in shown if len(rows))


def boxes_with_counts(box_of: Mapping[NodeId, str], nodes: Iterable[NodeId]) -> Counter[str]:
    """Box → how many of these ops it shows."""
    if isinstance(box_of, BoxOf):
        return box_of.counted(nodes)
    return Counter(box for node in nodes if (box := box_of.get(node)) is not None)
