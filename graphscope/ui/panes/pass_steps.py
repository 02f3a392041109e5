"""PassSteps: the list of passes drives a pane: a row, or the arrow keys, shows the graph after that pass there."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject
from PySide6.QtWidgets import QTableView

from graphscope.model.grappler import GrapplerRun
from graphscope.session.panes import TRACED
from graphscope.session.pass_views import followed, is_against_first, pass_of, pass_view
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
        self._numbers: tuple[int, ...] = ()
        self._follows = False
        self._put_off: tuple[int, int | None] | None = None
        self.passes = BackgroundPasses(session, self)
        table.selectionModel().currentRowChanged.connect(self._chosen)

    @contextmanager
    def following(self) -> Iterator[None]:
        """While the table is filled, what Qt makes its current row is nobody's choice."""
        before, self._follows = self._follows, True
        try:
            yield
        finally:
            self._follows = before

    def tell(self, row: SignatureRow | None, numbers: Sequence[int]) -> None:
        """The table shows these passes of that signature now; the one in its pane becomes the current row."""
        self._row, self._numbers = row, tuple(numbers)
        self._follow_put_off()
        pane = self._pane()
        shown = pass_of(self._session.views.panes.panes[pane].view) if pane is not None else None
        place = self._numbers.index(shown) if shown in self._numbers else -1
        with self.following():
            if place < 0:
                self._table.clearSelection()
                self._table.setCurrentIndex(QModelIndex())
            elif self._table.currentIndex().row() != place:
                self._table.selectRow(place)

    def _pane(self) -> int | None:
        """The pane that is driven: the chosen one, if it is of this signature, else the first that shows Grappler's."""
        panes, row = self._session.views.panes, self._row
        if row is None or not panes.panes:
            return None
        if panes.panes[panes.chosen].row == row.key:
            return panes.chosen
        own = [place for place, pane in enumerate(panes.panes) if pane.row == row.key]
        return next((place for place in own if panes.panes[place].is_grapplers), own[0] if own else None)

    def _chosen(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if self._follows or self._row is None or not 0 <= current.row() < len(self._numbers):
            return
        self.show(self._numbers[current.row()])

    def show(self, number: int) -> None:
        """Show the graph after a pass in the pane, seen against the same as that before."""
        pane = self._pane()
        if pane is None:
            return
        views = self._session.views
        before = views.panes.panes[pane]
        with self.following():
            views.show_view(pane, pass_view(number, is_against_first(before.view)))
        if self._session.selection.pane == pane and (before.view == TRACED or before.is_grapplers):
            self._put_off = (pane, pass_of(before.view))
            self._follow_put_off()

    def _follow_put_off(self) -> None:
        """Once it is known what the passes did: what was selected stays so, or what it became is."""
        if self._put_off is None:
            return
        pane, old = self._put_off
        panes = self._session.views.panes.panes
        new = pass_of(panes[pane].view) if pane < len(panes) else None
        run, row = self._run(pane), self._session.state.rows.row(panes[pane].row) if new is not None else None
        if new is None or run is None or run.first is None or row is None or row.trace is None:
            self._put_off = None
            return
        worked, concrete = worked_passes(run, row.trace.concrete), self._session.views.shown(pane).concrete
        if worked is not None and worked.finished and concrete is not None:
            self._put_off = None
            self._session.select_nodes(pane, followed(run, self._session.selection.nodes, old, new), concrete)

    def _run(self, pane: int) -> GrapplerRun | None:
        panes = self._session.views.panes.panes
        return self._session.views.outcome(panes[pane]).run if pane < len(panes) else None
