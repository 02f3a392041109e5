"""PaneMarks: what is laid over the picture of a pane now, put together from the session, a search and what is gone."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING

from graphscope.analysis.lit_boxes import lit_by_places
from graphscope.analysis.places import Places
from graphscope.export.overlays import NO_OVERLAYS, Ghost, Overlays
from graphscope.session.pass_views import pass_of
from graphscope.session.session import Session
from graphscope.ui.background_layout import Drawn
from graphscope.ui.panes.pane_overlays import overlays_of

if TYPE_CHECKING:
    from graphscope.ui.panes.graph_pane import GraphPane


class PaneMarks:
    """The marks of one pane."""

    def __init__(self, pane: GraphPane, session: Session) -> None:
        self._pane = pane
        self._session = session
        self._found: Places = ()
        self._matches: Mapping[str, int] = {}
        self._ghosts: tuple[Ghost, ...] = ()

    @property
    def ghosts(self) -> tuple[Ghost, ...]:
        """What is shown of what is gone."""
        return self._ghosts if self._session.state.pass_ghosts else ()

    def take(self, drawn: Drawn, same_picture: bool) -> None:
        """Another picture is shown, or the same one in better places."""
        self._ghosts = drawn.ghosts
        self._matches = self._matches if same_picture else lit_by_places(drawn.picture, self._found)
        self.refresh()

    def show_found(self, found: Places) -> None:
        """Light up what a search found, in closed groups too."""
        if found or self._found:
            self._found = found
            self._matches = lit_by_places(self._pane.picture, found) if self._pane.picture is not None else {}
            self.refresh()

    def of_pass(self) -> Overlays:
        """What a picture of the pane keeps of them: what the pass did that it shows."""
        pane, panes = self._pane, self._session.views.panes.panes
        if pane.picture is None or pass_of(panes[pane.index].view) is None:
            return NO_OVERLAYS
        now = overlays_of(self._session, pane.index, pane.picture, {})
        return Overlays(changed=now.changed, only=now.only, ghosts=self.ghosts)

    def refresh(self) -> None:
        """Mark what is selected, found, lit or gone now."""
        pane, session = self._pane, self._session
        if pane.picture is None or pane.concrete is None:
            return
        overlays = overlays_of(session, pane.index, pane.picture, self._matches)
        pane.canvas.set_overlays(dataclasses.replace(overlays, ghosts=self.ghosts))
        if session.selection.pane != pane.index or session.selection.nodes:
            pane.canvas.forget_wire()
