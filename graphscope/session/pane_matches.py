"""PaneMatches: which op of one pane is which op of another, as far as that is known; it is worked out elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from graphscope.analysis.hlo import is_hlo, partners_of
from graphscope.analysis.picture import NodeId
from graphscope.model.trace import ConcreteFunction
from graphscope.session.pane_views import PaneViews

if TYPE_CHECKING:
    from graphscope.analysis.node_matching import Matching

Pair = tuple[ConcreteFunction, ConcreteFunction]
Partner = Callable[[NodeId], NodeId | None]


class PaneMatches:
    """The matchings of the graphs that are shown now; those of others are dropped."""

    def __init__(self, views: PaneViews) -> None:
        self._views = views
        self._known: list[tuple[ConcreteFunction, ConcreteFunction, Matching]] = []

    def take(self, first: ConcreteFunction, second: ConcreteFunction, matching: Matching) -> None:
        """Two graphs have been matched."""
        shown = self._graphs()
        kept = [each for each in self._known if _among(each[0], shown) and _among(each[1], shown)]
        self._known = [each for each in kept if not (each[0] is first and each[1] is second)]
        self._known.append((first, second, matching))

    def missing(self) -> tuple[Pair, ...]:
        """The pairs of graphs that are shown and not matched yet."""
        graphs = self._graphs()
        pairs = [
            (one, other)
            for place, one in enumerate(graphs)
            for other in graphs[place + 1 :]
            if not _is_told_by_ways(one, other)
        ]
        return tuple(pair for pair in pairs if self._matching(*pair) is None)

    def partner(self, pane: int, other: int) -> Partner | None:
        """What leads from an op of one pane to its match in another; None where it is not known."""
        first, second = self._views.shown(pane).concrete, self._views.shown(other).concrete
        if first is None or second is None:
            return None
        if first is second:
            return lambda node: node
        if _is_told_by_ways(first, second):
            return lambda node: min(partners_of(first, [node], second), default=None)
        matching = self._matching(first, second)
        if matching is not None:
            return matching.to_b.get
        matching = self._matching(second, first)
        return matching.to_a.get if matching is not None else None

    def partners(self, pane: int, other: int, nodes: Iterable[NodeId]) -> frozenset[NodeId]:
        """The ops of another pane that are matched with these; an op may have become many of XLA's instructions."""
        first, second = self._views.shown(pane).concrete, self._views.shown(other).concrete
        if first is not None and second is not None and first is not second and _is_told_by_ways(first, second):
            return partners_of(first, nodes, second)
        partner = self.partner(pane, other)
        return frozenset(filter(None, map(partner, nodes))) if partner is not None else frozenset()

    def _matching(self, first: ConcreteFunction, second: ConcreteFunction) -> Matching | None:
        return next((each[2] for each in self._known if each[0] is first and each[1] is second), None)

    def _graphs(self) -> list[ConcreteFunction]:
        """The different graphs that are shown, in the order of their panes."""
        graphs: list[ConcreteFunction] = []
        for index in range(len(self._views.panes.panes)):
            concrete = self._views.shown(index).concrete
            if concrete is not None and not _among(concrete, graphs):
                graphs.append(concrete)
        return graphs


def _is_told_by_ways(first: ConcreteFunction, second: ConcreteFunction) -> bool:
    """Whether one of the graphs is XLA's, which tells itself of which op each instruction was made."""
    return is_hlo(first.graph) or is_hlo(second.graph)


def _among(concrete: ConcreteFunction, graphs: list[ConcreteFunction]) -> bool:
    return any(concrete is each for each in graphs)
