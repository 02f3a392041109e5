"""PaneMatches: which op of one pane is which op of another, as far as that is known; it is worked out elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from graphscope.analysis.hlo import is_hlo, partners_of
from graphscope.analysis.picture import NodeId
from graphscope.model.trace import ConcreteFunction
from graphscope.session.followed_ops import followed_ops
from graphscope.session.pane_views import PaneViews
from graphscope.session.panes import TRACED
from graphscope.session.pass_views import pass_of
from graphscope.session.worked_passes import worked_passes

if TYPE_CHECKING:
    from graphscope.analysis.box_of import BoxOf
    from graphscope.analysis.matched_rows import BoxPairs, MatchedRows
    from graphscope.analysis.node_matching import Matching
    from graphscope.analysis.places import Places

_MOST = 12
"""Ops that are followed through all passes one by one; of more, those are lit that are matched."""
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

    def partners(self, pane: int, other: int, places: Places) -> Places:
        """The ops of another pane that are matched with these; an op may have become many of XLA's instructions."""
        first, second = self._views.shown(pane).concrete, self._views.shown(other).concrete
        if first is second or first is None or second is None:
            return places if first is second else ()
        if _is_told_by_ways(first, second):
            from graphscope.analysis.places import nodes_at, places_of  # numpy is not needed for the first paint

            return places_of(second, partners_of(first, nodes_at(places), second))
        became = self._became(pane, other, places)
        if became is not None:
            return became
        rows = self._rows(first, second)
        return rows.places(places) if rows is not None else ()

    def _became(self, pane: int, other: int, places: Places) -> Places | None:
        """What traced ops are after the pass that the other pane shows; None where that is not asked, or not known."""
        panes = self._views.panes.panes
        new, run = pass_of(panes[other].view), self._views.outcome(panes[other]).run
        first, second = self._views.shown(pane).concrete, self._views.shown(other).concrete
        same = panes[pane].row == panes[other].row and panes[pane].view == TRACED
        if new is None or run is None or run.first is None or second is None or not same or _count(places) > _MOST:
            return None
        worked = worked_passes(run, first)
        if worked is None or not worked.finished:
            return None
        from graphscope.analysis.places import nodes_at, places_of  # numpy is not needed for the first paint

        nodes = frozenset(worked.to_before.get(node, node) for node in nodes_at(places))
        return places_of(second, followed_ops(run, nodes, None, (new, second)))

    def box_pairs(self, pane: int, other: int, here: BoxOf, there: BoxOf) -> BoxPairs | None:
        """Boxes of the pictures of two panes that show ops which are matched; None where that is not known."""
        first, second = self._views.shown(pane).concrete, self._views.shown(other).concrete
        partner = self.partner(pane, other)
        if first is None or second is None or partner is None:
            return None
        if _is_told_by_ways(first, second) and first is not second:
            matches = ((box, there.get(match)) for node, box in here.items() if (match := partner(node)) is not None)
            return list(dict.fromkeys((box, answer) for box, answer in matches if answer is not None))
        rows = self._rows(first, second)
        return rows.box_pairs(here, there) if rows is not None else None

    def _rows(self, first: ConcreteFunction, second: ConcreteFunction) -> MatchedRows | None:
        if first is second:
            from graphscope.analysis.matched_rows import MatchedRows  # numpy is not needed for the first paint

            return MatchedRows(first, first)
        matching, back = self._matching(first, second), self._matching(second, first)
        if matching is not None:
            return matching.rows(first, second)
        return back.rows(second, first, back=True) if back is not None else None

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


def _count(places: Places) -> int:
    return sum(len(rows) for _, rows in places)


def _is_told_by_ways(first: ConcreteFunction, second: ConcreteFunction) -> bool:
    """Whether one of the graphs is XLA's, which tells itself of which op each instruction was made."""
    return is_hlo(first.graph) or is_hlo(second.graph)


def _among(concrete: ConcreteFunction, graphs: list[ConcreteFunction]) -> bool:
    return any(concrete is each for each in graphs)
