"""BackgroundPasses: the graph after every pass of a run, and what each did, worked out off the window's thread."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from graphscope.model.grappler import GrapplerRun
from graphscope.model.trace import ConcreteFunction
from graphscope.session.pass_views import pass_changes, pass_graph
from graphscope.ui.latest_wish import LatestWish


class BackgroundPasses(LatestWish[tuple[GrapplerRun, ConcreteFunction | None]]):
    """One run at a time; what is found is kept with the run's first graph, where the window finds it at once."""

    worked_out = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("passes", parent)
        self._wanted: GrapplerRun | None = None
        self._known: GrapplerRun | None = None

    def want_run(self, run: GrapplerRun, traced: ConcreteFunction | None) -> bool:
        """Work out the passes of this run, unless that is under way or done; whether it is another than before."""
        if run is self._wanted:
            return False
        self._wanted = run
        self.want((run, traced))
        return True

    def knows(self, run: GrapplerRun) -> bool:
        """Whether all of that run's passes are worked out."""
        return run is self._known

    def work(self, wish: tuple[GrapplerRun, ConcreteFunction | None], generation: int) -> None:
        """Pass by pass, as each graph is made from the one before."""
        from graphscope.analysis.pass_graphs import known_passes

        run, traced = wish
        for index in range(-1, known_passes(run)):
            if self.is_old(generation):
                return
            pass_graph(run, index, traced)
            pass_changes(run, index)
        self.tell(lambda: self._finished(run), generation)

    def _finished(self, run: GrapplerRun) -> None:
        self._known = run
        self.worked_out.emit()
