"""Versions of one graph, as after each pass over it: grouped alike, so that all fit one drawing; it places nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from graphscope.analysis.edges import Edges, Mask, Rows
from graphscope.analysis.group_entries import Entry
from graphscope.analysis.group_tree import group_tree
from graphscope.analysis.joined_graph import joined_graph
from graphscope.analysis.levels import Tree, shown_in, wishes_of
from graphscope.analysis.regions import callers
from graphscope.analysis.shown_ops import ShownOps
from graphscope.analysis.view_state import ViewState
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import ConcreteFunction

_MOST_REMEMBERED = 12


class Versions:
    """The versions, and ``whole``: every op that any of them has. Each is shown in the groups of the whole."""

    def __init__(self, versions: Sequence[ConcreteFunction]) -> None:
        self._of: dict[str, dict[int, tuple[ConcreteFunction, OpGraph]]] = {}
        for concrete in versions:
            for graph in (concrete.graph, *concrete.functions.values()):
                self._of.setdefault(graph.function, {}).setdefault(id(graph), (concrete, graph))
        self._order = [each for place, each in enumerate(versions) if place == 0 or each is not versions[place - 1]]
        top = versions[0].graph.function
        joined = {name: joined_graph([graph for _, graph in each.values()]) for name, each in self._of.items()}
        self.whole = ConcreteFunction(joined.pop(top), joined)
        self._rows: dict[int, Rows] = {}
        self._shown: dict[object, ShownOps] = {}

    @property
    def callers(self) -> Counter[str]:
        """Function → how many times an op of the whole runs it."""
        return callers(self.whole)

    def of(self, graph: OpGraph, view: ViewState) -> tuple[Tree, ShownOps]:
        """The levels of one function of the whole: an op is shown, or an edge, where any version shows it."""
        question = (graph.function, view.hide, view.trims)
        if question not in self._shown:
            while len(self._shown) >= _MOST_REMEMBERED:
                del self._shown[next(iter(self._shown))]
            self._shown[question] = self._shown_in_any(graph, view)
        shown = self._shown[question]
        return group_tree(graph, shown, wishes_of(view)), shown

    def nearest(self, concrete: ConcreteFunction) -> list[ConcreteFunction]:
        """The versions, those first that are the fewest steps away."""
        here = next((place for place, each in enumerate(self._order) if each is concrete), 0)
        places = sorted(range(len(self._order)), key=lambda each: abs(each - here))
        return [self._order[place] for place in places]

    def levels(self, concrete: ConcreteFunction) -> VersionLevels:
        """The levels of one version."""
        return VersionLevels(self, concrete)

    def rows_of(self, graph: OpGraph) -> Rows:
        """The row of the whole that each op of a version is."""
        found = self._rows.get(id(graph))
        if found is None:
            whole = self.whole.function(graph.function)
            assert whole is not None
            rows = np.fromiter(map(whole.index_of.__getitem__, graph.names), np.int64, len(graph))
            found = self._rows[id(graph)] = rows
        return found

    def _shown_in_any(self, whole: OpGraph, view: ViewState) -> ShownOps:
        mask = np.zeros(len(whole), dtype=np.bool_)
        columns = []
        for concrete, graph in self._of[whole.function].values():
            shown, rows = shown_in(concrete, graph, view), self.rows_of(graph)
            mask[rows[shown.shown]] = True
            found = shown.edges
            columns.append(np.stack([rows[found.source], found.output, rows[found.target]]))
        return ShownOps(mask, _distinct(np.concatenate(columns, axis=1), len(whole)), {})


def _distinct(columns: np.ndarray[tuple[int, int], np.dtype[np.int64]], size: int) -> Edges:
    """Each edge once, data edges first."""
    source, output, target = columns
    width = int(output.max(initial=0)) + 2
    key = (source * size + target) * width + output + 1
    first = np.sort(np.unique(key, return_index=True)[1])
    first = np.concatenate([first[output[first] >= 0], first[output[first] < 0]])
    return Edges(source[first], output[first], target[first])


class VersionLevels:
    """One version in the groups of the whole: those that nothing is left of are left out."""

    def __init__(self, versions: Versions, concrete: ConcreteFunction) -> None:
        self._versions = versions
        self._concrete = concrete

    @property
    def callers(self) -> Counter[str]:
        """Function → how many times an op of the whole runs it, since that decides what boxes are called."""
        return self._versions.callers

    def of(self, graph: OpGraph, view: ViewState) -> tuple[Tree, ShownOps]:
        """The levels of one function of the version."""
        whole = self._versions.whole.function(graph.function)
        assert whole is not None
        tree, _ = self._versions.of(whole, view)
        shown, rows = shown_in(self._concrete, graph, view), self._versions.rows_of(graph)
        place = np.full(len(whole), -1, dtype=np.int64)
        place[rows[shown.shown]] = np.flatnonzero(shown.shown)
        return _Lent(tree, place), shown


class _Lent:
    """A tree of the whole with its rows made those of a version; -1 for a row that the version has not, or hides."""

    def __init__(self, tree: Tree, place: Rows) -> None:
        self._tree = tree
        self._place = place
        # The entry is kept with the one that was made of it, so that no other takes its id.
        self._lenders: dict[int, tuple[Entry, Entry]] = {}

    def roots(self) -> list[Entry]:
        """The outermost level."""
        return self._all(self._tree.roots())

    def inside(self, entry: Entry) -> list[Entry]:
        """The level inside a group."""
        return self._all(self._tree.inside(self._lenders[id(entry)][1]))

    def _all(self, entries: Sequence[Entry]) -> list[Entry]:
        return [made for entry in entries if (made := self._one(entry)) is not None]

    def _one(self, entry: Entry) -> Entry | None:
        rows = self._place[entry.members]
        there: Mask = rows >= 0
        if not there.any():
            return None
        inside = None if entry.inside is None else tuple(self._all(entry.inside))
        made = replace(entry, members=rows[there], inside=inside)
        self._lenders[id(made)] = (made, entry)
        return made
