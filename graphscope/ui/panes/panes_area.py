"""PanesArea: one to six graph panes side by side or in a grid, as the session arranges them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QSplitter, QStackedLayout, QWidget

from graphscope.export.look import Theme
from graphscope.session.observers import Change
from graphscope.session.session import Session
from graphscope.ui.background_comparison import BackgroundComparison
from graphscope.ui.background_matching import BackgroundMatching
from graphscope.ui.panes.empty_page import EmptyPage
from graphscope.ui.panes.linked_views import LinkedViews

if TYPE_CHECKING:
    from graphscope.layout.dot_process import DotProcess
    from graphscope.ui.panes.graph_pane import GraphPane


class PanesArea(QWidget):
    """The panes in the middle of the window."""

    menu_wanted = Signal(int, str, QPoint)
    settled = Signal()

    def __init__(self, session: Session, theme: Theme, dot: DotProcess | None) -> None:
        super().__init__()
        self._session = session
        self._theme = theme
        self._dot = dot
        self.panes: list[GraphPane] = []
        self._spare: GraphPane | None = None
        self._arranged: list[GraphPane] = []
        self._grid = QSplitter(Qt.Orientation.Vertical)
        self._grid.setChildrenCollapsible(False)
        self.empty = EmptyPage(session)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._grid)
        session.on(Change.PANES, self._refresh)
        session.on(Change.ROWS, self._refresh_panes)
        session.on(Change.GRAPPLER, self._refresh_panes)
        session.on(Change.SELECTION, self._refresh_overlays)
        session.on(Change.COMPARISON, self._refresh_overlays)
        self._comparison = BackgroundComparison(session, self)
        self._matching = BackgroundMatching(session, self._comparison, self)
        self.links = LinkedViews(session, self.panes, self)
        session.on(Change.MATCHES, self._refresh_overlays)

    @property
    def chosen(self) -> GraphPane | None:
        """The pane that keys go to."""
        chosen = self._session.views.panes.chosen
        return self.panes[chosen] if chosen < len(self.panes) else None

    @property
    def busy(self) -> bool:
        """Whether a pane still waits for its picture."""
        return self._comparison.busy or self._matching.busy or any(pane.busy for pane in self.panes)

    def set_theme(self, theme: Theme) -> None:
        """Use these colours from now on."""
        self._theme = theme
        for pane in self._all:
            pane.set_theme(theme)

    def shut_down(self) -> None:
        """End every layout."""
        self._comparison.shut_down()
        self._matching.shut_down()
        for pane in self._all:
            pane.shut_down()

    def prepare(self) -> None:
        """Have a pane ready while there is nothing else to do, so that the first graph need not wait for it."""
        if not self._all:
            self._spare = pane = self._new_pane()
            self._arrange()
            for part in (pane, *pane.findChildren(QWidget)):
                part.ensurePolished()

    @property
    def _all(self) -> list[GraphPane]:
        return self.panes if self._spare is None else [*self.panes, self._spare]

    def _refresh(self) -> None:
        wanted = len(self._session.views.panes.panes)
        if wanted != len(self.panes):
            self._rebuild(wanted)
        self._stack.setCurrentIndex(1 if wanted else 0)
        self._refresh_panes()
        self._refresh_overlays()

    def _refresh_panes(self) -> None:
        if len(self.panes) == len(self._session.views.panes.panes):
            for pane in self.panes:
                pane.refresh()

    def _refresh_overlays(self) -> None:
        if len(self.panes) == len(self._session.views.panes.panes):
            for pane in self.panes:
                pane.marks.refresh()

    def _rebuild(self, wanted: int) -> None:
        """As many panes as wanted, in rows of at most three; panes that stay are kept as they are."""
        while len(self.panes) > wanted:
            pane = self.panes.pop()
            pane.shut_down()
            pane.hide()
            pane.setParent(None)
            pane.deleteLater()
        while len(self.panes) < wanted:
            pane, self._spare = self._spare or self._new_pane(), None
            pane.index = len(self.panes)
            self.panes.append(pane)
            self.links.admit(pane)
        self._arrange()

    def _new_pane(self) -> GraphPane:
        from graphscope.ui.panes.graph_pane import GraphPane  # painting is not needed before there is a graph

        pane = GraphPane(self._session, 0, self._theme, self._dot)
        pane.menu_wanted.connect(self.menu_wanted)
        pane.settled.connect(self.settled)
        return pane

    def _arrange(self) -> None:
        panes = self._all
        if panes == self._arranged:
            return
        self._arranged = list(panes)
        columns = columns_for(len(panes))
        old = [self._grid.widget(place) for place in range(self._grid.count())]
        for start in range(0, len(panes), columns):
            line = QSplitter(Qt.Orientation.Horizontal)
            line.setChildrenCollapsible(False)
            for pane in panes[start : start + columns]:
                line.addWidget(pane)
            line.setSizes([1000] * line.count())
            self._grid.addWidget(line)
        for each in filter(None, old):
            each.hide()
            each.setParent(None)
            each.deleteLater()
        self._grid.setSizes([1000] * self._grid.count())


def columns_for(count: int) -> int:
    """How many panes stand in a row: up to three beside each other, four and more in two rows."""
    return max(1, count) if count <= 3 else math.ceil(count / 2)
