"""Comparison: what differs between two graphs that are shown, by the panes they are in; it is worked out elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from graphscope.analysis.picture import NodeId, Picture
from graphscope.model.trace import ConcreteFunction

if TYPE_CHECKING:
    from graphscope.analysis.graph_diff import GraphDiff
    from graphscope.analysis.places import Places

Boxes = tuple[frozenset[str], frozenset[str]]
"""Those of which all is only in one graph, and those in which something differs."""


@dataclass(frozen=True, eq=False)
class Comparison:
    """The graphs of panes ``one`` and ``other``, and how they differ."""

    one: int
    other: int
    first: ConcreteFunction
    second: ConcreteFunction
    diff: GraphDiff
    _places: dict[int, tuple[Places, Places]] = field(default_factory=dict, repr=False)
    _boxes: dict[int, tuple[Picture, Boxes]] = field(default_factory=dict, repr=False)

    def prepare(self) -> None:
        """Work out, in a thread, what marks of large graphs are made of."""
        for pane in (self.one, self.other):
            self._differing(pane)
        for back in (False, True):
            self.diff.matching.rows(self.first, self.second, back)

    def boxes(self, pane: int, picture: Picture) -> Boxes:
        """The closed boxes of that pane's picture that are to be marked; the same for the same picture."""
        from graphscope.analysis.lit_boxes import lit_by_places, marked_boxes  # numpy is not needed for the first paint

        known = self._boxes.get(pane)
        if known is None or known[0] is not picture:
            only, changed = (lit_by_places(picture, each) for each in self._differing(pane))
            known = self._boxes[pane] = (picture, marked_boxes(picture, self.only(pane), (only, changed)))
        return known[1]

    def _differing(self, pane: int) -> tuple[Places, Places]:
        from graphscope.analysis.places import places_of  # numpy is not needed for the first paint

        if pane not in self._places:
            graph = self.first if pane == self.one else self.second
            self._places[pane] = (places_of(graph, self.only(pane)), places_of(graph, self.changed(pane)))
        return self._places[pane]

    def partner(self, pane: int) -> int | None:
        """The pane that this one is compared with, or None."""
        return {self.one: self.other, self.other: self.one}.get(pane)

    def matches(self, pane: int) -> Mapping[NodeId, NodeId]:
        """Ops of that pane → those they are matched with in its partner."""
        matching = self.diff.matching
        return matching.to_b if pane == self.one else matching.to_a

    def only(self, pane: int) -> frozenset[NodeId]:
        """The ops that are only in that pane."""
        return self.diff.only_a if pane == self.one else self.diff.only_b

    def changed(self, pane: int) -> frozenset[NodeId]:
        """The ops of that pane that are changed in its partner."""
        return self.diff.changed if pane == self.one else self.diff.changed_in_b

    def change(self, pane: int, node: NodeId) -> str:
        """What changed of an op of that pane, '' where nothing did."""
        name = node if pane == self.one else self.diff.matching.to_a.get(node)
        return self.diff.changes.get(name, "") if name is not None else ""

    def words(self, one: str, other: str) -> str:
        """``9 same, 2 changed, 8 only in A``."""
        diff = self.diff
        words = [f"{len(diff.same):,} same", f"{len(diff.changed):,} changed"]
        words += [f"{len(diff.only_a):,} only in {one}"] if diff.only_a else []
        words += [f"{len(diff.only_b):,} only in {other}"] if diff.only_b else []
        return ", ".join(words)
