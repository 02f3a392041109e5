"""SearchBox: finds ops by name, type or /pattern/ in every pane, and steps through them; how to match is analysis's."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit

from graphscope.analysis.picture import NodeId
from graphscope.ui.labels import set_look
from graphscope.ui.panes.panes_area import PanesArea


class SearchBox(QLineEdit):
    """The line in the toolbar. Enter goes to the next match, Shift+Enter to the one before, Escape gives up."""

    said = Signal(str)
    """How much was found, in words."""

    def __init__(self, panes: PanesArea) -> None:
        super().__init__()
        self._panes = panes
        self._matches: list[tuple[int, NodeId]] = []
        self._place = -1
        self._hidden = 0
        self.setPlaceholderText("⌕ Find op, type, /regex/")
        self.setAccessibleName("Find ops by name, type or /regular expression/")
        self.setToolTip("Find ops (Ctrl+F). Enter: next, Shift+Enter: previous, Escape: clear")
        self.setClearButtonEnabled(True)
        self.setMinimumWidth(120)
        self.setMaximumWidth(210)
        self.textChanged.connect(self.refresh)
        panes.settled.connect(self.refresh)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Escape; the rest types."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)

    def refresh(self) -> None:
        """Search again: another text, or other graphs."""
        from graphscope.analysis.search import search

        text = self.text().strip()
        before, self._matches, self._hidden = self._matches, [], 0
        wrong = ""
        for pane in self._panes.panes:
            found: tuple[NodeId, ...] = ()
            if text and pane.concrete is not None and pane.picture is not None:
                answer = search(pane.concrete, text)
                found, wrong = answer.nodes, answer.problem
                shown = [node for node in found if node in pane.picture.box_of]
                self._hidden += len(found) - len(shown)
                self._matches.extend((pane.index, node) for node in shown)
            pane.show_found(frozenset(found))
        if before != self._matches:
            self._place = -1
        set_look(self, "wrong", bool(wrong) or bool(text and not self._matches and not self._hidden))
        self.said.emit(wrong or self._words(text))

    def step(self, direction: int) -> None:
        """Go to the next match or the one before, and select it."""
        if any(index >= len(self._panes.panes) for index, _ in self._matches):
            self.refresh()
        if not self._matches:
            return
        start = self._place if self._place >= 0 else (-1 if direction > 0 else 0)
        self._place = (start + direction) % len(self._matches)
        index, node = self._matches[self._place]
        self._panes.panes[index].go_to(node)
        self.said.emit(self._words(self.text().strip()))

    def _words(self, text: str) -> str:
        if not text:
            return ""
        count = len(self._matches)
        hidden = f", {self._hidden:,} more are hidden" if self._hidden else ""
        if not count:
            return f"nothing found for {text}{hidden}"
        place = f"{self._place + 1} of " if self._place >= 0 else ""
        return f"{place}{count:,} match{'' if count == 1 else 'es'}{hidden}"
