"""Kept ops: which ops of each function the trims of a view leave, regions and what they run taken along; no drawing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import cast

import numpy as np

from graphscope.analysis.edges import Mask, Rows, rows
from graphscope.analysis.picture import NodeId
from graphscope.analysis.regions import region_paths, regions
from graphscope.analysis.trim import ancestors, between, descendants, within_hops
from graphscope.analysis.trim_words import trim_words
from graphscope.analysis.view_state import Trim
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import ConcreteFunction

_MOST_REMEMBERED = 24


@dataclass(frozen=True, eq=False)
class Cut:
    """What one trim leaves of one function. ``bridged``: wires run on past the ops that it hides."""

    words: str
    kept: Mask
    bridged: bool


Cuts = Mapping[str, tuple[Cut, ...]]
"""Function → its cuts; functions that are left whole are not in it."""


def kept_ops(concrete: ConcreteFunction, trims: tuple[Trim, ...]) -> Cuts:
    """The cuts of each function. A trim whose ops are all of another graph hides nothing."""
    if not trims:
        return {}
    known = cast("dict[tuple[Trim, ...], Cuts]", concrete.graph.answers.setdefault("cuts", {}))
    found = known.pop(trims, None)
    if found is None:
        found = _cuts(concrete, trims)
    known[trims] = found
    while len(known) > _MOST_REMEMBERED:
        del known[next(iter(known))]
    return found


def leaves_something(concrete: ConcreteFunction, trim: Trim) -> bool:
    """Whether any op of the outermost function is left: there may be no path between two ops."""
    return all(cut.kept.any() for cut in kept_ops(concrete, (trim,)).get(concrete.graph.function, ()))


def _cuts(concrete: ConcreteFunction, trims: tuple[Trim, ...]) -> Cuts:
    made: dict[str, tuple[Cut, ...]] = {}
    for trim in trims:
        for function, cut in _cuts_of_one(concrete, trim).items():
            made[function] = (*made.get(function, ()), cut)
    return made


def _cuts_of_one(concrete: ConcreteFunction, trim: Trim) -> dict[str, Cut]:
    chosen, others = _Chosen(concrete, trim.nodes), _Chosen(concrete, trim.others)
    if not chosen.functions or (trim.kind == "paths" and not others.functions):
        return {}
    words, made = trim_words(trim), {}
    touched = (concrete.function(name) for name in dict.fromkeys((*chosen.functions, *others.functions)))
    graphs = [graph for graph in touched if graph is not None]
    ways = _ways(graphs, chosen, others) if trim.kind == "paths" else (False, False)
    for graph in graphs:
        if trim.kind == "selected":
            kept = np.ones(len(graph), dtype=np.bool_)
            kept[chosen.own(graph)] = False
        elif trim.kind == "neighbours":
            kept = within_hops(graph, chosen.own(graph), trim.hops)
            kept[chosen.around(graph)] = True
        elif trim.kind == "paths":
            kept = _paths(graph, chosen.around(graph), others.around(graph), ways)
        else:
            reach = ancestors if trim.kind == "ancestors" else descendants
            kept = reach(graph, chosen.around(graph))
        made[graph.function] = Cut(words, kept, trim.kind == "selected")
    return made


def _ways(graphs: Iterable[OpGraph], chosen: _Chosen, others: _Chosen) -> tuple[bool, bool]:
    """Whether paths run from the chosen ops to the others, and whether they run back."""
    there = back = False
    for graph in graphs:
        first, second = chosen.around(graph), others.around(graph)
        if len(first) and len(second):
            there = there or bool(descendants(graph, first)[second].any())
            back = back or bool(descendants(graph, second)[first].any())
    return there, back


def _paths(graph: OpGraph, first: Rows, second: Rows, ways: tuple[bool, bool]) -> Mask:
    """Between two ops; where one of them is outside of this function, between the other and where paths enter it."""
    if len(first) and len(second):
        return between(graph, first, second)
    entering, leaving = ways if len(second) else ways[::-1]
    inside = second if len(second) else first
    found = np.zeros(len(graph), dtype=np.bool_)
    found[inside] = True
    if entering:
        found |= descendants(graph, rows(each.node for each in graph.arguments)) & ancestors(graph, inside)
    if leaving:
        found |= ancestors(graph, rows(node for node, _ in graph.results)) & descendants(graph, inside)
    return found


class _Chosen:
    """Ops by function, and the functions that they are in at any depth."""

    def __init__(self, concrete: ConcreteFunction, nodes: frozenset[NodeId]) -> None:
        names: dict[str, list[str]] = {}
        for function, name in nodes:
            names.setdefault(function, []).append(name)
        self._rows = {}
        for function, some in names.items():
            graph = concrete.function(function)
            known = [] if graph is None else [graph.index_of[name] for name in some if name in graph.index_of]
            if known:
                self._rows[function] = np.sort(rows(known))
        self.functions = dict.fromkeys(self._rows)
        callers = [
            (graph.function, {part.function for part in region.parts}) for graph, region in region_paths(concrete)
        ]
        before = -1
        while self._rows and before != len(self.functions):
            before = len(self.functions)
            self.functions.update((caller, None) for caller, called in callers if called & self.functions.keys())

    def own(self, graph: OpGraph) -> Rows:
        """The chosen ops of this function."""
        return self._rows.get(graph.function, rows(()))

    def around(self, graph: OpGraph) -> Rows:
        """Those and the ops that run a function in which others are."""
        running = (
            node
            for node, region in regions(graph).items()
            if any(part.function in self.functions for part in region.parts)
        )
        return np.unique(np.concatenate([self.own(graph), rows(running)]))
