"""BackgroundComparison: what differs between the first two graphs shown, worked out off the window's thread."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from graphscope.analysis.hlo import is_hlo
from graphscope.model.trace import ConcreteFunction
from graphscope.session.comparison import Comparison
from graphscope.session.observers import Change
from graphscope.session.session import Session
from graphscope.ui.latest_wish import LatestWish

Pair = tuple[ConcreteFunction, ConcreteFunction, int, int]


class BackgroundComparison(LatestWish[Pair]):
    """Follows the panes of a session and gives it the comparison."""

    _compared = Signal(object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__("comparison", parent)
        self._session = session
        self._pair: Pair | None = None
        self._compared.connect(session.take_comparison)
        for change in (Change.PANES, Change.ROWS, Change.GRAPPLER):
            session.on(change, self._refresh)

    def work(self, wish: Pair, generation: int) -> None:
        """Compare the two graphs."""
        from graphscope.analysis.graph_diff import diff_graphs
        from graphscope.analysis.instruction_diff import diff_instructions

        first, second, one, other = wish
        diff = diff_instructions if is_hlo(first.graph) else diff_graphs
        compared = Comparison(one, other, first, second, diff(first, second))
        compared.prepare()
        self.tell(lambda: self._compared.emit(compared), generation)

    def _refresh(self) -> None:
        pair = self._first_two()
        if pair == self._pair or (pair and self._pair and all(map(_is, pair, self._pair))):
            return
        self._pair = pair
        if pair is None:
            self.cancel()
            self._session.take_comparison(None)
        else:
            self.want(pair)

    def _first_two(self) -> Pair | None:
        views = self._session.views
        known = [(index, views.shown(index).concrete) for index in range(len(views.panes.panes))]
        shown = [(index, graph) for index, graph in known if graph is not None]
        # XLA's instructions are no ops: they are compared with each other, and light up with the ops they came from.
        graphs, instructions = ([each for each in shown if is_hlo(each[1].graph) is hlo] for hlo in (False, True))
        for alike in (graphs, instructions):
            if len(alike) > 1:
                (one, first), (other, second) = alike[:2]
                return None if first is second else (first, second, one, other)
        return None


def _is(one: object, other: object) -> bool:
    return one is other or (isinstance(one, int) and one == other)
