"""PaneTrims: what of a pane's graph is hidden, or shown alone, from what is selected there; each a step to undo."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from graphscope.analysis.picture import NodeId
from graphscope.analysis.view_state import Trim
from graphscope.session.session import Session

if TYPE_CHECKING:
    from graphscope.analysis.places import Places
    from graphscope.ui.panes.graph_pane import GraphPane

Nodes = frozenset[NodeId]


class PaneTrims:
    """The trims of one pane."""

    def __init__(self, pane: GraphPane, session: Session) -> None:
        self._pane = pane
        self._session = session

    def nodes(self) -> Nodes:
        """The ops selected in this pane that can be seen."""
        from graphscope.analysis.places import nodes_at

        return nodes_at(self._seen())

    def _seen(self) -> Places:
        from graphscope.analysis.box_of import shown_of

        selection, picture = self._session.selection, self._pane.picture
        if selection.pane != self._pane.index or picture is None:
            return ()
        return shown_of(picture.box_of, selection.places)

    def pair(self) -> tuple[Nodes, Nodes] | None:
        """What two chosen boxes stand for; None where it is not two."""
        first, second = self._pair() or ((), ())
        return (frozenset(first), frozenset(second)) if first else None

    def _pair(self) -> tuple[tuple[NodeId, ...], tuple[NodeId, ...]] | None:
        picture, boxes = self._pane.picture, self._pane.canvas.selection()
        if picture is not None and len(boxes) == 2:
            first, second = (picture.boxes[box].nodes for box in boxes)
            return (first, second) if first and second and first != second else None
        seen = self._seen()
        two = tuple(self.nodes()) if sum(len(rows) for _, rows in seen) == 2 else ()
        return (two[:1], two[1:]) if two else None

    def possible(self, kind: str) -> bool:
        """Whether enough is selected for this kind of trim. Asked often: a group of 10,000 ops may be selected."""
        return self._pair() is not None if kind == "paths" else bool(self._seen())

    def add(self, kind: str, hops: int = 0) -> str:
        """Leave out more. Gives a sentence where it would leave nothing, and does nothing then."""
        from graphscope.analysis.kept_ops import leaves_something
        from graphscope.analysis.trim_words import trimmed

        state, concrete = self._pane.view_state, self._pane.concrete
        if state is None or concrete is None or not self.possible(kind):
            return ""
        pair = self.pair() if kind == "paths" else None
        trim = Trim(kind, *pair) if pair is not None else Trim(kind, self.nodes(), hops=hops)
        if pair is not None and not leaves_something(concrete, trim):
            return "There is no path between the two that are selected."
        self._pane.change(trimmed(state, trim))
        return ""

    def toggle_tags(self) -> None:
        """Draw what is selected as a tag at each use, or with its wires again."""
        from graphscope.analysis.stubs import toggled

        state, picture, nodes = self._pane.view_state, self._pane.picture, self.nodes()
        if state is not None and picture is not None and nodes:
            stubs = toggled(state.stubs, nodes, frozenset(picture.stubs))
            self._pane.change(dataclasses.replace(state, stubs=stubs))

    def show_again(self, kind: str) -> None:
        """Show again what is hidden for this, in the words of the picture."""
        from graphscope.analysis.trim_words import shown_again

        if self._pane.view_state is not None:
            self._pane.change(shown_again(self._pane.view_state, kind))

    def show_all(self) -> None:
        """Hide nothing any more."""
        from graphscope.analysis.trim_words import all_shown

        if self._pane.view_state is not None:
            self._pane.change(all_shown(self._pane.view_state))
