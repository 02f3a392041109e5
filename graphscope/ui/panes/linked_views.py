"""LinkedViews: when the user moves one pane, moves the others so that matched ops stay together; it draws nothing."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from graphscope.session.observers import Change
from graphscope.session.session import Session

if TYPE_CHECKING:
    from graphscope.ui.graph.view_anchors import ViewAnchors
    from graphscope.ui.panes.graph_pane import GraphPane


class LinkedViews(QObject):
    """Joins the panes of an area. Each keeps its own scale in proportion to the one that leads."""

    def __init__(self, session: Session, panes: Sequence[GraphPane], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._panes = panes
        self._scales: dict[GraphPane, float] = {}
        self._anchors: dict[tuple[GraphPane, GraphPane], tuple[tuple[object, ...], ViewAnchors]] = {}
        session.on(Change.SELECTION, self._reveal_matches)

    @property
    def linked(self) -> bool:
        """Whether panes move together."""
        return self._session.settings.linked_views

    def admit(self, pane: GraphPane) -> None:
        """A new pane; what is remembered of panes that are gone goes."""
        self._anchors.clear()
        self._scales = {each: scale for each, scale in self._scales.items() if each in self._panes}
        pane.canvas.led.connect(functools.partial(self._lead, pane))
        pane.canvas.view_changed.connect(functools.partial(self._settle, pane))

    def align(self, leader: GraphPane | None) -> None:
        """Bring the matched ops of the others to where they are in that pane, as when linking begins."""
        for pane in self._panes:
            self._scales[pane] = pane.canvas.view().scale
        if leader is not None:
            self._lead(leader)

    def fit_all(self) -> None:
        """Show all of every pane; their scales are in proportion from then on."""
        for pane in self._panes:
            pane.canvas.fit(leading=False)

    def _settle(self, pane: GraphPane) -> None:
        """A view that nobody led (new content, a fit) sets the proportions anew."""
        if not pane.canvas.leading and not pane.canvas.following:
            for other in self._panes:
                self._scales[other] = other.canvas.view().scale

    def _lead(self, leader: GraphPane) -> None:
        if not self.linked or leader not in self._panes:
            return
        view = leader.canvas.view()
        scale = self._scales.setdefault(leader, view.scale)
        for pane in self._panes:
            if pane is not leader:
                own = self._scales.setdefault(pane, pane.canvas.view().scale)
                self._move(pane, leader, own * view.scale / scale)

    def _move(self, pane: GraphPane, leader: GraphPane, scale: float) -> None:
        from graphscope.ui.graph.view_transform import View

        anchors = self._anchors_between(leader, pane)
        shown = leader.canvas.shown()
        middle = (shown.x + shown.width / 2, shown.y + shown.height / 2)
        answer = anchors.answer(middle) if anchors is not None else None
        if answer is not None:
            width, height = pane.canvas.width(), pane.canvas.height()
            view = View(scale, answer[0] - width / scale / 2, answer[1] - height / scale / 2)
            pane.canvas.follow(view)

    def _anchors_between(self, leader: GraphPane, pane: GraphPane) -> ViewAnchors | None:
        if leader.picture is None or leader.placement is None or pane.picture is None or pane.placement is None:
            return None
        drawn = (leader.picture, leader.placement, pane.picture, pane.placement)
        known = self._anchors.get((leader, pane))
        if known is not None and all(one is other for one, other in zip(known[0], drawn, strict=True)):
            return known[1]
        from graphscope.analysis.box_of import BoxOf
        from graphscope.ui.graph.view_anchors import anchors_of

        here, there = leader.picture.box_of, pane.picture.box_of
        if not (isinstance(here, BoxOf) and isinstance(there, BoxOf)):
            return None
        pairs = self._session.matches.box_pairs(leader.index, pane.index, here, there)
        if pairs is None:
            return None
        anchors = anchors_of(drawn[:2], drawn[2:], pairs)
        self._anchors[leader, pane] = (drawn, anchors)
        return anchors

    def _reveal_matches(self) -> None:
        """The matches of what was selected are brought into view too."""
        from graphscope.ui.panes.pane_overlays import boxes_of

        selection = self._session.selection
        if not self.linked or selection.pane is None or len(selection.nodes) != 1:
            return
        for pane in self._panes:
            partner = self._session.matches.partner(selection.pane, pane.index) if pane.picture is not None else None
            if pane.index != selection.pane and partner is not None and pane.picture is not None:
                pane.canvas.reveal(boxes_of(pane.picture, filter(None, map(partner, selection.nodes))), leading=False)
