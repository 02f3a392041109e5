"""OutputPane: what the user's code printed, step by step; it is kept by the session, here it is only shown."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget

from graphscope.session.observers import Change
from graphscope.session.session import Session
from graphscope.ui.fonts import mono_font
from graphscope.ui.labels import as_panel

TOGETHER = 60
"""Milliseconds of printing shown together, so that code that prints without end does not hold up the window."""


class TextPane(QWidget):
    """Read-only monospace text, with a sentence where there is none."""

    def __init__(self, name: str, empty: str) -> None:
        super().__init__()
        as_panel(self)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setProperty("role", "mono")
        self.text.setFont(mono_font())
        self.text.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setPlaceholderText(empty)
        self.text.setAccessibleName(name)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 0, 0)
        layout.addWidget(self.text)

    def show_text(self, text: str) -> None:
        """Show another text; one that only grew is added to, and followed where its end was in view."""
        shown = self.text.toPlainText()
        if text == shown:
            return
        bar = self.text.verticalScrollBar()
        at_end = bar.value() >= bar.maximum()
        if shown and text.startswith(shown):
            cursor = QTextCursor(self.text.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(text[len(shown) :])
        else:
            self.text.setPlainText(text)
        if at_end:
            bar.setValue(bar.maximum())


class OutputPane(TextPane):
    """Everything that was printed since the module was opened."""

    def __init__(self, session: Session) -> None:
        super().__init__("Output", "What your code prints appears here. Python's print runs while tracing only.")
        self._session = session
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(TOGETHER)
        self._soon.timeout.connect(self._refresh)
        session.on(Change.OUTPUT, self._printed)

    def _printed(self) -> None:
        if not self._soon.isActive():
            self._soon.start()

    def _refresh(self) -> None:
        self.show_text(self._session.state.output.text())
