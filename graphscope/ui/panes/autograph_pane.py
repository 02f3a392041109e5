"""AutographPane: the code that AutoGraph made for the chosen signature, linked to source and graph by line."""

from __future__ import annotations

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from graphscope.export.look import Theme
from graphscope.model.trace import GeneratedCode
from graphscope.session.generated_view import function_of, line_behind, main_row, names_of, rows_of
from graphscope.session.observers import Change
from graphscope.session.selection import Selection
from graphscope.session.session import Session
from graphscope.session.verdicts import line_verdicts
from graphscope.ui.labels import ElidedLabel, as_panel
from graphscope.ui.panes.find_bar import FindBar
from graphscope.ui.panes.source_view import SourceView

_NOTHING = "Trace a function to see what AutoGraph made of it."
_UNCONVERTED = "AutoGraph made nothing of this trace: Python ran the function as it stands."


class AutographPane(QWidget):
    """The generated code of one function at a time; which one follows what is chosen, or the list above it."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        as_panel(self)
        self._session = session
        self._codes: tuple[GeneratedCode, ...] = ()
        self._followed: Selection | None = None
        self.functions = QComboBox()
        self.functions.setProperty("small", True)
        self.functions.setAccessibleName("Function whose generated code is shown")
        self.functions.activated.connect(self._show_code)
        self.note = ElidedLabel("")
        self.note.setProperty("role", "muted")
        self.view = SourceView("AutoGraph code")
        self.view.line_clicked.connect(self._line_clicked)
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 10, 4)
        head.setSpacing(10)
        head.addWidget(self.functions)
        head.addWidget(self.note, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 6, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.view, 1)
        layout.addWidget(FindBar(self.view))
        for change in (Change.ROWS, Change.PANES, Change.FUNCTION, Change.SELECTION):
            session.on(change, self._changed)
        self._refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """What changed while it was out of sight is shown now."""
        super().showEvent(event)
        self._refresh()

    def set_theme(self, theme: Theme) -> None:
        """Use these colours from now on."""
        self.view.set_theme(theme)

    @property
    def code(self) -> GeneratedCode | None:
        """What is shown."""
        number = self.functions.currentIndex()
        return self._codes[number] if 0 <= number < len(self._codes) else None

    def _changed(self) -> None:
        if self.isVisible():
            self._refresh()

    def _refresh(self) -> None:
        row = self._session.chosen_row()
        codes = self._session.state.rows.generated(row) if row is not None else ()
        if codes != self._codes:
            self._fill(codes)
        letter = self._session.state.rows.letter(row.key) if row is not None else ""
        self.note.setText(f"in {letter}" if letter and codes else "")
        self.view.setPlaceholderText(_UNCONVERTED if row is not None and row.trace is not None else _NOTHING)
        selection = self._session.selection
        if selection != self._followed:
            self._followed = selection
            number = function_of(codes, selection.file or "", self._session.lines_chosen())
            if number is not None and not self._answers():
                self.functions.setCurrentIndex(number)
        self._show_code()

    def _fill(self, codes: tuple[GeneratedCode, ...]) -> None:
        """Other functions; the one that was shown stays, as long as there is one of its name."""
        shown = self.code
        self._codes = codes
        self.functions.clear()
        self.functions.addItems(names_of(codes))
        same = [number for number, code in enumerate(codes) if shown is not None and code.function == shown.function]
        self.functions.setCurrentIndex(same[0] if same else 0)
        self.functions.setVisible(bool(codes))
        self._followed = None

    def _answers(self) -> bool:
        """Whether the function that is shown has lines for what is chosen."""
        code, selection = self.code, self._session.selection
        return code is not None and bool(rows_of(code, selection.file or "", self._session.lines_chosen()))

    def _show_code(self) -> None:
        code = self.code
        self.view.show_text(code.text if code is not None else "")
        if code is None:
            self.view.light(frozenset())
            return
        lines = self._session.lines_chosen()
        lit = rows_of(code, self._session.selection.file or "", lines)
        self.view.light_as(self._look(code.file, lines))
        self.view.light(lit, first=main_row(code, lit))

    def _look(self, file: str, lines: range) -> str:
        """The look of what became of the statement that is chosen, as in the source's gutter."""
        row = self._session.chosen_row()
        flow = self._session.state.rows.control_flow(row) if row is not None else None
        verdicts = line_verdicts(file, [("", flow or ())])
        return next((verdicts[line].look for line in lines if line in verdicts), "")

    def _line_clicked(self, row: int) -> None:
        code = self.code
        line = line_behind(code, row) if code is not None else 0
        if code is not None and line:
            self._session.select(Selection(file=code.file, line=line))
