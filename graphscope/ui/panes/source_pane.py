"""SourcePane: shows the file and line that the session speaks of, and tells it of lines that are clicked."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from graphscope.export.look import Theme
from graphscope.session.failure_words import told_statements
from graphscope.session.observers import Change
from graphscope.session.selection import Selection
from graphscope.session.session import Session
from graphscope.session.signature_rows import RowState
from graphscope.session.verdicts import line_verdicts
from graphscope.ui.labels import as_panel
from graphscope.ui.panes.find_bar import FindBar
from graphscope.ui.panes.source_view import SourceView


class SourcePane(QWidget):
    """The user's source with what became of each statement in the signatures that are shown."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        as_panel(self)
        self.file: str | None = None
        self._function: str | None = None
        self.view = SourceView()
        self.view.line_clicked.connect(self._line_clicked)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 6, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.view, 1)
        layout.addWidget(FindBar(self.view))
        for change in (Change.MODULE, Change.FUNCTION, Change.ROWS, Change.PANES, Change.SELECTION):
            session.on(change, self._refresh)
        self._refresh()

    def set_theme(self, theme: Theme) -> None:
        """Use these colours from now on."""
        self.view.set_theme(theme)

    def _refresh(self) -> None:
        state, selection = self._session.state, self._session.selection
        function = state.function
        errors = self._errors()
        if selection.file in state.sources.texts:
            self.file = selection.file
        elif errors and not self._has_text(self.file):
            self.file = errors[0][0]
        elif function is not None and function.file in state.sources.texts and self.file is None:
            self.file = function.file
        elif self.file is None and state.module is not None and state.module.file in state.sources.texts:
            self.file = state.module.file
        if state.module is None or not self._has_text(self.file):
            self.file = None
        self.view.show_text(state.sources.texts.get(self.file or "", ""))
        self._say_verdicts()
        wrong = next((line for file, line in errors if file == self.file), None)
        lit = self._session.lines_chosen() if selection.file == self.file else ()
        self.view.light(frozenset(lit), wrong)
        self._go_to_function()

    def _has_text(self, file: str | None) -> bool:
        return file in self._session.state.sources.texts

    def _go_to_function(self) -> None:
        """A function chosen anew is scrolled to, once."""
        function = self._session.state.function
        key = f"{function.file}:{function.line}:{function.expression}" if function and function.line else None
        if key is not None and key != self._function and function is not None and function.file == self.file:
            self._function = key
            top = max(0, (function.line or 1) - 2)
            self.view.verticalScrollBar().setValue(top)

    def _say_verdicts(self) -> None:
        state = self._session.state
        keys = [pane.row for pane in self._session.views.panes.panes]
        rows = [row for row in state.rows if row.key in keys and row.trace is not None]
        told = (
            (row, told_statements(state.rows.control_flow(row), row.trace, state.sources))
            for row in rows
            if row.state is not RowState.SKIPPED
        )
        flows = [(state.rows.letter(row.key), flow) for row, flow in told if flow]
        self.view.show_verdicts(line_verdicts(self.file or "", flows))

    def _errors(self) -> list[tuple[str, int]]:
        state = self._session.state
        found = [row.trace.error for row in state.rows if row.trace is not None]
        found += [each.error for each in (state.module, state.function) if each is not None]
        return [(each.file, each.line) for each in found if each is not None and each.file and each.line]

    def _line_clicked(self, line: int) -> None:
        if self.file is not None:
            self._session.select(Selection(file=self.file, line=line))
