"""Labels, chips and small buttons in the roles that the style sheet knows; no layout and no behaviour."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QWidget


def label(text: str = "", role: str = "", parent: QWidget | None = None) -> QLabel:
    """A label in a role: ``heading``, ``muted``, ``title``, ``mono`` or ``error``. Text is never read as HTML."""
    made = QLabel(text, parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    if role:
        made.setProperty("role", role)
    return made


def heading(text: str) -> QLabel:
    """A small grey heading in capitals."""
    made = label(text.upper(), "heading")
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
    made = label(text)
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
