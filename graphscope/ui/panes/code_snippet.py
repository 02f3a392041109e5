"""CodeSnippet: a few lines of Python in colours, as tall as they are, long ones wrapped, below a word on them."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QTextLayout, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from graphscope.export.look import Theme
from graphscope.ui.fonts import mono_font
from graphscope.ui.labels import label
from graphscope.ui.panes.python_highlighter import PythonHighlighter

_ASIDE, _ABOVE = 14, 11
"""What the frame, its padding and the document's margin take at each side, above and below."""


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

    def rows_wrapped(self, width: int) -> int:
        """How many rows more than lines there are in that room."""
        return self.code.rows(width) - self.code.document().blockCount()


class _Lines(QPlainTextEdit):
    """As tall as its text is."""

    def __init__(self) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setProperty("role", "snippet")
        self.setFont(mono_font(12))
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        for policy in (self.setVerticalScrollBarPolicy, self.setHorizontalScrollBarPolicy):
            policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        size = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        size.setHeightForWidth(True)
        self.setSizePolicy(size)

    def sizeHint(self) -> QSize:
        """Room for all lines, none wrapped."""
        metrics = QFontMetricsF(self.font())
        widest = max(metrics.horizontalAdvance(line) for line in self.toPlainText().split("\n"))
        width = math.ceil(widest) + 2 * _ASIDE
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Lines that are too long are wrapped."""
        return QSize(160, self.sizeHint().height())

    def heightForWidth(self, width: int) -> int:
        """Room for all lines, those that are too long wrapped."""
        return self.rows(width) * math.ceil(QFontMetricsF(self.font()).lineSpacing()) + 2 * _ABOVE

    def rows(self, width: int) -> int:
        """How many rows the lines are in that room."""
        return sum(self._rows(line, width - 2 * _ASIDE) for line in self.toPlainText().split("\n"))

    def _rows(self, line: str, room: int) -> int:
        layout = QTextLayout(line, self.font())
        option = QTextOption()
        option.setWrapMode(self.wordWrapMode())
        layout.setTextOption(option)
        layout.beginLayout()
        while (row := layout.createLine()).isValid():
            row.setLineWidth(max(room, 1))
        layout.endLayout()
        return max(layout.lineCount(), 1)

    def changeEvent(self, event: QEvent) -> None:
        """Another font has other lines."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
