"""SignatureRowWidget: one signature as a letter, a line to edit and chips; it does nothing itself."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QMenu, QSizePolicy, QVBoxLayout

from graphscope.session.row_edits import signatures_in
from graphscope.session.row_words import RowWords
from graphscope.ui.labels import ElidedLabel, chip, label, set_look

_IN_PLACE = (
    "QLineEdit { border: 1px solid transparent; background: transparent; padding: 0 2px; min-height: 18px; }"
    "QLineEdit:hover { border-color: palette(mid); }"
    "QLineEdit:focus { border-color: palette(highlight); background: palette(base); }"
)


class SignatureRowWidget(QFrame):
    """A row. ``key`` is the session's key of the signature."""

    edited = Signal(int, str)
    trace_wanted = Signal()
    shown_wanted = Signal(int)
    duplicate_wanted = Signal(int)
    remove_wanted = Signal(int)
    pane_wanted = Signal(int)
    details_wanted = Signal(int)
    focus_move_wanted = Signal(int, int)
    move_wanted = Signal(int, int)
    paste_wanted = Signal(int)
    """The clipboard holds several signatures."""

    def __init__(self, key: int) -> None:
        super().__init__()
        self.key = key
        self._failed = False
        self.setObjectName("signature")
        self.setProperty("signature", True)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._letter = label("", "mono")
        self._letter.setFixedWidth(16)
        self._letter.setCursor(Qt.CursorShape.OpenHandCursor)
        self._letter.setToolTip("Drag to another place (Alt+Up, Alt+Down)")
        self.line = QLineEdit()
        self.line.setProperty("role", "mono")
        self.line.setProperty("inPlace", True)
        self.line.setFrame(False)
        self.line.setStyleSheet(_IN_PLACE)
        self.line.setPlaceholderText("float32[None, 4], training=True")
        self.line.editingFinished.connect(self._finish)
        self.line.returnPressed.connect(self._entered)
        self.line.installEventFilter(self)
        self._chip = chip()
        self._chip.setProperty("role", "mono")
        self._chip.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._note = ElidedLabel()
        self._note.setProperty("role", "muted")
        self._note.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._lay_out()

    def _lay_out(self) -> None:
        above = QHBoxLayout()
        above.setSpacing(2)
        above.addWidget(self._letter)
        above.addWidget(self.line, 1)
        below = QHBoxLayout()
        below.setSpacing(8)
        below.addWidget(self._chip)
        below.addWidget(self._note, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 3, 6, 4)
        layout.setSpacing(2)
        layout.addLayout(above)
        layout.addLayout(below)

    def tell(self, letter: str, text: str, words: RowWords) -> None:
        """Show what the row is now; a line that is being edited keeps what was typed."""
        self._failed = words.chip.text.startswith("failed")
        self._letter.setText(letter)
        being_edited = self.line.hasFocus() and self.line.isModified()
        if not being_edited and self.line.text() != text:
            self.line.setText(text)
            self.line.setCursorPosition(0)
        self.line.setToolTip(text)
        self.line.setAccessibleName(f"Signature {letter}")
        self._chip.setText(words.chip.text)
        self._chip.setToolTip(words.chip.tip)
        set_look(self._chip, "chip", words.chip.look)
        self._note.setText(words.note)
        self.setAccessibleName(f"Signature {letter}: {text}, {words.chip.text}, {words.note}")

    def set_shown(self, shown: bool) -> None:
        """Whether a pane shows this signature."""
        set_look(self, "shown", shown)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click beside the text shows the signature in the chosen pane."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.shown_wanted.emit(self.key)
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete takes the row away, copy and paste take signatures, Alt with Up or Down moves it."""
        if event.key() == Qt.Key.Key_Delete:
            self.remove_wanted.emit(self.key)
        elif event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.paste_wanted.emit(self.key)
        elif not self._moves(event):
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and Down move between rows, with Alt they move the row; Escape gives up; several lines become rows."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if self._moves(event):
                return True
            if event.matches(QKeySequence.StandardKey.Paste) and len(signatures_in(_clipboard())) > 1:
                self._finish()
                self.paste_wanted.emit(self.key)
                return True
            if event.key() == Qt.Key.Key_Escape and self.line.isModified():
                self.line.setModified(False)
                self.edited.emit(self.key, self.line.toolTip())
                self.line.setText(self.line.toolTip())
                return True
        return super().eventFilter(watched, event)

    def _moves(self, event: QKeyEvent) -> bool:
        steps: dict[int, int] = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        step = steps.get(event.key())
        if step is None:
            return False
        wanted = self.move_wanted if event.modifiers() & Qt.KeyboardModifier.AltModifier else self.focus_move_wanted
        wanted.emit(self.key, step)
        return True

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.line.text())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What can be done with a row."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("Show in the chosen pane", lambda: self.shown_wanted.emit(self.key))
        menu.addAction("Show in a new pane", lambda: self.pane_wanted.emit(self.key))
        if self._failed:
            menu.addAction("Error details…", lambda: self.details_wanted.emit(self.key))
        menu.addSeparator()
        menu.addAction("Copy", self._copy)
        menu.addAction("Paste below", lambda: self.paste_wanted.emit(self.key))
        menu.addAction("Duplicate", lambda: self.duplicate_wanted.emit(self.key))
        menu.addAction("Move up\tAlt+Up", lambda: self.move_wanted.emit(self.key, -1))
        menu.addAction("Move down\tAlt+Down", lambda: self.move_wanted.emit(self.key, 1))
        menu.addAction("Remove\tDel", lambda: self.remove_wanted.emit(self.key))
        menu.popup(event.globalPos())

    def _entered(self) -> None:
        """Qt tells of Enter before it tells that editing is finished."""
        self._finish()
        self.trace_wanted.emit()

    def _finish(self) -> None:
        if self.line.isModified():
            self.line.setModified(False)
            self.edited.emit(self.key, self.line.text())


def _clipboard() -> str:
    return QGuiApplication.clipboard().text()
