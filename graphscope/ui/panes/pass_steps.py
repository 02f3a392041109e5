"""PassSteps: the list of passes drives a pane: a row, or the arrow keys, shows the graph after that pass there."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject
from PySide6.QtWidgets import QTableView

from graphscope.model.grappler import GrapplerRun
from graphscope.session.panes import TRACED
from graphscope.session.pass_views import followed, pass_of, pass_view
from graphscope.session.session import Session
from graphscope.session.signature_rows import SignatureRow
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
        self._put_off: int | None = None
        self.passes = BackgroundPasses(self)
        self.passes.worked_out.connect(self._show_put_off)
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
        if row is not None and row.grappler is not None and numbers:
            traced = row.trace.concrete if row.trace is not None else None
            if self.passes.want_run(row.grappler, traced):
                self._put_off = None  # that was a pass of another run
        pane = self._pane()
        if self._put_off is not None:
            return
        shown = pass_of(self._session.views.panes.panes[pane].view) if pane is not None else None
        place = self._numbers.index(shown) if shown in self._numbers else -1
        with self.following():
            if place < 0:
                self._table.clearSelection()
                self._table.setCurrentIndex(QModelIndex())
            elif self._table.currentIndex().row() != place:
                self._table.selectRow(place)

    @property
    def busy(self) -> bool:
        """Whether a pass that was chosen is not shown yet."""
        return self._put_off is not None

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
        number, run = self._numbers[current.row()], self._row.grappler
        if run is None or self.passes.knows(run) or not self.passes.busy:
            self._show(number)
        else:
            self._put_off = number
            self._session.state.say("Working out the graph after each pass…", fault=False)

    def _show_put_off(self) -> None:
        number, self._put_off = self._put_off, None
        if number is not None:
            self._session.state.say("", fault=False)
            self._show(number)

    def _show(self, number: int) -> None:
        pane = self._pane()
        if pane is None:
            return
        views = self._session.views
        before = views.panes.panes[pane]
        with self.following():
            views.show_view(pane, pass_view(number))
        run = views.outcome(views.panes.panes[pane]).run
        if run is not None and self._session.selection.pane == pane and (before.view == TRACED or before.is_grapplers):
            self._follow(run, pane, pass_of(before.view), number)

    def _follow(self, run: GrapplerRun, pane: int, old: int | None, new: int) -> None:
        """What was selected stays so, or what it became is."""
        concrete = self._session.views.shown(pane).concrete
        if concrete is not None:
            self._session.select_nodes(pane, followed(run, self._session.selection.nodes, old, new), concrete)
