"""AutographPane: the code that AutoGraph made of the function, in the chosen pane's signature."""

from __future__ import annotations

from graphscope.export.look import Theme
from graphscope.session.observers import Change
from graphscope.session.session import Session
from graphscope.ui.panes.output_pane import TextPane
from graphscope.ui.panes.python_highlighter import PythonHighlighter


class AutographPane(TextPane):
    """Read-only Python."""

    def __init__(self, session: Session) -> None:
        super().__init__("AutoGraph code", "Trace a function to see what AutoGraph made of it.")
        self._session = session
        self._highlighter = PythonHighlighter(self.text.document())
        for change in (Change.ROWS, Change.PANES, Change.FUNCTION):
            session.on(change, self._refresh)

    def set_theme(self, theme: Theme) -> None:
        """Use these colours from now on."""
        self._highlighter.set_theme(theme)

    def _refresh(self) -> None:
        row = self._session.chosen_row()
        trace = row.trace if row is not None else None
        self.show_text(trace.autograph_code if trace is not None else "")
