"""FailureCard: what went wrong in a trace, at which of the user's lines, and how lines like it are mended."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from graphscope.export.look import Theme
from graphscope.model.trace import UserError
from graphscope.session.failure_words import failure_words
from graphscope.session.panes import Shown
from graphscope.session.selection import Selection
from graphscope.session.session import Session
from graphscope.ui.labels import as_panel, button, paragraph, set_look
from graphscope.ui.panes.code_snippet import CodeSnippet

_ASIDE, _BETWEEN = 24, 10
"""Left and right of the words in it, and between the two examples."""
_SHARE = 0.5
"""How much of a pane's height it may take where a graph stands below it; it has its own bar."""


class FailureCard(QScrollArea):
    """Stands above the graph of what had been traced."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._error: UserError | None = None
        self._share = 1.0
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Why the trace failed")
        card = QFrame()
        set_look(card, "note", "bad")
        self._title, self._text = paragraph("", "title"), paragraph("", "muted")
        self._where = ""
        self.place = button("", self._show_line, "link")
        self.place.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._advice = paragraph()
        self.before, self.after = CodeSnippet("✗ fails", "bad"), CodeSnippet("✓ traces", "good")
        self._pair = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._pair.setSpacing(_BETWEEN)
        self._pair.addWidget(self.before, 1)
        self._pair.addWidget(self.after, 1)
        column = QVBoxLayout(card)
        column.setContentsMargins(_ASIDE - 10, 8, _ASIDE - 10, 8)
        column.setSpacing(5)
        for part in (self._title, self.place, self._advice):
            column.addWidget(part)
        column.addLayout(self._pair)
        column.addWidget(self._text)
        inner = QWidget()
        as_panel(inner)
        self._around = QVBoxLayout(inner)
        self._around.setContentsMargins(10, 8, 10, 6)
        self._around.addWidget(card)
        self._around.addStretch(1)
        inner.setMinimumHeight(1)  # else the area takes the height that words would have in a narrow column
        self.setWidget(inner)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Use these colours from now on."""
        self.before.set_theme(theme)
        self.after.set_theme(theme)

    def _show_line(self) -> None:
        error = self._error
        if error is not None and error.file and error.line:
            self._session.select(Selection(file=error.file, line=error.line))

    def tell(self, shown: Shown) -> None:
        """Say why there is only a part of a graph, or none; nothing where there is a whole one."""
        self._error = shown.error
        self.setVisible(shown.error is not None)
        if shown.error is None:
            return
        words = failure_words(shown.error, self._session.state.sources)
        self._title.setText(f"✗ {words.title}")
        self._where = words.where
        self.place.setToolTip(f"Show this line: {words.where}")
        self.place.setVisible(bool(words.where))
        self._text.setText(words.text)
        self._advice.setText(f"→ {words.advice}")
        self._advice.setVisible(bool(words.advice))
        for part in (self.before, self.after):
            part.setVisible(bool(words.before))
        self.before.show_text(words.before)
        self.after.show_text(words.after)
        self._share = _SHARE if shown.concrete is not None else 1.0
        self.fit()

    def words(self) -> str:
        """Everything that is said now."""
        said = (self._title.text(), self._where, self._advice.text(), self._text.text())
        return "\n".join(filter(None, said))

    def fit(self) -> None:
        """As tall as what is said, up to its share of the pane; the examples side by side where hardly a line wraps."""
        room = self.width() - 2 * _ASIDE - self.verticalScrollBar().sizeHint().width()
        half, ways = (room - _BETWEEN) // 2, QBoxLayout.Direction
        wide = all(part.rows_wrapped(half) <= 1 for part in (self.before, self.after))
        self.place.setText(self.place.fontMetrics().elidedText(self._where, Qt.TextElideMode.ElideRight, room))
        self._pair.setDirection(ways.LeftToRight if wide else ways.TopToBottom)
        parent, layout = self.parentWidget(), self._around
        if parent is None:
            return
        layout.activate()
        wanted = layout.totalHeightForWidth(self.width()) if layout.hasHeightForWidth() else layout.sizeHint().height()
        wanted += self.height() - self.viewport().height()  # the line below it
        self.setFixedHeight(max(60, min(wanted, int(parent.height() * self._share))))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width makes other heights."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.fit()
