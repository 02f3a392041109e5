"""FindBar: looks for words in the code that it stands below, with next, previous and a count; it chooses no lines."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from graphscope.ui.labels import button, label, set_look
from graphscope.ui.panes.source_view import SourceView

MOST_MARKED = 1000
"""Occurrences that are marked at once; all are counted and stepped through."""


class FindBar(QWidget):
    """Hidden until it is wanted. Capitals in the words make capitals count."""

    def __init__(self, view: SourceView) -> None:
        super().__init__()
        self._view = view
        self._found: list[int] = []
        self.words = _Words(self)
        self.words.setPlaceholderText("Find in this code")
        self.words.setAccessibleName("Find in this code")
        self.words.setClearButtonEnabled(True)
        self.count = label("", "muted")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 4, 8, 4)
        layout.setSpacing(6)
        layout.addWidget(self.words, 1)
        layout.addWidget(self.count)
        layout.addWidget(button("Previous", lambda: self.step(-1), "small", "The one before (Shift+Enter)"))
        layout.addWidget(button("Next", lambda: self.step(1), "small", "The next one (Enter)"))
        layout.addWidget(button("Close", self.hide, "small", "Close (Escape)"))
        self.words.textChanged.connect(self._look)
        view.find_wanted.connect(self.begin)
        view.find_next_wanted.connect(self.step)
        view.left.connect(self.hide)
        view.textChanged.connect(self._look_again)
        self.hide()

    def begin(self) -> None:
        """Show the bar, with what is selected in the code if it is within a line."""
        self.show()
        chosen = self._view.textCursor().selectedText()
        if chosen and "\u2029" not in chosen:
            self.words.setText(chosen)
        self.words.setFocus()
        self.words.selectAll()
        self._look()

    def step(self, by: int) -> None:
        """Go to the next occurrence, or to the one before; round at the ends."""
        if not self.isVisible():
            self.begin()
        elif self._found:
            self._go((self._current() + by) % len(self._found))

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing is marked, and keys go to the code again."""
        super().hideEvent(event)
        self._view.show_found(())
        if self.words.hasFocus():
            self._view.setFocus()

    def _look_again(self) -> None:
        if self.isVisible():
            self._look()

    def _look(self) -> None:
        words, text = self.words.text(), self._view.toPlainText()
        if words == words.lower():
            text = text.lower() if len(text.lower()) == len(text) else text
        self._found = _occurrences(text, words)
        self._view.show_found([(each, len(words)) for each in self._found[:MOST_MARKED]])
        set_look(self.words, "wrong", bool(words) and not self._found)
        if self._found:
            here = self._view.textCursor().selectionStart()
            self._go(next((number for number, each in enumerate(self._found) if each >= here), 0))
        else:
            self.count.setText("not found" if words else "")

    def _current(self) -> int:
        """The number of the occurrence that the cursor is at or behind."""
        here = self._view.textCursor().selectionStart()
        return max((number for number, each in enumerate(self._found) if each <= here), default=-1)

    def _go(self, number: int) -> None:
        cursor = QTextCursor(self._view.document())
        cursor.setPosition(self._found[number])
        cursor.setPosition(self._found[number] + len(self.words.text()), QTextCursor.MoveMode.KeepAnchor)
        self._view.setTextCursor(cursor)
        self._view.scroll_to(self._view.line)
        self.count.setText(f"{number + 1:,} of {len(self._found):,}")


class _Words(QLineEdit):
    """The line in which the words are typed."""

    def __init__(self, bar: FindBar) -> None:
        super().__init__()
        self._bar = bar

    def event(self, event: QEvent) -> bool:
        """Keys that find are the bar's own here, not the window's."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and _step_of(event) is not None
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and F3 step, Escape closes."""
        step = _step_of(event)
        if step is None:
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Escape:
            self._bar.hide()
        elif step:
            self._bar.step(step)
        else:
            self.selectAll()


def _step_of(event: QKeyEvent) -> int | None:
    """By how much a key steps: 0 for keys that are the bar's but do not step, None for keys that are not."""
    if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        return -1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
    if event.matches(QKeySequence.StandardKey.FindNext):
        return 1
    if event.matches(QKeySequence.StandardKey.FindPrevious):
        return -1
    return 0 if event.key() == Qt.Key.Key_Escape or event.matches(QKeySequence.StandardKey.Find) else None


def _occurrences(text: str, words: str) -> list[int]:
    found: list[int] = []
    at = text.find(words) if words else -1
    while at >= 0:
        found.append(at)
        at = text.find(words, at + len(words))
    return found
