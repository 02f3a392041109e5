"""Comparison: what differs between two graphs that are shown, by the panes they are in; it is worked out elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphscope.analysis.picture import NodeId
from graphscope.model.trace import ConcreteFunction

if TYPE_CHECKING:
    from graphscope.analysis.graph_diff import GraphDiff


@dataclass(frozen=True, eq=False)
class Comparison:
    """The graphs of panes ``one`` and ``other``, and how they differ."""

    one: int
    other: int
    first: ConcreteFunction
    second: ConcreteFunction
    diff: GraphDiff

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
