"""What stands in a pane with nothing to draw: a title and what to do next, or what is being worked on."""

from __future__ import annotations

import math
import time

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QWidget

from graphscope.export.look import Theme
from graphscope.ui.fonts import ui_font

_WIDEST = 420.0
_MARGIN = 16.0
_TITLE = 30.0
_ADVICE = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
_BAR = 180.0
_PERIOD = 1.6
_BUSY_INTERVAL = 40


class PaneMessage:
    """The words of one pane, which repaints while something is being worked on."""

    def __init__(self, pane: QWidget) -> None:
        self.words = ("", "")
        self._busy = ""
        self._ticks = QTimer(pane)
        self._ticks.timeout.connect(pane.update)

    def set_busy(self, text: str) -> None:
        """Tell what is being worked on; an empty text for nothing."""
        self._busy = text
        if text:
            self._ticks.start(_BUSY_INTERVAL)
        else:
            self._ticks.stop()

    def paint(self, painter: QPainter, area: QRectF, theme: Theme, empty: bool) -> None:
        """Paint it; what to do next is said only where the pane is ``empty`` and nothing is worked on."""
        if self._busy:
            paint_busy(painter, area, theme, self._busy)
        elif empty:
            paint_message(painter, area, theme, self.words)


def paint_message(painter: QPainter, area: QRectF, theme: Theme, words: tuple[str, str]) -> None:
    """A title and advice in the middle of the pane, all of it wherever the pane can hold it."""
    title, text = words
    width = min(_WIDEST, area.width() - 2 * _MARGIN)
    font = ui_font(13)
    room = QRectF(0, 0, width, max(0.0, area.height() - _TITLE - 2 * _MARGIN))
    needed = QFontMetricsF(font).boundingRect(room, _ADVICE, text).height() if text else 0.0
    height = min(needed, room.height())
    left, top = area.center().x() - width / 2, area.center().y() - (_TITLE + height) / 2
    painter.setPen(QColor(theme.colours["text"]))
    painter.setFont(ui_font(15, 600))
    painter.drawText(QRectF(left, top, width, 24), Qt.AlignmentFlag.AlignCenter, title)
    painter.setPen(QColor(theme.colours["muted"]))
    painter.setFont(font)
    painter.drawText(QRectF(left, top + _TITLE, width, height), _ADVICE, text)


def paint_busy(painter: QPainter, area: QRectF, theme: Theme, text: str) -> None:
    """A line that tells what goes on, over a bar that keeps moving; over a graph, in the pane's lower left corner."""
    painter.setFont(ui_font(12))
    width = max(_BAR, painter.fontMetrics().horizontalAdvance(text)) + 28
    box = QRectF(area.left() + 14, area.bottom() - 58, width, 44)
    painter.setPen(QColor(theme.colours["line"]))
    painter.setBrush(QColor(theme.colours["panel"]))
    painter.drawRoundedRect(box, 8, 8)
    painter.setPen(QColor(theme.colours["text"]))
    painter.drawText(box.adjusted(14, 6, -14, -16), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
    track = QRectF(box.left() + 14, box.bottom() - 12, box.width() - 28, 4)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.colours["line"]))
    painter.drawRoundedRect(track, 2, 2)
    phase = 0.5 - 0.5 * math.cos(time.monotonic() % _PERIOD / _PERIOD * 2 * math.pi)
    part = track.width() * 0.3
    painter.setBrush(QColor(theme.colours["accent"]))
    painter.drawRoundedRect(QRectF(track.left() + phase * (track.width() - part), track.top(), part, 4), 2, 2)


def paint_focus(painter: QPainter, area: QRectF, theme: Theme) -> None:
    """Paint the line round a pane that keys go to."""
    painter.setPen(QPen(QColor(theme.colours["accent"]), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5))
