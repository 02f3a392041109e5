"""GrapplerPane: Grappler's passes over the chosen graph, what the function was called with, and how that is changed."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSizePolicy, QVBoxLayout

from graphscope.session.grappler_wish import RUN, STATIC
from graphscope.session.observers import Change
from graphscope.session.panes import AFTER
from graphscope.session.session import Session
from graphscope.session.signature_rows import SignatureRow
from graphscope.session.table_rows import PASSES, pass_rows
from graphscope.ui.labels import ElidedLabel, button
from graphscope.ui.panes.tables import TablePane

_ONLY_CHANGED = "Only those that changed something"
_MODES = {RUN: "As the runtime ran it", STATIC: "Without running it"}
_STATIC = "Rewritten by Grappler alone: the runtime inlines and places first, so that its own graph may differ."


class GrapplerPane(TablePane):
    """The passes that made the chosen pane's graph."""

    def __init__(self, session: Session) -> None:
        super().__init__(session, PASSES, "Grappler passes")
        self.widest = (230, 100, 100, 70)
        self.only_changed = button(_ONLY_CHANGED, self._refresh, "small", "Leave out the passes that changed nothing")
        self.only_changed.setCheckable(True)
        self.mode = QComboBox()
        self.mode.setProperty("small", True)
        self.mode.setAccessibleName("How Grappler's work is found out")
        for mode, text in _MODES.items():
            self.mode.addItem(text, mode)
        self.mode.activated.connect(lambda place: session.views.choose_grappler_mode(self.mode.itemData(place)))
        self.told = ElidedLabel()
        self.told.setProperty("role", "muted")
        self.told.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.change = button("Change…", self._ask_inputs, "link", "Say what the function is called with for Grappler")
        self._lay_out_below()
        for change in (Change.ROWS, Change.PANES, Change.GRAPPLER, Change.FUNCTION):
            session.on(change, self._refresh)
        self._refresh()

    def _lay_out_below(self) -> None:
        above, line = QHBoxLayout(), QHBoxLayout()
        for each in (self.mode, self.only_changed):
            above.addWidget(each)
        above.addStretch(1)
        line.setSpacing(8)
        line.addWidget(self.told, 1)
        line.addWidget(self.change)
        layout = QVBoxLayout(self.below)
        layout.setContentsMargins(10, 4, 10, 6)
        layout.setSpacing(5)
        layout.addLayout(above)
        layout.addLayout(line)

    def asked(self) -> None:
        """Show the chosen pane after Grappler, which has it run."""
        self.session.views.show_view(self.session.views.panes.chosen, AFTER)

    def _row(self) -> SignatureRow | None:
        return self.session.grappler_row() or self.session.chosen_row()

    def _refresh(self) -> None:
        row = self._row()
        run = row.grappler if row is not None else None
        filled = run is not None and bool(run.passes)
        if run is None or not filled:
            told = self._why_empty()
            self.fill([], told[0], told[1])
        else:
            only = self.only_changed.isChecked()
            self.only_changed.setText(f"✓ {_ONLY_CHANGED}" if only else _ONLY_CHANGED)
            self.fill(pass_rows(run, only), "")
        self.only_changed.setVisible(filled)
        traced = row is not None and row.trace is not None and row.trace.concrete is not None
        self.below.setVisible(traced and (run is not None or self.session.state.capture is None))
        self._tell_inputs(row)

    def _tell_inputs(self, row: SignatureRow | None) -> None:
        captured = self.session.state.capture is not None
        run = row.grappler if row is not None else None
        static = (run.mode if run is not None and captured else self.session.grappler.mode) == STATIC
        self.mode.setCurrentIndex(self.mode.findData(self.session.grappler.mode))
        # A capture runs nothing, so there is nothing to choose.
        self.mode.setVisible(not captured)
        self.change.setVisible(not static and not captured)
        text = _STATIC
        if not static and row is not None:
            told = row.grappler.inputs if row.grappler is not None else ""
            made = f"Called with {told}" if told else "Called with values made from the signature"
            text = f"{made if row.grappler_inputs is None else f'Called with {row.grappler_inputs}'}."
        self.told.setText(text)
        self.told.setToolTip(text)

    def _ask_inputs(self) -> None:
        from graphscope.ui.dialogs.grappler_inputs import GrapplerInputs

        row = self._row()
        if row is not None:
            dialog = GrapplerInputs(self.session.state.rows.letter(row.key), row.text, row.grappler_inputs, self)
            key = row.key
            dialog.wanted.connect(lambda inputs: self.session.views.call_grappler_with(key, inputs))
            dialog.open()

    def _why_empty(self) -> tuple[str, bool]:
        row = self._row()
        if row is None or row.trace is None or row.trace.concrete is None:
            return "Trace a signature first; then Grappler's passes over its graph are shown here.", False
        if row.grappler_waits:
            return "Running Grappler in a worker of its own…", False
        if row.grappler_error:
            return f"Grappler gave nothing. {row.grappler_error}", False
        if row.grappler is not None:
            return "No single passes are known: the graph was rewritten as a whole.", False
        letter = self.session.state.rows.letter(row.key)
        return f"Grappler has not run on {letter} yet.", True
