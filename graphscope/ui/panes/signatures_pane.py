"""SignaturesPane: the rows of signatures with what became of each, and the latest advice; it keeps no rows."""

from __future__ import annotations

import functools
import os

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QMenu, QPushButton, QScrollArea, QVBoxLayout, QWidget

from graphscope.export.look import Theme
from graphscope.session.module_opening import offered_signatures
from graphscope.session.observers import Change
from graphscope.session.row_words import hint, options_words, words_of_row
from graphscope.session.session import Session
from graphscope.ui.labels import as_panel, button, chip, heading, paragraph, set_look
from graphscope.ui.panes.row_drag import RowDrag
from graphscope.ui.panes.signature_row import SignatureRowWidget


class SignaturesPane(QWidget):
    """The signatures at the left."""

    pane_wanted = Signal(int)
    """A row is to be shown in a new pane."""

    details_wanted = Signal(object)
    """The whole of an error is to be told."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        as_panel(self)
        self._widgets: dict[int, SignatureRowWidget] = {}
        self._heading = heading("Signatures")
        self._options = QPushButton("Options")
        self._options.setProperty("small", True)
        self._options.setProperty("hasMenu", True)
        self._options.setToolTip("How the function is made a tf.function; each change traces a fresh one")
        self._chips = QHBoxLayout()
        self._options_told: tuple[str, ...] = ()
        self._empty = paragraph("", "muted")
        self._add = button("+ Add signature", self._add_row, "flat", "A new signature at the end (Ctrl+N)")
        self._add.setProperty("muted", True)
        self._offers = button("Suggested ▾", self._show_offers, "flat", "Signatures that the module suggests")
        self._hint = QFrame()
        self._hint.setProperty("note", "warn")
        self._hint_text = paragraph()
        hint_layout = QVBoxLayout(self._hint)
        hint_layout.setContentsMargins(9, 8, 9, 8)
        hint_layout.addWidget(self._hint_text)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(2)
        self._lay_out()
        session.on(Change.ROWS, self._refresh)
        session.on(Change.PANES, self._refresh)
        session.on(Change.FUNCTION, self._refresh)
        session.on(Change.MODULE, self._refresh)
        self._refresh()

    def _lay_out(self) -> None:
        inner = QWidget()
        as_panel(inner)
        self._drag = RowDrag(inner, self._row_widgets)
        self._drag.dropped.connect(self._dropped)
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 6, 8)
        column.setSpacing(6)
        column.addWidget(self._empty)
        column.addLayout(self._rows)
        column.addWidget(self._add, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._offers, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._hint)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inner)
        self._area = area
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 4, 0)
        layout.setSpacing(6)
        above = QHBoxLayout()
        above.setContentsMargins(0, 0, 6, 0)
        above.addWidget(self._heading, 1)
        above.addWidget(self._options)
        layout.addLayout(above)
        layout.addLayout(self._chips)
        layout.addWidget(area, 1)

    def set_options_menu(self, actions: list[QAction]) -> None:
        """The function's options, which are changed here."""
        menu = QMenu(self._options)
        menu.addActions(actions)
        self._options.setMenu(menu)

    def set_theme(self, theme: Theme) -> None:
        """Use these colours from now on."""
        shown = f"background: {theme.colours['selection']};"
        self._area.setStyleSheet(
            f'QFrame#signature {{ border-radius: 5px; }} QFrame#signature[shown="true"] {{ {shown} }}'
        )

    # ---- showing -------------------------------------------------------------------------------------------------

    def _refresh(self) -> None:
        state = self._session.state
        function = state.function
        name = (function.name or function.expression) if function is not None else ""
        self._heading.setText(f"SIGNATURES OF {name.upper()}" if name else "SIGNATURES")
        self._heading.setToolTip(name)
        self._options.setVisible(function is not None)
        self._tell_options(options_words(function.options) if function is not None else ())
        self._match_widgets()
        shown = {pane.row for pane in self._session.views.panes.panes}
        for row in state.rows:
            widget = self._widgets[row.key]
            widget.tell(state.rows.letter(row.key), row.text, words_of_row(row, state.rows))
            widget.set_shown(row.key in shown)
        self._say_what_to_do()
        trouble = self._trouble()
        advice = trouble or hint(state.rows)[1]
        set_look(self._hint, "note", "bad" if trouble else "warn")
        self._hint_text.setText(advice)
        self._hint.setVisible(bool(advice))

    def _trouble(self) -> str:
        """What is wrong with a module that did not open again, while what was traced of it is still shown."""
        module = self._session.state.module
        if module is None or module.error is None or not module.is_open:
            return ""
        error = module.error
        where = f"{os.path.basename(error.file)}:{error.line}: " if error.file and error.line else ""
        told = error.message.strip().partition("\n")[0]
        line = self._session.state.sources.line_on_disk(error.file, error.line)
        return f"{where}{told}\n{line}\nWhat is shown was traced before; mend it, and press F5.".replace("\n\n", "\n")

    def _tell_options(self, words: tuple[str, ...]) -> None:
        if words == self._options_told:
            return
        self._options_told = words
        while self._chips.count():
            item = self._chips.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for each in words:
            self._chips.addWidget(chip(each, "info"))
        if words:
            self._chips.addStretch(1)

    def _say_what_to_do(self) -> None:
        function, module = self._session.state.function, self._session.state.module
        self._add.setVisible(function is not None)
        self._offers.setVisible(bool(self._left_offers()))
        text = ""
        if function is None and module is not None and module.is_open:
            text = "Choose a function above."
        elif function is not None and function.error is not None:
            text = function.error.message
        elif function is not None and not len(self._session.state.rows):
            text = "Say what to call it with, such as float32[None, 4], 3, training=True."
        self._empty.setText(text)
        self._empty.setVisible(bool(text))

    def _match_widgets(self) -> None:
        """One widget for each row, in the rows' order; those of rows that are gone go."""
        keys = [row.key for row in self._session.state.rows]
        for key in [key for key in self._widgets if key not in keys]:
            widget = self._widgets.pop(key)
            self._rows.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        for place, key in enumerate(keys):
            widget = self._widgets.get(key) or self._new_widget(key)
            item = self._rows.itemAt(place)
            if item is None or item.widget() is not widget:
                self._rows.insertWidget(place, widget)

    def _new_widget(self, key: int) -> SignatureRowWidget:
        widget = self._widgets[key] = SignatureRowWidget(key)
        widget.edited.connect(self._session.edits.edit)
        widget.trace_wanted.connect(self._session.trace)
        widget.shown_wanted.connect(self._session.views.show_row)
        widget.duplicate_wanted.connect(self._session.edits.duplicate)
        widget.remove_wanted.connect(self._session.edits.remove)
        widget.pane_wanted.connect(self.pane_wanted)
        widget.details_wanted.connect(self._tell_details)
        widget.focus_move_wanted.connect(self._move_focus)
        widget.move_wanted.connect(self._move)
        widget.paste_wanted.connect(self._paste_below)
        widget.installEventFilter(self._drag)
        return widget

    # ---- what the user does --------------------------------------------------------------------------------------

    def add_row(self) -> None:
        """A new signature, ready to be typed."""
        self._add_row()

    def line_of(self, key: int) -> QLineEdit:
        """The line in which a row is edited."""
        return self._widgets[key].line

    def _add_row(self) -> None:
        if self._session.state.function is None:
            return
        rows = self._session.state.rows.rows
        row = self._session.edits.add(rows[-1].text if rows else "")
        line = self._widgets[row.key].line
        line.setFocus()
        line.selectAll()
        self._area.ensureWidgetVisible(line)

    def paste(self) -> None:
        """A row for each line of the clipboard, below the chosen one."""
        row = self._session.chosen_row()
        self._paste_below(row.key if row is not None else None)

    def _paste_below(self, key: int | None) -> None:
        rows = self._session.edits.paste(QGuiApplication.clipboard().text(), key)
        if rows:
            self._widgets[rows[-1].key].line.setFocus()
            self._area.ensureWidgetVisible(self._widgets[rows[-1].key])

    def _move(self, key: int, step: int) -> None:
        self._session.edits.move_by(key, step)
        self._area.ensureWidgetVisible(self._widgets[key])

    def _dropped(self, widget: QWidget, place: int) -> None:
        if isinstance(widget, SignatureRowWidget):
            self._session.edits.move(widget.key, place)

    def _row_widgets(self) -> list[SignatureRowWidget]:
        return [self._widgets[row.key] for row in self._session.state.rows if row.key in self._widgets]

    def _move_focus(self, key: int, step: int) -> None:
        keys = [row.key for row in self._session.state.rows]
        place = keys.index(key) + step
        if 0 <= place < len(keys):
            self._widgets[keys[place]].line.setFocus()

    def _tell_details(self, key: int) -> None:
        row = self._session.state.rows.row(key)
        if row is not None and row.trace is not None and row.trace.error is not None:
            self.details_wanted.emit(row.trace.error)

    def _left_offers(self) -> list[str]:
        state = self._session.state
        if state.function is None or state.module is None:
            return []
        found = state.module.function(state.function.expression)
        if found is None:
            return []
        there = {row.text for row in state.rows}
        return [text for text in offered_signatures(found) if text and text not in there]

    def _show_offers(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for text in self._left_offers():
            menu.addAction(text, functools.partial(self._session.edits.add, text))
        menu.popup(self._offers.mapToGlobal(self._offers.rect().bottomLeft()))
