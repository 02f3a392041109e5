"""ExplicitPane: the chosen trace written out with tf.cond or jax.lax.cond, linked by line; it writes nothing itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from graphscope.export.look import Theme
from graphscope.session.observers import Change
from graphscope.session.selection import Selection
from graphscope.session.session import Session
from graphscope.session.verdicts import line_verdicts
from graphscope.ui.background_writing import BackgroundWriting
from graphscope.ui.labels import ElidedLabel, as_panel, button, paragraph
from graphscope.ui.panes.find_bar import FindBar
from graphscope.ui.panes.source_view import SourceView

_NOTHING = "Trace a function to see it written out with conditionals and loops of its graph."
_NO_SOURCE = "The source of this function is not at hand, so it cannot be written out."
_WRITING = "Writing it out…"
_DIALECTS = ("TensorFlow", "JAX")

if TYPE_CHECKING:
    from graphscope.explicit_form.explicit_form import ExplicitForm
    from graphscope.ui.background_writing import Wish


class ExplicitPane(QWidget):
    """The form that works without AutoGraph, in one dialect at a time; written when it is first looked at."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        as_panel(self)
        self._session = session
        self._wish: Wish | None = None
        self.background = BackgroundWriting(self)
        self.background.written.connect(self._take)
        self.form: ExplicitForm | None = None
        self.dialects = QComboBox()
        self.dialects.setProperty("small", True)
        self.dialects.setAccessibleName("Library that the explicit form is written for")
        self.dialects.addItems(_DIALECTS)
        self.dialects.activated.connect(self.refresh)
        self.copy = button("Copy", self._copy, "small", "Put the whole text on the clipboard")
        self.note = ElidedLabel("")
        self.note.setProperty("role", "muted")
        self.remarks = paragraph(role="error")
        self.view = SourceView("Explicit form")
        self.view.line_clicked.connect(self._line_clicked)
        self._lay_out()
        for change in (Change.ROWS, Change.PANES, Change.FUNCTION, Change.SELECTION):
            session.on(change, self._changed)
        self.refresh()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 10, 4)
        head.setSpacing(10)
        head.addWidget(self.dialects)
        head.addWidget(self.copy)
        head.addWidget(self.note, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 6, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.remarks)
        layout.addWidget(self.view, 1)
        layout.addWidget(FindBar(self.view))

    def set_theme(self, theme: Theme) -> None:
        """Use these colours from now on."""
        self.view.set_theme(theme)

    def showEvent(self, event: QShowEvent) -> None:
        """What changed while it was out of sight is written now."""
        super().showEvent(event)
        self.refresh()

    def refresh(self) -> None:
        """Write it out anew where it would be another text, and light what is chosen."""
        wish = self._wanted()
        if wish != self._wish:
            self._wish, self.form = wish, None
            if wish is None:
                self.background.cancel()
            else:
                self.background.want(wish)
            self._tell()
        self._light()

    def _take(self, form: ExplicitForm) -> None:
        self.form = form
        self._tell()
        self._light()

    def _changed(self) -> None:
        if self.isVisible():
            self.refresh()

    def _wanted(self) -> Wish | None:
        function, row = self._session.state.function, self._session.chosen_row()
        if function is None or row is None or row.trace is None or not function.file or not function.line:
            return None
        from graphscope.explicit_form.explicit_form import TracedSource, failure_of  # not needed for the first paint

        text = self._session.state.sources.texts.get(function.file)
        if text is None:
            return None
        name = function.name or function.expression
        flow = self._session.state.rows.control_flow(row) or ()
        source = TracedSource(text, function.file, function.line, name, failure_of(row.trace))
        return source, tuple(flow), self.dialects.currentText()

    def _tell(self) -> None:
        form, row = self.form, self._session.chosen_row()
        letter = self._session.state.rows.letter(row.key) if row is not None else ""
        nothing = _NO_SOURCE if row is not None and row.trace is not None else _NOTHING
        self.view.setPlaceholderText(_WRITING if self.background.busy else nothing)
        self.view.show_text(form.text if form is not None else "")
        self.note.setText(f"of {letter}" if letter and form is not None else "")
        self.remarks.setText("\n".join(_sentence(each) for each in form.remarks) if form is not None else "")
        self.remarks.setVisible(bool(self.remarks.text()))
        self.copy.setEnabled(form is not None)

    def _light(self) -> None:
        selection, wish = self._session.selection, self._wish
        if self.form is None or wish is None or selection.file != wish[0].file:
            self.view.light(frozenset())
            return
        lines = self._session.lines_chosen()
        places = [each for each in self.form.places if each.source_line in lines]
        lit = frozenset(row for each in places for row in range(each.first, each.last + 1))
        verdicts = line_verdicts(wish[0].file, [("", wish[1])])
        self.view.light_as(next((verdicts[line].look for line in lines if line in verdicts), ""))
        self.view.light(lit, first=min((each.first for each in places), default=None))

    def _line_clicked(self, row: int) -> None:
        """Choose the line behind: the innermost piece that the row is in."""
        if self.form is None or self._wish is None:
            return
        around = [each for each in self.form.places if each.first <= row <= each.last]
        if around:
            line = min(around, key=lambda each: each.last - each.first).source_line
            self._session.select(Selection(file=self._wish[0].file, line=line))

    def _copy(self) -> None:
        if self.form is not None:
            QGuiApplication.clipboard().setText(self.form.text)
            self._session.state.say(f"The {self.form.dialect} form is on the clipboard.", fault=False)


def _sentence(remark: str) -> str:
    """It begins with a capital, unless with a name of the code's, and ends with a full stop."""
    told = remark[:1].upper() + remark[1:] if remark.startswith(("line ", "the ")) else remark
    return told if told.endswith(".") else told + "."
