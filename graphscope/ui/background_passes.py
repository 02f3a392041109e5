"""BackgroundPasses: the graph after every pass of a run, and what each did, worked out off the window's thread."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from graphscope.model.grappler import GrapplerRun
from graphscope.model.trace import ConcreteFunction
from graphscope.session.observers import Change
from graphscope.session.pass_views import pass_of
from graphscope.session.session import Session
from graphscope.session.worked_passes import give_up, work_out, worked_passes
from graphscope.ui.latest_wish import LatestWish

Wish = tuple[GrapplerRun, ConcreteFunction | None]


class BackgroundPasses(LatestWish[Wish]):
    """One run at a time: those of panes that show a pass, then that of the table, before anybody asks for its passes.

    What is found is kept with the run's first graph, where the window finds it at once.
    """

    _known = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__("passes", parent)
        self._session = session
        self._wanted: Wish | None = None
        self._known.connect(lambda: session.state.tell(Change.GRAPPLER, Change.COMPARISON))
        for change in (Change.PANES, Change.ROWS, Change.GRAPPLER):
            session.on(change, self._refresh)

    def work(self, wish: Wish, generation: int) -> None:
        """The graphs first, so that they can be shown while it is found out what each pass changed."""
        for found in work_out(*wish, lambda: self.is_old(generation)):
            self.tell(self._known.emit, generation, last=found.finished)

    def broke(self, wish: Wish) -> None:
        """Let nobody wait for it."""
        give_up(*wish)
        self._known.emit()

    def _refresh(self) -> None:
        wish = next(filter(_is_unfinished, self._wishes()), None)
        if wish is None:
            self._wanted = None
            return
        if self._wanted is None or any(one is not other for one, other in zip(wish, self._wanted, strict=True)):
            self._wanted = wish
            self.want(wish)

    def _wishes(self) -> list[Wish]:
        session = self._session
        shown = [pane for pane in session.views.panes.panes if pass_of(pane.view) is not None]
        runs = [(session.views.outcome(pane).run, session.state.rows.row(pane.row)) for pane in shown]
        row = session.grappler_row() or session.chosen_row()
        runs.append((row.grappler if row is not None else None, row))
        return [
            (run, row.trace.concrete)
            for run, row in runs
            if run is not None and run.first is not None and row is not None and row.trace is not None
        ]


def _is_unfinished(wish: Wish) -> bool:
    worked = worked_passes(*wish)
    return worked is None or not worked.finished
