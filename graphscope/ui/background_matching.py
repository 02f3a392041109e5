"""BackgroundMatching: ops of every two graphs that are shown matched off the window's thread, once none is compared."""

from __future__ import annotations

import functools

from PySide6.QtCore import QObject, Signal

from graphscope.session.observers import Change
from graphscope.session.pane_matches import Pair
from graphscope.session.session import Session
from graphscope.ui.background_comparison import BackgroundComparison
from graphscope.ui.latest_wish import LatestWish


class BackgroundMatching(LatestWish[tuple[Pair, ...]]):
    """Follows the panes of a session; two graphs that are compared are matched by that."""

    _matched = Signal(object, object, object)

    def __init__(self, session: Session, comparison: BackgroundComparison, parent: QObject | None = None) -> None:
        super().__init__("matching", parent)
        self._session = session
        self._comparison = comparison
        self._matched.connect(session.take_matching)
        for change in (Change.PANES, Change.ROWS, Change.GRAPPLER, Change.COMPARISON):
            session.on(change, self._refresh)

    def work(self, wish: tuple[Pair, ...], generation: int) -> None:
        """Match the graphs of each pair."""
        from graphscope.analysis.node_matching import match_nodes

        for place, (first, second) in enumerate(wish, 1):
            if self.is_old(generation):
                return
            matching = match_nodes(first, second)
            for back in (False, True):
                matching.rows(first, second, back)
            emit = functools.partial(self._matched.emit, first, second, matching)
            self.tell(emit, generation, last=place == len(wish))

    def _refresh(self) -> None:
        if self._comparison.busy or self.busy:
            return
        missing = self._session.matches.missing()
        if missing:
            self.want(missing)
