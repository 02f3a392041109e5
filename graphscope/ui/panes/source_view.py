"""SourceView: code with its gutter and lit lines, walked by keys; which code and which lines is for others to say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
    QTextCursor,
    QTextFormat,
    QWheelEvent,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from graphscope.export.look import Theme
from graphscope.session.verdicts import Verdict
from graphscope.ui.fonts import mono_font
from graphscope.ui.panes.python_highlighter import PythonHighlighter
from graphscope.ui.panes.source_gutter import SourceGutter

_FIND = QKeySequence.StandardKey.Find
_NEXT = QKeySequence.StandardKey.FindNext
_PREVIOUS = QKeySequence.StandardKey.FindPrevious
_FILLS = {"while": "while_fill", "if": "if_fill", "hand": "hand_fill", "bad": "bad_fill"}


class SourceView(QPlainTextEdit):
    """Read-only text whose lines are chosen by a click or with the cursor."""

    line_clicked = Signal(int)
    find_wanted = Signal()
    find_next_wanted = Signal(int)
    """1 for the next of what was looked for, -1 for the one before."""
    left = Signal()
    """Escape was pressed."""

    def __init__(self, name: str = "Source") -> None:
        super().__init__()
        self.theme: Theme | None = None
        self.lit: frozenset[int] = frozenset()
        self._wrong: int | None = None
        self._look = ""
        self._aim: int | None = None
        """The line to keep in view until the user scrolls."""
        self._found: Sequence[tuple[int, int]] = ()
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.setProperty("role", "mono")
        self.setFont(mono_font())
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setAccessibleName(name)
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
            self.lit, self._wrong, self._found = frozenset(), None, ()
            self.setPlainText(text)

    def show_verdicts(self, verdicts: Mapping[int, Verdict]) -> None:
        """Say these in the gutter."""
        self.gutter.show_verdicts(verdicts)
        self._make_room()
        self._mark()

    def light_as(self, look: str) -> None:
        """Lit lines that have no verdict of their own are filled like those that have one of that look."""
        self._look = look

    def show_found(self, found: Sequence[tuple[int, int]]) -> None:
        """Mark these pieces of the text, each a position and a length."""
        self._found = found
        self._mark()

    def light(self, lines: frozenset[int], wrong: int | None = None, first: int | None = None) -> None:
        """Light up lines, and mark another as where an error was; ``first`` of them is where to look."""
        moved = lines != self.lit or wrong != self._wrong
        self.lit, self._wrong = lines, wrong
        self._mark()
        target = first or min(lines, default=wrong)
        if moved and target is not None:
            if self.line not in lines:
                self.setTextCursor(QTextCursor(self.document().findBlockByNumber(target - 1)))
                self._aim = target
            self.scroll_to(target)

    @property
    def line(self) -> int:
        """The line that the cursor is in."""
        return self.textCursor().blockNumber() + 1

    def scroll_to(self, line: int) -> None:
        """Bring a line into view, to the middle where it was out of it."""
        visible = [number for number, top, height in self.visible_lines() if top + height <= self.viewport().height()]
        if line not in visible:
            self.verticalScrollBar().setValue(max(0, line - 1 - len(visible) // 2))

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
        if self.theme is None or (line not in self.lit and line != self._wrong):
            return None
        if line == self._wrong:
            return QColor(self.theme.colours["bad_fill"])
        verdict = self.gutter.verdicts.get(line)
        look = verdict.look if verdict is not None else self._look
        return QColor(self.theme.colours[_FILLS.get(look, "selection")])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click chooses the line; dragging still selects text."""
        super().mousePressEvent(event)
        self.line_clicked.emit(self.cursorForPosition(event.position().toPoint()).blockNumber() + 1)

    def event(self, event: QEvent) -> bool:
        """Keys that find are the text's own here, not the window's."""
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and any(map(event.matches, (_FIND, _NEXT, _PREVIOUS))):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The line that the cursor comes to is chosen; keys that find are passed on."""
        if event.matches(_FIND):
            self.find_wanted.emit()
        elif event.matches(_NEXT) or event.matches(_PREVIOUS):
            self.find_next_wanted.emit(1 if event.matches(_NEXT) else -1)
        else:
            before = self.line
            super().keyPressEvent(event)
            if event.key() == Qt.Key.Key_Escape:
                self.left.emit()
            elif self.line != before or event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.line_clicked.emit(self.line)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The gutter keeps the height of the text."""
        super().resizeEvent(event)
        self._place_gutter()
        if self._aim is not None:
            self.scroll_to(self._aim)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Who scrolls looks for something else."""
        self._aim = None
        super().wheelEvent(event)

    def _mark(self) -> None:
        marks = []
        for line in sorted(self.lit | ({self._wrong} if self._wrong else set())):
            colour = self.background_of(line)
            block = self.document().findBlockByNumber(line - 1)
            if colour is not None and block.isValid():
                mark = QTextEdit.ExtraSelection()
                mark.format.setBackground(colour)
                mark.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
                mark.cursor = QTextCursor(block)
                marks.append(mark)
        self.setExtraSelections(marks + [self._found_mark(*each) for each in self._found])
        self.gutter.update()

    def _found_mark(self, position: int, length: int) -> QTextEdit.ExtraSelection:
        mark = QTextEdit.ExtraSelection()
        if self.theme is not None:
            mark.format.setBackground(QColor(self.theme.colours["warn_line"]))
            mark.format.setForeground(QColor(self.theme.colours["text"]))
        mark.cursor = QTextCursor(self.document())
        mark.cursor.setPosition(position)
        mark.cursor.setPosition(position + length, QTextCursor.MoveMode.KeepAnchor)
        return mark

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
