"""PaneHeader: the line above a graph: whose it is, which view of it, and what is hidden there."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QSizePolicy

from graphscope.analysis.trim_words import hidden_summary, hidden_words
from graphscope.session.panes import AFTER, BEFORE, HLO, HLO_OPTIMISED, VIEWS
from graphscope.ui.labels import ElidedLabel, button, label, set_look

HEIGHT = 34
ROOMY = 330


class PaneHeader(QFrame):
    """Says what the user chose; it changes nothing itself."""

    view_chosen = Signal(str)
    close_wanted = Signal()
    hidden_clicked = Signal(QPoint)
    """Where a menu of what is hidden goes."""
    pressed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("paneHeader", True)
        self.setFixedHeight(HEIGHT)
        self._letter = label("", "title")
        self._signature = ElidedLabel()
        self._signature.setProperty("role", "mono")
        self._signature.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._signature.setMinimumWidth(40)
        self._hidden = button("", self._ask_hidden, "link")
        self._hidden.hide()
        self._view = QComboBox()
        self._view.setProperty("small", True)
        self._view.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._view.setAccessibleName("View")
        for view, text in VIEWS.items():
            self._view.addItem(text, view)
        self._view.activated.connect(lambda place: self.view_chosen.emit(self._view.itemData(place)))
        self._close = button("×", self.close_wanted.emit, "flat", "Close this pane (Ctrl+W)")
        self._close.setProperty("small", True)
        self._close.setAccessibleName("Close this pane")
        self._close.setFixedWidth(24)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 0, 8, 0)
        layout.setSpacing(8)
        layout.addWidget(self._letter)
        layout.addWidget(self._signature, 1)
        layout.addWidget(self._hidden)
        layout.addWidget(self._view)
        layout.addWidget(self._close)

    def tell(self, letter: str, signature: str, view: tuple[str, str], chosen: bool) -> None:
        """Show whose graph it is and which view of it, as its id and what it is called."""
        self._letter.setText(letter)
        self._signature.setText(signature)
        self._signature.setToolTip(signature)
        self._offer_pass(*view)
        self._view.setCurrentIndex(self._view.findData(view[0]))
        self._view.setAccessibleName(f"View of {letter}")
        set_look(self, "chosen", chosen)

    def _offer_pass(self, view: str, title: str) -> None:
        """The pass that is shown is among the views, for as long as it is."""
        wanted = () if view in VIEWS else (view,)
        for place in reversed(range(len(VIEWS), self._view.count())):
            if self._view.itemData(place) not in wanted:
                self._view.removeItem(place)
        if wanted and self._view.count() == len(VIEWS):
            self._view.addItem(title, view)
        if wanted:
            self._view.setItemText(len(VIEWS), title)

    def say_grappler(self, static: bool, changed: str) -> None:
        """Whether what is shown of Grappler was made without running the function, and with which options changed."""
        words = f"{', static' if static else ''}{f' · {changed}' if changed else ''}"
        for place, view in enumerate(VIEWS):
            self._view.setItemText(place, f"{VIEWS[view]}{words if view in (BEFORE, AFTER) else ''}")
        tips = ["Grappler's rewriting without a run: the runtime's own graph may differ"] if static else []
        self._view.setToolTip(". ".join([*tips, *([f"Grappler with {changed}"] if changed else [])]))

    def view_text(self) -> str:
        """What the view is called now."""
        return self._view.currentText()

    def letter(self) -> str:
        """The letter of the signature that is shown."""
        return self._letter.text()

    def file_name(self) -> str:
        """A name for a picture of this pane."""
        view = str(self._view.currentData())
        return f"graph-{self._letter.text() or 'A'}{'' if view == 'traced' else '-' + view.replace(':', '-')}.svg"

    def set_closable(self, closable: bool) -> None:
        """Whether there is another pane left when this one is closed."""
        self._close.setVisible(closable)

    def say_hidden(self, hidden: Mapping[str, int]) -> None:
        """Say what is left out; a click shows it."""
        words = [hidden_words(kind, count) for kind, count in hidden.items() if count]
        is_xlas = self._view.currentData() in (HLO, HLO_OPTIMISED)
        self._hidden.setText(hidden_summary(hidden, "instruction" if is_xlas else "op"))
        self._hidden.setToolTip(f"Hidden: {', '.join(words)}. A click lists them." if words else "")
        self._make_room()

    def _ask_hidden(self) -> None:
        self.hidden_clicked.emit(self._hidden.mapToGlobal(self._hidden.rect().bottomLeft()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What is hidden is said where there is room for it."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        self._hidden.setVisible(bool(self._hidden.text()) and self.width() >= ROOMY)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press chooses the pane."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.pressed.emit()
        super().mousePressEvent(event)
