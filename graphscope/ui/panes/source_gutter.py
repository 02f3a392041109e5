"""SourceGutter: line numbers and each statement's verdict beside the source; the text itself is the source view's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from graphscope.session.verdicts import Verdict
from graphscope.ui.fonts import mono_font

if TYPE_CHECKING:
    from graphscope.ui.panes.source_view import SourceView

NARROWEST, WIDEST = 150, 330
BAR, GAP = 4, 6
_COLOURS = {
    "if": ("if_line", "if_text"),
    "while": ("while_line", "while_text"),
    "hand": ("hand_line", "hand_text"),
    "python": ("python_line", "python_text"),
    "none": ("line", "muted"),
    "bad": ("bad_line", "bad"),
}


class SourceGutter(QWidget):
    """Painted along the lines of a source view that is its parent."""

    def __init__(self, view: SourceView) -> None:
        super().__init__(view)
        self._view = view
        self.verdicts: Mapping[int, Verdict] = {}
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName("What became of each statement")

    def show_verdicts(self, verdicts: Mapping[int, Verdict]) -> None:
        """Say these of the lines."""
        self.verdicts = verdicts
        self.update()

    def width_wanted(self) -> int:
        """Room for the verdicts and for the line numbers."""
        return self._verdict_width() + self._number_width()

    def sizeHint(self) -> QSize:
        """As wide as is wanted."""
        return QSize(self.width_wanted(), 0)

    def _verdict_width(self) -> int:
        if not self.verdicts:
            return 10
        metrics = QFontMetrics(mono_font(11))
        widest = max(metrics.horizontalAdvance(each.text) for each in self.verdicts.values())
        return min(WIDEST, max(NARROWEST, widest + BAR + GAP + 14))

    def _number_width(self) -> int:
        digits = max(2, len(str(max(1, self._view.blockCount()))))
        return QFontMetrics(mono_font(12)).horizontalAdvance("9") * digits + 22

    def paintEvent(self, event: QPaintEvent) -> None:
        """Each visible line's background, verdict and number."""
        theme = self._view.theme
        if theme is None:
            return
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(theme.colours["panel"]))
        for line, top, height in self._view.visible_lines():
            area = QRect(0, top, self.width(), height)
            background = self._view.background_of(line)
            if background is not None:
                painter.fillRect(area, background)
            self._paint_line(painter, line, area)
        painter.end()

    def _paint_line(self, painter: QPainter, line: int, area: QRect) -> None:
        theme = self._view.theme
        assert theme is not None
        verdict_width = self._verdict_width()
        verdict = self.verdicts.get(line)
        middle = int(Qt.AlignmentFlag.AlignVCenter)
        if verdict is not None:
            bar, text = _COLOURS[verdict.look]
            if verdict.look != "none":
                painter.fillRect(QRect(0, area.top(), BAR, area.height()), QColor(theme.colours[bar]))
            painter.setFont(mono_font(11))
            painter.setPen(QColor(theme.colours[text]))
            room = QRect(BAR + GAP, area.top(), verdict_width - BAR - GAP - 6, area.height())
            words = QFontMetrics(mono_font(11)).elidedText(verdict.text, Qt.TextElideMode.ElideRight, room.width())
            painter.drawText(room, middle, words)
        if self._view.document().isEmpty():
            return
        painter.setFont(mono_font(12))
        painter.setPen(QColor(theme.colours["muted"]))
        numbers = QRect(verdict_width, area.top(), self._number_width() - 12, area.height())
        painter.drawText(numbers, middle | int(Qt.AlignmentFlag.AlignRight), str(line))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click chooses the line."""
        line = self._line_at(event.position().toPoint())
        if line is not None:
            self._view.line_clicked.emit(line)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel scrolls the text."""
        QApplication.sendEvent(self._view.viewport(), event)

    def event(self, event: QEvent) -> bool:
        """The tip tells each signature's outcome in full."""
        if isinstance(event, QHelpEvent):
            verdict = self.verdicts.get(self._line_at(event.pos()) or -1)
            QToolTip.showText(event.globalPos(), verdict.detail if verdict is not None else "", self)
            return True
        return super().event(event)

    def _line_at(self, point: QPoint) -> int | None:
        for line, top, height in self._view.visible_lines():
            if top <= point.y() < top + height:
                return line
        return None
