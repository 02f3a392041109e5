"""SourceView: one file's text with its gutter and a lit line; which file and line is for others to say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from PySide6.QtCore import QRect, Signal
from PySide6.QtGui import QColor, QMouseEvent, QResizeEvent, QTextCursor, QTextFormat
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from graphscope.export.look import Theme
from graphscope.session.verdicts import Verdict
from graphscope.ui.fonts import mono_font
from graphscope.ui.panes.python_highlighter import PythonHighlighter
from graphscope.ui.panes.source_gutter import SourceGutter

_FILLS = {"while": "while_fill", "if": "if_fill", "bad": "bad_fill"}


class SourceView(QPlainTextEdit):
    """Read-only text whose lines can be clicked."""

    line_clicked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.theme: Theme | None = None
        self._lit: int | None = None
        self._wrong: int | None = None
        self.setReadOnly(True)
        self.setProperty("role", "mono")
        self.setFont(mono_font())
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setAccessibleName("Source")
        self.document().setDocumentMargin(0)
        self._highlighter = PythonHighlighter(self.document())
        self.gutter = SourceGutter(self)
        self.updateRequest.connect(self._scroll_gutter)
        self.blockCountChanged.connect(self._make_room)
        self._make_room()

    def set_theme(self, theme: Theme) -> None:
        """Use these colours from now on."""
        self.theme = theme
        self._highlighter.set_theme(theme)
        self._mark()

    def show_text(self, text: str) -> None:
        """Show another text, from its beginning."""
        if text != self.toPlainText():
            self._lit = self._wrong = None
            self.setPlainText(text)

    def show_verdicts(self, verdicts: Mapping[int, Verdict]) -> None:
        """Say these in the gutter."""
        self.gutter.show_verdicts(verdicts)
        self._make_room()
        self._mark()

    def light(self, line: int | None, wrong: int | None = None) -> None:
        """Light up a line, and mark another as where an error was; a lit line is scrolled into view."""
        moved = line != self._lit or wrong != self._wrong
        self._lit, self._wrong = line, wrong
        self._mark()
        target = line or wrong
        if moved and target is not None:
            self.scroll_to(target)

    def scroll_to(self, line: int) -> None:
        """Bring a line into view, a third down the view where it was out of it."""
        visible = [number for number, top, height in self.visible_lines() if top + height <= self.viewport().height()]
        if line not in visible:
            self.verticalScrollBar().setValue(max(0, line - 1 - max(1, len(visible)) // 3))

    def visible_lines(self) -> Iterator[tuple[int, int, int]]:
        """(line, top, height) of each line in view."""
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= self.viewport().height():
            height = self.blockBoundingRect(block).height()
            yield block.blockNumber() + 1, round(top), round(height)
            top += height
            block = block.next()

    def background_of(self, line: int) -> QColor | None:
        """The colour behind a line that stands out, None behind others."""
        if self.theme is None or line not in (self._lit, self._wrong):
            return None
        if line == self._wrong:
            return QColor(self.theme.colours["bad_fill"])
        verdict = self.gutter.verdicts.get(line)
        return QColor(self.theme.colours[_FILLS.get(verdict.look if verdict else "", "selection")])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click chooses the line; dragging still selects text."""
        super().mousePressEvent(event)
        self.line_clicked.emit(self.cursorForPosition(event.position().toPoint()).blockNumber() + 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The gutter keeps the height of the text."""
        super().resizeEvent(event)
        self._place_gutter()

    def _mark(self) -> None:
        marks = []
        for line in {self._lit, self._wrong} - {None}:
            colour = self.background_of(line or 0)
            block = self.document().findBlockByNumber((line or 0) - 1)
            if colour is not None and block.isValid():
                mark = QTextEdit.ExtraSelection()
                mark.format.setBackground(colour)
                mark.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
                mark.cursor = QTextCursor(block)
                marks.append(mark)
        self.setExtraSelections(marks)
        self.gutter.update()

    def _make_room(self) -> None:
        self.setViewportMargins(self.gutter.width_wanted(), 0, 0, 0)
        self._place_gutter()

    def _place_gutter(self) -> None:
        area = self.contentsRect()
        self.gutter.setGeometry(QRect(area.left(), area.top(), self.gutter.width_wanted(), area.height()))

    def _scroll_gutter(self, area: QRect, pixels: int) -> None:
        if pixels:
            self.gutter.scroll(0, pixels)
        else:
            self.gutter.update(0, area.y(), self.gutter.width(), area.height())
