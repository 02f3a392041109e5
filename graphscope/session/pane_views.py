"""The panes as the user arranged them, with undo, and Grappler asked where one of them needs it; no drawing."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from graphscope.analysis.view_state import ViewState
from graphscope.model.trace import Statement
from graphscope.session.grappler_views import STATIC, GrapplerViews
from graphscope.session.observers import Change
from graphscope.session.panes import TRACED, Pane, Panes, Shown, shown
from graphscope.session.session_state import SessionState
from graphscope.session.signature_rows import RowState, SignatureRow
from graphscope.session.tracing import Tracing
from graphscope.session.undo_stack import UndoStack

_FIRST = (RowState.TRACED, RowState.REUSED, RowState.FAILED)


class PaneViews:
    """Which panes there are and what they show."""

    def __init__(self, state: SessionState, tracing: Tracing, grappler: GrapplerViews) -> None:
        self._state = state
        self._tracing = tracing
        self._grappler = grappler
        self._views: UndoStack[Panes] = UndoStack(Panes())

    def reset(self) -> None:
        """No panes, and nothing to undo."""
        self._views.reset(Panes())

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
            self._state.tell(Change.PANES, Change.SELECTION)

    def show_view(self, index: int, view: str) -> None:
        """Switch a pane to Traced, Before Grappler or After Grappler."""
        if 0 <= index < len(self.panes.panes):
            pane = self.panes.panes[index]
            if pane.view != view:
                self.change(self.panes.with_pane(index, Pane(pane.row, view)))

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

    def add(self, key: int, view: str = TRACED) -> None:
        """Show a row in a new pane at the right."""
        self.change(self.panes.added(Pane(key, view)))

    def statements(self, index: int) -> tuple[Statement, ...] | None:
        """The control flow that gives words to the titles in a pane; None for what Grappler made."""
        pane = self.panes.panes[index]
        row = self._state.rows.row(pane.row)
        return self._state.rows.control_flow(row) if row is not None and pane.view == TRACED else None

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
        return shown(pane, self._state.rows.row(pane.row), self._state.sources)

    # ---- Grappler ----------------------------------------------------------------------------------------------

    @property
    def grappler_waits_for_consent(self) -> bool:
        """Whether the user must be told first that the function will be run with made-up inputs."""
        told = self._state.settings.grappler_run_explained or self._grappler.consented
        return not told and self._grappler.mode != STATIC and bool(self._wanting())

    def allow_grappler(self, mode: str) -> None:
        """The user was told, and wants it run (``run``) or only rewritten (``static``)."""
        self._grappler.mode = mode
        self.ask_grappler()

    def choose_grappler_mode(self, mode: str) -> None:
        """Have the function run (``run``) or its graph only rewritten (``static``) from now on, in every pane."""
        if self._is_captured():
            return
        if mode != self._grappler.mode:
            self._grappler.mode = mode
            self._grappler.drop(*[row.key for row in self._state.rows])
            self.ask_grappler()

    def call_grappler_with(self, key: int, inputs: str | None) -> None:
        """Call a row's function with these arguments for Grappler, or (None) with values made from its signature."""
        row = self._state.rows.row(key)
        if row is None or row.grappler_inputs == inputs or self._is_captured():
            return
        was_there = row.grappler is not None or bool(row.grappler_error)
        row.grappler_inputs = inputs
        self._grappler.drop(key)
        self.ask_grappler()
        if was_there and not self.grappler_waits_for_consent:
            self._grappler.ask(key)

    def _is_captured(self) -> bool:
        """Whether the runs are those of a capture, which cannot be run again; the user is told so then."""
        if self._state.capture is None:
            return False
        self._state.say(f"A capture runs nothing: open {self._state.capture.function.module} to run Grappler")
        self._state.tell(Change.GRAPPLER)
        return True

    def refuse_grappler(self) -> None:
        """The user was told, and does not want it run: the panes go back to what was traced."""
        panes = tuple(pane if pane.view == TRACED else Pane(pane.row) for pane in self.panes.panes)
        self._views.replace(dataclasses.replace(self.panes, panes=panes))
        self._state.tell(Change.PANES)

    def _wanting(self) -> list[SignatureRow]:
        keys = {pane.row for pane in self.panes.panes if pane.view != TRACED}
        ready = (row for row in self._state.rows.with_graph() if row.key in keys)
        return [row for row in ready if row.grappler is None and not row.grappler_waits and not row.grappler_error]

    def ask_grappler(self) -> None:
        """Ask for the runs that panes need, once tracing is over and the user agreed."""
        if self._tracing.busy:
            return
        if self.grappler_waits_for_consent:
            self._state.tell(Change.CONSENT)
            return
        for row in self._wanting():
            self._grappler.ask(row.key)

    def show_first_rows(self) -> None:
        """Until the user arranges panes, the first two signatures are shown, those with a graph of their own first."""
        if self._tracing.busy or self._views.can_undo or len(self.panes.panes) >= 2:
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
