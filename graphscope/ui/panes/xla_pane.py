"""XlaPane: what XLA made of the chosen signature, as counts and as text; its graphs are shown by the panes above."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from graphscope.analysis.hlo import partners_of
from graphscope.analysis.picture import NodeId
from graphscope.export.look import Theme
from graphscope.model.trace import ConcreteFunction
from graphscope.session.hlo_text import lines_of_nodes, nodes_of_lines
from graphscope.session.observers import Change
from graphscope.session.panes import HLO, HLO_OPTIMISED, VIEWS
from graphscope.session.selection import Selection
from graphscope.session.session import Session
from graphscope.session.xla_rows import HEADINGS, compiled_words, xla_rows
from graphscope.session.xla_views import XlaOutcome
from graphscope.ui.labels import ElidedLabel, as_panel, button
from graphscope.ui.panes.find_bar import FindBar
from graphscope.ui.panes.source_view import SourceView
from graphscope.ui.panes.tables import TablePane

COUNTS = "counts"
_CONTENTS = {COUNTS: "Counts", HLO: "HLO as text", HLO_OPTIMISED: "Optimised HLO as text"}
_NEEDS = "It is traced once more in a worker of its own and compiled for its shapes; nothing is run."


class XlaPane(QWidget):
    """Counts before and after, and the text of either, linked to the graphs and to the source."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        as_panel(self)
        self._session = session
        self._lines: dict[int, NodeId] = {}
        self._text_of: object = None
        self.contents = QComboBox()
        self.contents.setProperty("small", True)
        self.contents.setAccessibleName("What is told of XLA's work")
        for name, text in _CONTENTS.items():
            self.contents.addItem(text, name)
        self.contents.activated.connect(self._refresh)
        self.told = ElidedLabel()
        self.told.setProperty("role", "muted")
        self.told.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.counts = _Counts(session)
        self.text = SourceView("HLO as text")
        self.text.line_clicked.connect(self._line_clicked)
        self.head = self._head()
        self._stack = QStackedWidget()
        self._stack.addWidget(self.counts)
        self._stack.addWidget(self._text_page())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.head)
        layout.addWidget(self._stack, 1)
        for change in (Change.ROWS, Change.PANES, Change.GRAPPLER, Change.FUNCTION, Change.SELECTION):
            session.on(change, self._refresh)
        self._refresh()

    def _head(self) -> QWidget:
        head = QWidget()
        line = QHBoxLayout(head)
        line.setContentsMargins(10, 6, 10, 4)
        line.setSpacing(6)
        line.addWidget(self.contents)
        for view in (HLO, HLO_OPTIMISED):
            tip = f"Show {VIEWS[view]} as a graph in the chosen pane"
            line.addWidget(button("Graph" if view == HLO else "Optimised graph", self._shows(view), "small", tip))
        line.addWidget(button("Both", self._show_both, "small", "Show both graphs side by side"))
        line.addWidget(self.told, 1)
        return head

    def _text_page(self) -> QWidget:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(10, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.text, 1)
        layout.addWidget(FindBar(self.text))
        return page

    def set_theme(self, theme: Theme) -> None:
        """Use these colours from now on."""
        self.counts.set_theme(theme)
        self.text.set_theme(theme)

    # ---- showing -------------------------------------------------------------------------------------------------

    def _refresh(self) -> None:
        outcome = self._outcome()
        compiled = outcome.compilation
        done = compiled is not None and compiled.error is None
        self.head.setVisible(done)
        self.counts.tell(outcome)
        side = str(self.contents.currentData())
        self._stack.setCurrentIndex(1 if done and side != COUNTS else 0)
        if compiled is None or not done:
            return
        words = compiled_words(compiled)
        self.told.setText(words)
        self.told.setToolTip(words)
        if side != COUNTS:
            text = compiled.text_before if side == HLO else compiled.text_after
            self._show_text(text, self._graph(side))

    def _outcome(self) -> XlaOutcome:
        row = self._session.chosen_row()
        return self._session.xla.outcome(row) if row is not None else XlaOutcome()

    def _graph(self, side: str) -> ConcreteFunction | None:
        compiled = self._outcome().compilation
        if compiled is None:
            return None
        return compiled.before if side == HLO else compiled.after

    def _show_text(self, text: str, concrete: ConcreteFunction | None) -> None:
        if self._text_of is not text:
            self._text_of = text
            self.text.show_text(text)
            self._lines = nodes_of_lines(text, concrete) if concrete is not None else {}
        self.text.light(lines_of_nodes(self._lines, self._lit(concrete)) if concrete is not None else frozenset())

    def _lit(self, concrete: ConcreteFunction) -> frozenset[NodeId]:
        """The instructions that are chosen, or made of ops that are, or of the line that is."""
        selection = self._session.selection
        if selection.pane is not None and selection.nodes:
            there = self._session.views.shown(selection.pane).concrete
            if there is concrete:
                return selection.nodes
            return partners_of(there, selection.nodes, concrete) if there is not None else frozenset()
        if selection.file and selection.line:
            from graphscope.analysis.ops_of_lines import nodes_of_line  # not needed for the first paint

            return nodes_of_line(concrete, selection.file, self._session.lines_chosen())
        return frozenset()

    # ---- what the user does --------------------------------------------------------------------------------------

    def _shows(self, view: str) -> Callable[[], None]:
        views = self._session.views
        return lambda: views.show_view(views.panes.chosen, view)

    def _show_both(self) -> None:
        row, views = self._session.chosen_row(), self._session.views
        if row is not None:
            views.show_view(views.panes.chosen, HLO)
            views.add(row.key, HLO_OPTIMISED)

    def _line_clicked(self, number: int) -> None:
        """Choose the instruction in a pane that shows it, else the line of the user's that it came by."""
        node, concrete = self._lines.get(number), self._graph(str(self.contents.currentData()))
        if node is None or concrete is None:
            return
        views = self._session.views
        for index in range(len(views.panes.panes)):
            if views.shown(index).concrete is concrete:
                self._session.select_nodes(index, frozenset({node}), concrete)
                return
        from graphscope.analysis.places import line_of, places_of

        place = line_of(places_of(concrete, [node]))
        if place is not None:
            self._session.select(Selection(file=place[0], line=place[1]))


