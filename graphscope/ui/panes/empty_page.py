"""EmptyPage: what stands in the middle while there is no graph: what to do next, or what went wrong and where."""

from __future__ import annotations

import os

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QPushButton, QVBoxLayout, QWidget

from graphscope.model.trace import UserError
from graphscope.session.observers import Change
from graphscope.session.session import Session
from graphscope.ui.labels import button, paragraph, set_look


class EmptyPage(QWidget):
    """One sentence in the middle, the user's line below it, and a next step."""

    open_wanted = Signal()
    details_wanted = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._error: UserError | None = None
        self._card = QFrame()
        self._card.setMaximumWidth(520)
        self._card.setMinimumWidth(360)
        self._title = paragraph("", "title")
        self._text = paragraph()
        self._line = paragraph("", "mono")
        self._advice = paragraph("", "muted")
        self._open = button("Open a file…", self.open_wanted.emit, "primary")
        self._samples = QPushButton("Open a sample")
        self._samples.setProperty("hasMenu", True)
        self._details = button("Details", lambda: self.details_wanted.emit(self._error), "link")
        buttons = QHBoxLayout()
        buttons.addWidget(self._open)
        buttons.addWidget(self._samples)
        buttons.addWidget(self._details)
        buttons.addStretch(1)
        inner = QVBoxLayout(self._card)
        inner.setContentsMargins(16, 14, 16, 14)
        inner.setSpacing(8)
        for each in (self._title, self._text, self._line, self._advice):
            inner.addWidget(each)
        inner.addLayout(buttons)
        across = QHBoxLayout()
        across.addStretch(1)
        across.addWidget(self._card, 6)
        across.addStretch(1)
        layout = QVBoxLayout(self)
        layout.addStretch(2)
        layout.addLayout(across)
        layout.addStretch(3)
        for change in (Change.MODULE, Change.FUNCTION, Change.ROWS, Change.WORKER):
            session.on(change, self._refresh)
        self._refresh()

    def set_samples(self, menu: QMenu) -> None:
        """The menu from which a sample is opened."""
        self._samples.setMenu(menu)

    def words(self) -> str:
        """Everything that is said now."""
        return "\n".join(each.text() for each in (self._title, self._text, self._line, self._advice) if each.text())

    def _refresh(self) -> None:
        module, function = self._session.state.module, self._session.state.function
        error = (module.error if module is not None else None) or (function.error if function is not None else None)
        self._error = error
        self._open.setVisible(module is None)
        self._samples.setVisible(module is None)
        self._details.setVisible(error is not None and "\n" in error.message)
        set_look(self._card, "note", "bad" if error is not None else None)
        if error is not None:
            advice = error.advice or ("Mend that line, and press F5." if error.line else "")
            what = "could not be opened" if module is not None and module.error is not None else "could not be chosen"
            name = module.name_shown if module is not None and module.error is not None else self._function_name()
            self._tell(f"{name} {what}", first_line(error.message), self._place(error), advice)
        elif module is None:
            self._tell("See what tf.function made of your Python", _WELCOME, "", "")
        else:
            self._tell(*self._what_next(), "", "")

    def _function_name(self) -> str:
        function = self._session.state.function
        return function.expression if function is not None else ""

    def _what_next(self) -> tuple[str, str]:
        state = self._session.state
        module = state.module
        assert module is not None
        if self._session.tracing.busy:
            return (f"{state.worker.activity or 'working'}…".capitalize(), "Escape cancels.")
        if self._session.captures.reading:
            return f"Reading {module.name_shown}…", "Escape cancels."
        if not module.is_open:
            return f"{module.name_shown} is not open", "Press F5 to try again."
        if state.function is None:
            return "Choose a function at the left", "Those in grey are plain Python; they can be traced too."
        if not len(state.rows):
            return "Add a signature at the left", "It says what to call the function with. Then press F5 to trace."
        return "Press F5 to trace", "Each signature is traced in order, on one tf.function."

    def _place(self, error: UserError) -> str:
        if not error.file or not error.line:
            return ""
        text = self._session.state.sources.line(error.file, error.line)
        return f"{os.path.basename(error.file)}:{error.line}  {text}".rstrip()

    def _tell(self, title: str, text: str, line: str, advice: str) -> None:
        for each, words in ((self._title, title), (self._text, text), (self._line, line), (self._advice, advice)):
            each.setText(words)
            each.setVisible(bool(words))


def first_line(message: str) -> str:
    """The first line of a message; the rest unfolds."""
    return message.strip().partition("\n")[0]


_WELCOME = (
    "Open a Python file, a package or a notebook. Its functions are traced in a worker with TensorFlow, "
    "and their graphs stand side by side here."
)
