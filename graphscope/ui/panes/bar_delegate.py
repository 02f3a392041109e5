"""BarDelegate: paints a number with a bar beside it, from the left or from the middle; what it tells is the model's."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from graphscope.export.look import Theme
from graphscope.ui.item_models.count_model import BAR, BEFORE, DIFFERENCE

Index = QModelIndex | QPersistentModelIndex
NUMBER = 78
"""Room for the number; the bar has the rest."""
_THICK, _LEAST, _EDGE = 8.0, 2.0, 8.0


class BarDelegate(QStyledItemDelegate):
    """Bars in the theme's colours. The numbers say the same, so that colour is never the only sign."""

    theme: Theme | None = None

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """The cell as ever, and its bar on the right."""
        super().paint(painter, option, index)
        part = index.data(BAR)
        if part is None or self.theme is None:
            return
        rect = QRectF(option.rect)
        room = QRectF(rect.left() + NUMBER, rect.center().y() - _THICK / 2, rect.width() - NUMBER - _EDGE, _THICK)
        if room.width() < 4 * _LEAST:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        if index.column() == DIFFERENCE:
            painter.fillRect(
                QRectF(room.center().x() - 0.5, rect.top() + 3, 1, rect.height() - 6), self._colour("line")
            )
        bar = bar_in(room, float(part), index.column() == DIFFERENCE)
        if bar.width() > 0:
            painter.setBrush(self._colour(self._name(index.column(), float(part))))
            painter.drawRoundedRect(bar, 2, 2)
        painter.restore()

    def _name(self, column: int, part: float) -> str:
        if column == DIFFERENCE:
            return "good" if part < 0 else "if_line"
        return "wire" if column == BEFORE else "accent"

    def _colour(self, name: str) -> QColor:
        assert self.theme is not None
        return QColor(self.theme.colours[name])


def bar_in(room: QRectF, part: float, from_middle: bool) -> QRectF:
    """Where the bar of ``part`` (-1 to 1) lies; what is not 0 can be seen."""
    if part == 0:
        return QRectF(room.left(), room.top(), 0, room.height())
    if not from_middle:
        return QRectF(room.left(), room.top(), max(_LEAST, abs(part) * room.width()), room.height())
    middle, length = room.center().x(), max(_LEAST, abs(part) * room.width() / 2)
    return QRectF(middle - length if part < 0 else middle, room.top(), length, room.height())