class _Counts(TablePane):
    """The table, or why there is none and what to do."""

    def __init__(self, session: Session) -> None:
        super().__init__(session, HEADINGS, "XLA instructions")
        self.widest = (220, 80, 80, 90)

    def asked(self) -> None:
        """Have XLA compile the chosen signature, again where it was refused."""
        row = self.session.chosen_row()
        if row is not None:
            self.session.xla.ask_again(row.key)

    def tell(self, outcome: XlaOutcome) -> None:
        """Show what came of it."""
        compiled = outcome.compilation
        if compiled is not None and compiled.error is None:
            self.fill(xla_rows(compiled), "")
            return
        row = self.session.chosen_row()
        traced = row is not None and row.trace is not None and row.trace.concrete is not None
        can_ask = traced and not outcome.waits and self.session.state.capture is None
        self.ask.setText("Compile again" if outcome.error is not None else "Compile with XLA")
        self.fill([], self._why_empty(outcome, traced), can_ask)

    def _why_empty(self, outcome: XlaOutcome, traced: bool) -> str:
        if not traced:
            return "Trace a signature first; then what XLA makes of it is told here."
        if outcome.waits:
            return "Compiling with XLA in a worker of its own…"
        if outcome.error is not None:
            at = f" at line {outcome.error.line}" if outcome.error.line else ""
            return f"XLA gave nothing{at}. {outcome.words}"
        row = self.session.chosen_row()
        letter = self.session.state.rows.letter(row.key) if row is not None else ""
        return f"XLA has not compiled {letter} yet. {_NEEDS}"
