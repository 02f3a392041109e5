"""RowDrag: a row of signatures dragged to another place, with a line where it would go; it moves no row itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget

_THICK = 2


class RowDrag(QObject):
    """Watches the rows' mouse events. ``rows`` gives their widgets in order."""

    dropped = Signal(QWidget, int)
    """The row, and its place among the rows when it has been taken out."""

    def __init__(self, parent: QWidget, rows: Callable[[], Sequence[QWidget]]) -> None:
        super().__init__(parent)
        self._rows = rows
        self._pressed: QPoint | None = None
        self._gap: int | None = None
        self._line = QFrame(parent)
        self._line.setProperty("dropLine", True)
        self._line.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._line.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Presses, moves and releases on a row; a release that ends a drag is no click."""
        if not isinstance(watched, QWidget) or not isinstance(event, QMouseEvent):
            return False
        if event.type() == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
            self._pressed, self._gap = event.position().toPoint(), None
        elif event.type() == QEvent.Type.MouseMove and self._pressed is not None:
            self._move(watched, event.position().toPoint())
        elif event.type() == QEvent.Type.MouseButtonRelease:
            return self._release(watched)
        return False

    def _move(self, row: QWidget, at: QPoint) -> None:
        assert self._pressed is not None
        if self._gap is None and (at - self._pressed).manhattanLength() < QApplication.startDragDistance():
            return
        rows = self._rows()
        y = row.mapToParent(at).y()
        self._gap = sum(y > each.geometry().center().y() for each in rows)
        row.setCursor(Qt.CursorShape.ClosedHandCursor)
        last = rows[-1].geometry().bottom() + 1
        top = rows[self._gap].geometry().top() - _THICK if self._gap < len(rows) else last
        self._line.setGeometry(row.geometry().left(), top, row.width(), _THICK)
        self._line.raise_()
        self._line.show()

    def _release(self, row: QWidget) -> bool:
        gap, self._gap, self._pressed = self._gap, None, None
        self._line.hide()
        if gap is None:
            return False
        row.unsetCursor()
        old = list(self._rows()).index(row)
        self.dropped.emit(row, gap - (gap > old))
        return True
