"""SearchBox: finds ops in every pane as you type, lists them, and steps through them; how to match is analysis's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMoveEvent
from PySide6.QtWidgets import QApplication, QLineEdit

from graphscope.session.session import Session
from graphscope.ui.background_search import BackgroundSearch
from graphscope.ui.labels import set_look
from graphscope.ui.panes.panes_area import PanesArea
from graphscope.ui.search_matches import SearchMatches, SearchWish, find

if TYPE_CHECKING:
    from graphscope.ui.search_results import SearchResults


class SearchBox(QLineEdit):
    """The line in the toolbar. Enter goes to the next match, Shift+Enter to the one before, Escape gives up."""

    said = Signal(str)
    """How much was found, in words."""

    def __init__(self, session: Session, panes: PanesArea) -> None:
        super().__init__()
        self._session = session
        self._panes = panes
        self.matches = SearchMatches()
        self._place = -1
        self._steps: list[int] = []
        self._results: SearchResults | None = None
        self.background = BackgroundSearch(self)
        self.background.found.connect(self._take)
        self.setPlaceholderText("⌕ Find op, type, /regex/")
        self.setAccessibleName("Find ops by name, type, shape, attribute, line or /regular expression/")
        self.setToolTip("Find ops (Ctrl+F): MatMul, /regex/, op:MatMul shape:[?,4] line:17 -in:cond_true")
        self.setClearButtonEnabled(True)
        self.setMinimumWidth(120)
        self.setMaximumWidth(210)
        self.textChanged.connect(self.refresh)
        panes.settled.connect(self.refresh)

    @property
    def results(self) -> SearchResults:
        """The list of what was found, made when it is first wanted."""
        if self._results is None:
            from graphscope.ui.search_results import SearchResults

            self._results = SearchResults(self.window())
            self._results.chosen.connect(self.go_to)
            self._results.left.connect(self.setFocus)
            self._results.list.installEventFilter(self)
        return self._results

    # ---- searching -----------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Search again: another text, or other graphs."""
        from graphscope.analysis.search import is_quick

        text = self.text().strip()
        panes = [(each.index, each.concrete, each.picture) for each in self._panes.panes]
        known = tuple((index, graph, picture) for index, graph, picture in panes if graph and picture)
        wish = SearchWish(text, known if text else (), self._session.state.sources.texts)
        if all(is_quick(graph) for _, graph, _ in wish.panes):
            self.background.cancel()
            self._take(find(wish))
        else:
            self.background.want(wish)

    def _take(self, matches: SearchMatches) -> None:
        """This was found."""
        if not matches.is_like(self.matches):
            self._place = -1
        self.matches = matches
        for pane in self._panes.panes:
            pane.marks.show_found(matches.places.get(pane.index, ()))
        nothing = bool(matches.text) and not len(matches) and not matches.hidden
        set_look(self, "wrong", bool(matches.problem) or nothing)
        if matches.text:
            self.results.fill(matches, tuple(pane.header.letter() for pane in self._panes.panes))
        steps, self._steps = self._steps, []
        for step in steps:
            self.step(step)
        self._tell()
        self._show_or_hide()

    def step(self, direction: int) -> None:
        """Go to the next match or the one before, and select it; once they are known, where they are being found."""
        if self.background.busy:
            self._steps.append(direction)
            return
        if any(index >= len(self._panes.panes) for index, _, _ in self.matches.parts):
            self.refresh()
        if len(self.matches):
            start = self._place if self._place >= 0 else (-1 if direction > 0 else 0)
            self.go_to((start + direction) % len(self.matches))

    def go_to(self, place: int) -> None:
        """Go to a match by its place in the list."""
        self._place = place
        match = self.matches[place]
        self.results.point_at(place)
        self._panes.panes[match.pane].go_to(match.node)
        self._tell()

    def _tell(self) -> None:
        words = self._words()
        if self._results is not None:
            self._results.say(words)
        self.said.emit(words)

    def _words(self) -> str:
        matches = self.matches
        if not matches.text or matches.problem:
            return matches.problem
        count, hidden = len(matches), matches.hidden
        if not count and hidden:
            every = "all hidden" if hidden > 1 else "hidden"
            return f"{_counted(hidden)}, {every}: View, Show everything again (Ctrl+Shift+H) brings them back"
        if not count:
            return f"nothing found for {matches.text}"
        place = f"{self._place + 1:,} of " if self._place >= 0 else ""
        more = f", {hidden:,} more {'is' if hidden == 1 else 'are'} hidden" if hidden else ""
        return f"{place}{_counted(count)}{more}"

    # ---- the list ------------------------------------------------------------------------------------------------

    def _show_or_hide(self) -> None:
        if self.matches.text and self.text().strip() and self._is_used():
            self.results.show_below(self)
        elif self._results is not None:
            self._results.hide()

    def _is_used(self) -> bool:
        focused = QApplication.focusWidget()
        inside = self._results is not None and focused is not None and self._results.isAncestorOf(focused)
        return self.hasFocus() or inside

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Escape, down into the list; the rest types."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif event.key() == Qt.Key.Key_Down and len(self.matches):
            self.results.list.setFocus()
            self.results.point_at(max(self._place, 0))
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The list is seen while it is of use."""
        super().focusInEvent(event)
        self._show_or_hide()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Whether the list got the focus is known a moment later."""
        super().focusOutEvent(event)
        QTimer.singleShot(0, self, self._show_or_hide)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The list is gone once neither it nor this line has the focus."""
        if event.type() == QEvent.Type.FocusOut:
            QTimer.singleShot(0, self, self._show_or_hide)
        return super().eventFilter(watched, event)

    def moveEvent(self, event: QMoveEvent) -> None:
        """The list moves along."""
        super().moveEvent(event)
        if self._results is not None and self._results.isVisible():
            self._results.show_below(self)


def _counted(count: int) -> str:
    return f"{count:,} match{'' if count == 1 else 'es'}"
