"""Labels, chips and small buttons in the roles that the style sheet knows; no layout and no behaviour."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QWidget


class ElidedLabel(QLabel):
    """A label of one line whose text is cut with an ellipsis where there is no room for it; its tip has it whole."""

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.whole = ""
        self.setText(text)

    def setText(self, text: str) -> None:
        """Show another text."""
        if text != self.whole:
            self.whole = text
            super().setText(text)
            self.updateGeometry()
            self._elide()

    def sizeHint(self) -> QSize:
        """Room for all of it."""
        around = self.width() - self.contentsRect().width()
        width = self.fontMetrics().horizontalAdvance(self.whole) + around + 2
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """It can do with little."""
        return QSize(20, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut anew."""
        super().resizeEvent(event)
        self._elide()

    def changeEvent(self, event: QEvent) -> None:
        """Another font or style leaves other room."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._elide()

    def _elide(self) -> None:
        room = self.contentsRect().width()
        cut = self.fontMetrics().elidedText(self.whole, Qt.TextElideMode.ElideRight, max(room, 0))
        if cut != self.text():
            super().setText(cut)


def label(text: str = "", role: str = "", parent: QWidget | None = None) -> QLabel:
    """A label in a role: ``heading``, ``muted``, ``title``, ``mono`` or ``error``. Text is never read as HTML."""
    made = QLabel(text, parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    if role:
        made.setProperty("role", role)
    return made


def heading(text: str) -> QLabel:
    """A small grey heading in capitals."""
    made = ElidedLabel(text.upper())
    made.setProperty("role", "heading")
    made.setAccessibleName(text)
    return made


def paragraph(text: str = "", role: str = "") -> QLabel:
    """A label that wraps, whose text can be selected with the mouse."""
    made = label(text, role)
    made.setWordWrap(True)
    made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    policy.setHeightForWidth(True)
    made.setSizePolicy(policy)
    return made


def chip(text: str = "", look: str = "plain") -> QLabel:
    """A word in a coloured frame."""
    made = ElidedLabel(text)
    made.setProperty("chip", look)
    made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    return made


def button(text: str, clicked: Callable[[], object], style: str = "", tip: str = "") -> QPushButton:
    """A push button; ``style`` is ``flat``, ``link``, ``small`` or ``primary``."""
    made = QPushButton(text)
    if style:
        made.setProperty(style, True)
    made.setToolTip(tip)
    made.clicked.connect(lambda: clicked())
    return made


def set_look(widget: QWidget, name: str, value: object) -> None:
    """Change a property that the style sheet looks at, and have it look again."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def as_panel(widget: QWidget) -> None:
    """Give a plain widget the background of panels."""
    widget.setProperty("panel", True)
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
