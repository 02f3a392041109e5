"""The panes as the user arranged them, with undo, and Grappler asked where one of them needs it; no drawing."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from graphscope.analysis.view_state import ViewState
from graphscope.model.trace import Statement
from graphscope.session.failure_words import told_statements
from graphscope.session.grappler_views import GrapplerViews
from graphscope.session.grappler_wish import AS_CHOSEN, RUN, STATIC, Outcome, Setting, Wish
from graphscope.session.observers import Change
from graphscope.session.panes import TRACED, Pane, Panes, Shown, shown
from graphscope.session.session_state import SessionState
from graphscope.session.signature_rows import RowState, SignatureRow
from graphscope.session.tracing import Tracing
from graphscope.session.undo_stack import UndoStack
from graphscope.session.xla_views import XlaViews

_FIRST = (RowState.TRACED, RowState.REUSED, RowState.FAILED)


class PaneViews:
    """Which panes there are and what they show."""

    def __init__(self, state: SessionState, tracing: Tracing, grappler: GrapplerViews, xla: XlaViews) -> None:
        self._state = state
        self._tracing = tracing
        self._grappler = grappler
        self._xla = xla
        self._views: UndoStack[Panes] = UndoStack(Panes())
        self._restored = False

    def reset(self) -> None:
        """No panes, and nothing to undo."""
        self._restored = False
        self._views.reset(Panes())

    def restore(self, panes: Panes) -> None:
        """The panes as they were kept; nothing to undo, and they stay as they are when more is traced."""
        self._restored = True
        self._views.reset(panes)
        self._state.tell(Change.PANES)

    @property
    def are_arranged(self) -> bool:
        """Whether they are as the user had them, not as they come by themselves."""
        return self._restored or self._views.can_undo

    @property
    def panes(self) -> Panes:
        """The panes as they are now."""
        return self._views.value

    @property
    def can_undo(self) -> bool:
        """Whether a change of the view can be undone."""
        return self._views.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether an undone change can be done again."""
        return self._views.can_redo

    def change(self, panes: Panes) -> None:
        """Another arrangement or view, as a step that can be undone; Grappler is asked where a view needs it."""
        self._views.change(panes)
        self.ask_grappler()
        self._state.tell(Change.PANES)

    def choose(self, index: int) -> None:
        """Make a pane the one that keys go to; no step to undo."""
        if 0 <= index < len(self.panes.panes) and index != self.panes.chosen:
            self._views.replace(dataclasses.replace(self.panes, chosen=index))
            self._follow()
            self._state.tell(Change.PANES, Change.SELECTION)

    def show_view(self, index: int, view: str, setting: Setting | None = None) -> None:
        """Switch a pane to Traced, Before Grappler or After Grappler; ``setting`` None keeps how Grappler is run."""
        if 0 <= index < len(self.panes.panes):
            pane = self.panes.panes[index]
            wanted = pane.showing(view, pane.setting if setting is None else setting)
            if (pane.view, pane.setting) != (view, wanted.setting):
                self.change(self.panes.with_pane(index, wanted))

    def show_row(self, key: int) -> None:
        """Show a row in the chosen pane, or choose the pane that shows it already."""
        panes = self.panes
        for index, pane in enumerate(panes.panes):
            if pane.row == key:
                self.choose(index)
                return
        if panes.panes:
            self.change(panes.with_pane(panes.chosen, Pane(key)))
        else:
            self.change(panes.added(Pane(key)))

    def change_view_state(self, index: int, state: ViewState) -> None:
        """Other groups open or ops hidden in a pane."""
        self.change_view_states({index: state})

    def change_view_states(self, states: Mapping[int, ViewState]) -> None:
        """The same for several panes, as one step to undo. Words for titles are not kept with it."""
        panes = self.panes
        for index, state in states.items():
            bare = dataclasses.replace(state, statements=None, sources={})
            panes = panes.with_pane(index, dataclasses.replace(panes.panes[index], state=bare))
        self.change(panes)

    def close(self, index: int) -> None:
        """Close a pane; the last one stays."""
        if len(self.panes.panes) > 1:
            self.change(self.panes.without(index))

    def add(self, key: int, view: str = TRACED, setting: Setting = AS_CHOSEN) -> None:
        """Show a row in a new pane at the right."""
        self.change(self.panes.added(Pane(key, view, setting=setting)))

    def statements(self, index: int) -> tuple[Statement, ...] | None:
        """The control flow that gives words to the titles in a pane, whatever became of it; None where unknown."""
        pane = self.panes.panes[index]
        row = self._state.rows.row(pane.row)
        rows, sources = self._state.rows, self._state.sources
        return told_statements(rows.control_flow(row), row.trace, sources) if row is not None else None

    def show_requested(self, views: Mapping[str, str]) -> tuple[str, ...]:
        """Show views by the letters of signatures, in panes of their own where need be. Gives unknown letters."""
        unknown = []
        for letter, view in views.items():
            row = self._state.rows.of_letter(letter)
            if row is None:
                unknown.append(letter)
                continue
            keys = [pane.row for pane in self.panes.panes]
            if row.key in keys:
                self.show_view(keys.index(row.key), view)
            else:
                self.add(row.key, view)
        return tuple(unknown)

    def undo(self) -> None:
        """Take back the last change of the view."""
        if self._views.undo():
            self.ask_grappler()
            self._state.tell(Change.PANES)

    def redo(self) -> None:
        """Do what was undone again."""
        if self._views.redo():
            self.ask_grappler()
            self._state.tell(Change.PANES)

    def shown(self, index: int) -> Shown:
        """What the pane has to show; nothing where it was closed."""
        if index >= len(self.panes.panes):
            return Shown()
        pane = self.panes.panes[index]
        row = self._state.rows.row(pane.row)
        if pane.is_xlas and row is not None and row in self._state.rows.with_graph():
            return self._xla.shown(pane, row)
        return shown(pane, row, self.outcome(pane), self._state.sources)

    # ---- Grappler ----------------------------------------------------------------------------------------------

    def outcome(self, pane: Pane) -> Outcome:
        """What Grappler made of the pane's row, as that pane wants it."""
        row = self._state.rows.row(pane.row)
        return Outcome() if row is None else row.outcomes.of(self._grappler.wish(row, pane.setting))

    def mode_of(self, pane: Pane) -> str:
        """Whether what the pane shows of Grappler is from a ``run`` or ``static``."""
        row = self._state.rows.row(pane.row)
        return self._grappler.mode if row is None else self._grappler.wish(row, pane.setting).mode

    @property
    def grappler_waits_for_consent(self) -> bool:
        """Whether the user must be told first that the function will be run with made-up inputs."""
        told = self._state.settings.grappler_run_explained or self._grappler.consented
        return not told and any(wish.mode == RUN for _, wish in self._wanting())

    def allow_grappler(self, mode: str) -> None:
        """The user was told, and wants it run (``run``) or only rewritten (``static``)."""
        self._grappler.mode = mode
        if mode == STATIC:
            self._replace_settings({RUN: ""})
        self.ask_grappler()

    def choose_grappler_mode(self, mode: str) -> None:
        """Have the function run (``run``) or its graph only rewritten (``static``) from now on, in every pane."""
        if not self._is_captured() and (mode != self._grappler.mode or any(p.setting.mode for p in self.panes.panes)):
            self._grappler.mode = mode
            self._replace_settings({RUN: "", STATIC: ""})
            self._grappler.stop(*[row.key for row in self._state.rows])
            self.ask_grappler()

    def _replace_settings(self, modes: Mapping[str, str]) -> None:
        def replaced(pane: Pane) -> Pane:
            setting = dataclasses.replace(pane.setting, mode=modes.get(pane.setting.mode, pane.setting.mode))
            return dataclasses.replace(pane, setting=setting)

        self._views.replace(dataclasses.replace(self.panes, panes=tuple(map(replaced, self.panes.panes))))
        self._follow()

    def call_grappler_with(self, key: int, inputs: str | None) -> None:
        """Call a row's function with these arguments for Grappler, or (None) with values made from its signature."""
        row = self._state.rows.row(key)
        if row is None or row.grappler_inputs == inputs or self._is_captured():
            return
        was_there = bool(row.outcomes.known)
        row.grappler_inputs = inputs
        self._grappler.stop(key)
        self._follow()
        self.ask_grappler()
        if was_there and not self.grappler_waits_for_consent:
            self._grappler.ask(key)

    def run_grappler_again(self) -> None:
        """Ask anew for what gave nothing, or was cancelled."""
        if self._is_captured():
            return
        for row in self._state.rows:
            for wish in [wish for wish, outcome in row.outcomes.known.items() if outcome.error]:
                del row.outcomes.known[wish]
        self.ask_grappler()

    def _is_captured(self) -> bool:
        """Whether the runs are those of a capture, which cannot be run again; the user is told so then."""
        if self._state.capture is None:
            return False
        self._state.say(f"A capture runs nothing: open {self._state.capture.function.module} to run Grappler")
        self._state.tell(Change.GRAPPLER)
        return True

    def refuse_grappler(self) -> None:
        """The user was told, and does not want it run: the panes go back to what was traced."""
        unwanted = {(key, wish) for key, wish in self._wanting() if wish.mode == RUN}
        panes = tuple(Pane(each.row) if self._asks(each) in unwanted else each for each in self.panes.panes)
        self._views.replace(dataclasses.replace(self.panes, panes=panes))
        self._follow()
        self._state.tell(Change.PANES)

    def _asks(self, pane: Pane) -> tuple[int, Wish] | None:
        """What the pane asks of Grappler, where it does and its row is traced."""
        row = self._state.rows.row(pane.row) if pane.is_grapplers else None
        if row is None or row not in self._state.rows.with_graph():
            return None
        return row.key, self._grappler.wish(row, pane.setting)

    def _wanting(self) -> list[tuple[int, Wish]]:
        """What panes want and is neither there nor under way nor known to fail."""
        if self._state.capture is not None:
            return []
        asked = dict.fromkeys(filter(None, map(self._asks, self.panes.panes)))
        rows = self._state.rows
        return [(key, wish) for key, wish in asked if wish not in _known(rows.row(key))]

    def ask_grappler(self) -> None:
        """Ask for the runs that panes need, once tracing is over and the user agreed; XLA, which runs nothing, too."""
        self._follow()
        if self._tracing.busy:
            return
        self._xla.ask_for(self.panes.panes)
        if self.grappler_waits_for_consent:
            self._state.tell(Change.CONSENT)
            return
        for key, wish in self._wanting():
            self._grappler.ask(key, wish)

    def _follow(self) -> None:
        """Of each row, the run is of interest that the chosen pane shows, else the first pane that shows one."""
        if self._state.capture is not None:
            return
        panes = [*self.panes.panes[self.panes.chosen : self.panes.chosen + 1], *self.panes.panes]
        for row in self._state.rows:
            setting = next((each.setting for each in panes if each.row == row.key and each.is_grapplers), AS_CHOSEN)
            row.outcomes.wish = self._grappler.wish(row, setting)

    def show_first_rows(self) -> None:
        """Until the user arranges panes, the first two signatures are shown, those with a graph of their own first."""
        if self._tracing.busy or self.are_arranged or len(self.panes.panes) >= 2:
            return
        known = [row for row in self._state.rows if row.trace is not None]
        best = sorted(known, key=lambda row: _FIRST.index(row.state) if row.state in _FIRST else len(_FIRST))[:2]
        keys = [row.key for row in known if row in best]
        if keys != [pane.row for pane in self.panes.panes]:
            self._views.replace(Panes(tuple(map(Pane, keys))))
            self._state.tell(Change.PANES)

    def keep_rows(self) -> None:
        """Drop the panes of rows that are gone."""
        left = self.panes.of_rows({row.key for row in self._state.rows})
        if left != self.panes:
            self._views.replace(left)
            self._state.tell(Change.PANES)


def _known(row: SignatureRow | None) -> Mapping[Wish, Outcome]:
    return {} if row is None else row.outcomes.known
