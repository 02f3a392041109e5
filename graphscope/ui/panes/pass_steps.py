"""PassSteps: the list of passes drives a pane: a row, or the arrow keys, shows the graph after that pass there."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject
from PySide6.QtWidgets import QTableView

from graphscope.model.grappler import GrapplerRun
from graphscope.session.followed_ops import Followed, followed_ops
from graphscope.session.observers import Change
from graphscope.session.panes import TRACED
from graphscope.session.pass_views import against, is_against_first, pass_of
from graphscope.session.session import Session
from graphscope.session.signature_rows import SignatureRow
from graphscope.session.worked_passes import worked_passes
from graphscope.ui.background_passes import BackgroundPasses

if TYPE_CHECKING:
    from collections.abc import Iterator


class PassSteps(QObject):
    """Keeps the row of the table and the view of the pane of one signature the same."""

    def __init__(self, session: Session, table: QTableView) -> None:
        super().__init__(table)
        self._session = session
        self._table = table
        self._row: SignatureRow | None = None
        self._views: tuple[str, ...] = ()
        self._follows = False
        self._put_off = False
        self.passes = BackgroundPasses(session, self)
        session.on(Change.SELECTION, self._selected)
        # The room that is left to the table changes when a pass is shown first, and with it what is in sight.
        table.verticalScrollBar().rangeChanged.connect(lambda: table.scrollTo(table.currentIndex()))
        table.selectionModel().currentRowChanged.connect(self._chosen)

    @contextmanager
    def following(self) -> Iterator[None]:
        """While the table is filled, what Qt makes its current row is nobody's choice."""
        before, self._follows = self._follows, True
        try:
            yield
        finally:
            self._follows = before

    def tell(self, row: SignatureRow | None, views: Sequence[str]) -> None:
        """The table shows these views of that signature now; the one in its pane becomes the current row."""
        self._row, self._views = row, tuple(views)
        self._follow_put_off()
        shown = self._shown()
        place = self._views.index(shown) if shown in self._views else -1
        with self.following():
            if place < 0:
                self._table.clearSelection()
                self._table.setCurrentIndex(QModelIndex())
            elif self._table.currentIndex().row() != place:
                self._table.selectRow(place)

    @property
    def view(self) -> str:
        """The view that the driven pane shows, '' without one."""
        pane = self._pane()
        return self._session.views.panes.panes[pane].view if pane is not None else ""

    def _shown(self) -> str:
        """The view that the pane shows, as the list has it."""
        return against(self.view, False)

    @property
    def can_step(self) -> bool:
        """Whether there are passes to step through."""
        return bool(self._views)

    def step(self, by: int) -> None:
        """The row so many below the one that is shown; the first or last one where there is none so far."""
        if self._views:
            place = self._views.index(self._shown()) if self._shown() in self._views else -1 if by > 0 else 1
            self._table.selectRow(min(max(0, place + by), len(self._views) - 1))

    def see_against_first(self, first: bool) -> None:
        """See the pass against the graph before the first one, or against that before it."""
        pane = self._pane()
        if pane is not None:
            self._session.views.show_view(pane, against(self.view, first))

    def _pane(self) -> int | None:
        """The pane that is driven: of this signature, one that shows Grappler's, and the chosen one before others.

        So the traced graph stays beside the passes, where both are shown.
        """
        panes, row = self._session.views.panes, self._row
        own = [place for place, pane in enumerate(panes.panes) if row is not None and pane.row == row.key]
        return min(own, key=lambda each: (not panes.panes[each].is_grapplers, each != panes.chosen), default=None)

    def _chosen(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if not self._follows and self._row is not None and 0 <= current.row() < len(self._views):
            self.show(self._views[current.row()])

    def show(self, view: str) -> None:
        """Show a view of the list in the pane, a pass seen against the same as that before."""
        pane = self._pane()
        if pane is None:
            return
        before = self.view
        with self.following():
            self._session.views.show_view(pane, against(view, is_against_first(before)))
            self._put_off = True
            self._follow_put_off()

    def _selected(self) -> None:
        """The user has selected something: that is followed from now on, from the view that it was selected in."""
        if not self._follows:
            session, pane = self._session, self._pane()
            chosen = session.selection.nodes if session.selection.pane == pane else frozenset()
            key = session.views.panes.panes[pane].row if pane is not None else -1
            session.state.followed = Followed(key, self.view, chosen) if chosen else None

    def _follow_put_off(self) -> None:
        """Once it is known what the passes did: what was selected stays so, or what it became is."""
        followed, pane, new = self._session.state.followed, self._pane(), pass_of(self.view)
        run = self._run(pane) if pane is not None else None
        if not self._put_off or followed is None or self._row is None or self._row.key != followed.row:
            return
        if pane is None or new is None or run is None or run.first is None or self._row.trace is None:
            return
        worked, concrete = worked_passes(run, self._row.trace.concrete), self._session.views.shown(pane).concrete
        if worked is not None and worked.finished and concrete is not None:
            self._put_off = False
            nodes = followed.nodes
            if followed.view == TRACED:
                nodes = frozenset(worked.to_before.get(node, node) for node in nodes)
            found = followed_ops(run, nodes, pass_of(followed.view), (new, concrete))
            with self.following():
                self._session.select_nodes(pane, found, concrete)

    def _run(self, pane: int) -> GrapplerRun | None:
        panes = self._session.views.panes.panes
        return self._session.views.outcome(panes[pane]).run if pane < len(panes) else None
