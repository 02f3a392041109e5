"""GrapplerPane: Grappler's passes over the chosen graph, what the function was called with, and how that is changed."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSizePolicy, QVBoxLayout

from graphscope.analysis.no_passes import why_no_passes
from graphscope.analysis.pass_graphs import known_passes
from graphscope.model.grappler import GrapplerRun
from graphscope.session.experiments import setting_of_interest, show_both_ways, show_setting
from graphscope.session.grappler_wish import RUN, STATIC
from graphscope.session.observers import Change
from graphscope.session.panes import AFTER
from graphscope.session.pass_life import PassLife, selected_life
from graphscope.session.pass_views import is_against_first, pass_of, pass_words, since_first_words
from graphscope.session.session import Session
from graphscope.session.signature_rows import SignatureRow
from graphscope.session.table_rows import PASSES, pass_rows, row_views
from graphscope.session.worked_passes import WorkedPasses, worked_passes
from graphscope.ui.labels import ElidedLabel, button
from graphscope.ui.panes.pass_steps import PassSteps
from graphscope.ui.panes.tables import TablePane

_ONLY_CHANGED = "Only changes"
_MARKS, _GHOSTS = "Mark what it did", "Show what is gone"
_SINCE = {False: "Since the pass before", True: "Since the first graph"}
_MOST_TOLD = 30
_MODES = {RUN: "As the runtime ran it", STATIC: "Without running it"}
_STATIC = "Rewritten by Grappler alone: the runtime inlines and places first, so that its own graph may differ."


class GrapplerPane(TablePane):
    """The passes that made the chosen pane's graph."""

    def __init__(self, session: Session) -> None:
        super().__init__(session, PASSES, "Grappler passes")
        self.widest = (250, 100, 100, 70)
        self.only_changed = button(_ONLY_CHANGED, self._refresh, "small", "Leave out the passes that changed nothing")
        self.only_changed.setCheckable(True)
        self.mode = QComboBox()
        self.mode.setProperty("small", True)
        self.mode.setAccessibleName("How Grappler's work is found out")
        for mode, text in _MODES.items():
            self.mode.addItem(text, mode)
        self.mode.activated.connect(lambda place: session.views.choose_grappler_mode(self.mode.itemData(place)))
        self.options = button("Options…", self._ask_options, "small", "Switch passes off and on, or run one alone")
        self.both = button(
            "Both ways",
            lambda: show_both_ways(session),
            "small",
            "Show the runtime's graph and the static one side by side",
        )
        self.told, self.facts = _line(), _line()
        self.change = button("Change…", self._ask_inputs, "link", "Say what the function is called with for Grappler")
        self.marks = button("", self._mark, "small", "Mark what the pass did, or what differs from the other pane")
        self.ghosts = button("", self.show_ghosts, "small", "Outline what the pass took away, where it stood (G)")
        self.since = QComboBox()
        self.since.setProperty("small", True)
        self.since.setAccessibleName("What a pass is compared with")
        self.since.setToolTip("What is marked as new, changed or gone: by this pass, or by all until it (Shift+D)")
        for first, text in _SINCE.items():
            self.since.addItem(text, first)
        self.steps = PassSteps(session, self.table)
        self.since.activated.connect(lambda place: self.steps.see_against_first(self.since.itemData(place)))
        self._lay_out_below()
        for change in (Change.ROWS, Change.PANES, Change.GRAPPLER, Change.FUNCTION, Change.SELECTION):
            session.on(change, self._refresh)
        self._refresh()

    def _lay_out_below(self) -> None:
        above, line = QHBoxLayout(), QHBoxLayout()
        shown = QHBoxLayout()
        for row, parts in (
            (above, (self.mode, self.options, self.both)),
            (shown, (self.only_changed, self.since, self.marks, self.ghosts)),
        ):
            row.setSpacing(6)
            for each in parts:
                row.addWidget(each)
        shown.addStretch(1)
        above.addStretch(1)
        line.setSpacing(8)
        line.addWidget(self.told, 1)
        line.addWidget(self.change)
        layout = QVBoxLayout(self.below)
        layout.setContentsMargins(10, 4, 10, 6)
        layout.setSpacing(5)
        layout.addLayout(above)
        layout.addLayout(shown)
        layout.addLayout(line)
        layout.addWidget(self.facts)

    def asked(self) -> None:
        """Show the chosen pane after Grappler, which has it run; again where nothing came of it."""
        row = self._row()
        if row is not None and row.grappler_error:
            self.session.views.run_grappler_again()
            return
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
            self.steps.tell(row, ())
        else:
            only = self.only_changed.isChecked()
            self.only_changed.setText(f"✓ {_ONLY_CHANGED}" if only else _ONLY_CHANGED)
            with self.steps.following():
                worked = self._worked(run)
                self.fill(pass_rows(run, only, self._life(row), worked.words if worked is not None else None), "")
            self.steps.tell(row, row_views(run, only))
        self.only_changed.setVisible(filled)
        traced = row is not None and row.trace is not None and row.trace.concrete is not None
        self.below.setVisible(traced and (run is not None or self.session.state.capture is None))
        self._tell_inputs(row)
        self._tell_pass(run)

    def _life(self, row: SignatureRow | None) -> PassLife | None:
        """What the passes of this signature did with the op that is selected."""
        session, pane = self.session, self.session.selection.pane
        panes = session.views.panes.panes
        if pane is None or row is None or pane >= len(panes) or panes[pane].row != row.key:
            return None
        return selected_life(session.selection, session.views, session.state)

    def _tell_pass(self, run: GrapplerRun | None) -> None:
        """Of a pane that shows a pass: what that pass did, and whether that is what is marked."""
        view, state = self.steps.view, self.session.state
        number = pass_of(view)
        for each in (self.since, self.marks, self.ghosts):
            each.setVisible(number is not None)
        self.marks.setText(f"{'✓ ' * state.pass_marks}{_MARKS}")
        self.ghosts.setText(f"{'✓ ' * state.pass_ghosts}{_GHOSTS}")
        self.since.setCurrentIndex(int(is_against_first(view)))
        if number is not None and run is not None and -1 <= number < known_passes(run):
            words, tip = self._words(run, number)
            self.told.setText(words)
            self.told.setToolTip(tip or words)

    def _worked(self, run: GrapplerRun) -> WorkedPasses | None:
        """What is known of the run's passes so far."""
        row = self._row()
        if row is None or row.trace is None or run.first is None:
            return None
        return worked_passes(run, row.trace.concrete)

    def _words(self, run: GrapplerRun, number: int) -> tuple[str, str]:
        """What a pass did, or all until it; and op by op. Nothing while that is still being worked out."""
        from graphscope.analysis.pass_origins import origins  # not needed for the first paint

        worked = self._worked(run)
        if worked is None or not worked.finished or number not in worked.graphs:
            return "Working out what each pass did…", ""
        if is_against_first(self.steps.view):
            new, changed = map(len, worked.since_first[number])
            return since_first_words(run, number, (new, changed, worked.graphs[number].count_gone())), ""
        return pass_words(run, number), "\n".join(each.words for each in origins(run, number)[:_MOST_TOLD])

    def see_against_first(self) -> None:
        """See a pass against the first graph, or again against the pass before."""
        self.steps.see_against_first(not is_against_first(self.steps.view))

    def _mark(self) -> None:
        self.session.state.pass_marks = not self.session.state.pass_marks
        self.session.state.tell(Change.PANES)

    def show_ghosts(self) -> None:
        """Show what is gone where it stood, or no more."""
        self.session.state.pass_ghosts = not self.session.state.pass_ghosts
        self.session.state.tell(Change.PANES)

    def _tell_inputs(self, row: SignatureRow | None) -> None:
        captured = self.session.state.capture is not None
        run = row.grappler if row is not None else None
        setting = setting_of_interest(self.session)
        mode = row.outcomes.wish.mode if row is not None else self.session.grappler.mode
        static = mode == STATIC
        self.mode.setCurrentIndex(self.mode.findData(mode))
        self.options.setText(f"Options: {setting.words}…" if setting.words else "Options…")
        # A capture runs nothing, so there is nothing to choose.
        for each in (self.mode, self.options, self.both):
            each.setVisible(not captured)
        self.change.setVisible(not static and not captured)
        text = _STATIC
        if not static and row is not None:
            told = row.grappler.inputs if row.grappler is not None else ""
            made = f"Called with {told}" if told else "Called with values made from the signature"
            text = f"{made if row.grappler_inputs is None else f'Called with {row.grappler_inputs}'}."
        for line, words in ((self.told, text), (self.facts, _facts(run))):
            line.setText(words)
            line.setToolTip(words)
            line.setVisible(bool(words))

    def _ask_inputs(self) -> None:
        from graphscope.ui.dialogs.grappler_inputs import GrapplerInputs

        row = self._row()
        if row is not None:
            dialog = GrapplerInputs(self.session.state.rows.letter(row.key), row.text, row.grappler_inputs, self)
            key = row.key
            dialog.wanted.connect(lambda inputs: self.session.views.call_grappler_with(key, inputs))
            dialog.open()

    def _ask_options(self) -> None:
        from graphscope.ui.dialogs.grappler_options import GrapplerOptions

        row = self._row()
        if row is not None:
            letter = self.session.state.rows.letter(row.key)
            dialog = GrapplerOptions(letter, setting_of_interest(self.session), self)
            dialog.wanted.connect(lambda setting, beside: show_setting(self.session, setting, beside))
            dialog.open()

    def _why_empty(self) -> tuple[str, bool]:
        row = self._row()
        if row is None or row.trace is None or row.trace.concrete is None:
            return "Trace a signature first; then Grappler's passes over its graph are shown here.", False
        if row.grappler_waits:
            return "Running Grappler in a worker of its own…", False
        if row.grappler_error:
            self.ask.setText("Run Grappler again")
            return f"Grappler gave nothing. {row.grappler_error}", self.session.state.capture is None
        self.ask.setText("Run Grappler")
        if row.grappler is not None:
            return why_no_passes(row.grappler), False
        letter = self.session.state.rows.letter(row.key)
        return f"Grappler has not run on {letter} yet.", True


def _line() -> ElidedLabel:
    made = ElidedLabel()
    made.setProperty("role", "muted")
    made.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return made


def _facts(run: GrapplerRun | None) -> str:
    """What else the result depends on, and what became of variables."""
    if run is None:
        return ""
    device = run.device.rpartition("device:")[2]
    told = [device, f"TensorFlow {run.tensorflow}" if run.tensorflow else ""]
    if run.onednn is not None:
        told.append(f"oneDNN {'on' if run.onednn else 'off'}")
    kept = " Variables changed in a worker that was thrown away." if run.mode == RUN else " Nothing was run."
    return " ".join(filter(None, [", ".join(filter(None, told)) + "." + kept, run.stopped]))
