"""CodeSnippet: a few lines of Python in colours, as tall as they are, below a word on them; they cannot be chosen."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from graphscope.export.look import Theme
from graphscope.ui.fonts import mono_font
from graphscope.ui.labels import label
from graphscope.ui.panes.python_highlighter import PythonHighlighter

_AROUND = 14


class CodeSnippet(QWidget):
    """The text can be selected and copied."""

    def __init__(self, word: str, role: str) -> None:
        super().__init__()
        self.code = _Lines()
        self.code.setAccessibleName(word)
        self._highlighter = PythonHighlighter(self.code.document())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(label(word, role))
        layout.addWidget(self.code)
        layout.addStretch(1)

    def set_theme(self, theme: Theme) -> None:
        """Use these colours from now on."""
        self._highlighter.set_theme(theme)

    def show_text(self, text: str) -> None:
        """Show other lines."""
        if text != self.code.toPlainText():
            self.code.setPlainText(text)
            self.code.updateGeometry()


class _Lines(QPlainTextEdit):
    """As tall as its text is."""

    def __init__(self) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setProperty("role", "snippet")
        self.setFont(mono_font(12))
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Room for all lines, and for the bar below those that are too long."""
        metrics = QFontMetricsF(self.font())
        lines = self.document().blockCount()
        widest = max(metrics.horizontalAdvance(line) for line in self.toPlainText().split("\n"))
        bar = self.horizontalScrollBar().sizeHint().height()
        return QSize(math.ceil(widest) + 2 * _AROUND, math.ceil(lines * metrics.lineSpacing()) + _AROUND + bar)

    def minimumSizeHint(self) -> QSize:
        """Lines that are too long are scrolled."""
        return QSize(160, self.sizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        """Another font has other lines."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
