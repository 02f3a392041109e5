"""TrimCommands: joins the actions that hide ops, or show some alone, to the panes; what is left is analysis's."""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QInputDialog

from graphscope.analysis.view_state import Stubs
from graphscope.session.observers import Change
from graphscope.ui.window_actions import connect

if TYPE_CHECKING:
    from graphscope.ui.main_window import MainWindow

MOST_HOPS = 99


class TrimCommands:
    """What the actions under Hide and Show only do."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._session = window.session
        self._hops = 4
        actions = window.actions_
        for action in actions.hide.values():
            connect(action, self._hide_kinds)
        connect(actions.hide_selected, functools.partial(self._trim, "selected"))
        connect(actions.show_all, self._show_all)
        for name, action in actions.only.items():
            connect(action, functools.partial(self._trim, *_KINDS[name]))
        connect(actions.neighbours, self._ask_hops)
        connect(actions.tag_selected, self._tag_selected)
        for least, action in actions.tags.items():
            connect(action, functools.partial(self._tag, int(least)))
        window.panes.settled.connect(self.refresh)
        for change in (Change.PANES, Change.SELECTION, Change.ROWS, Change.GRAPPLER, Change.FUNCTION):
            self._session.on(change, self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Enable what can be done with what is selected."""
        actions, pane = self._window.actions_, self._window.panes.chosen
        state = pane.view_state if pane is not None else None
        chosen = pane is not None and pane.trims.possible("selected")
        actions.hide_selected.setEnabled(chosen)
        actions.neighbours.setEnabled(chosen)
        actions.tag_selected.setEnabled(chosen)
        if state is not None and str(state.stubs.least) in actions.tags:
            actions.tags[str(state.stubs.least)].setChecked(True)
        for name, action in actions.only.items():
            action.setEnabled(pane is not None and pane.trims.possible(_KINDS[name][0]))
        tags = pane is not None and pane.picture is not None and bool(pane.picture.stubs)
        actions.show_all.setEnabled(state is not None and bool(state.hide or state.trims or tags))

    def _trim(self, kind: str, hops: int = 0) -> None:
        pane = self._window.panes.chosen
        if pane is not None:
            self._window.status.complain(pane.trims.add(kind, hops))

    def _show_all(self) -> None:
        pane = self._window.panes.chosen
        if pane is not None:
            pane.trims.show_all()

    def _tag_selected(self) -> None:
        pane = self._window.panes.chosen
        if pane is not None:
            pane.trims.toggle_tags()

    def _tag(self, least: int) -> None:
        """So many uses make tags, in every pane; as one step to undo. What was chosen by hand is forgotten."""
        known = [pane for pane in self._window.panes.panes if pane.view_state is not None]
        states = {pane.index: pane.view_state for pane in known}
        self._session.views.change_view_states(
            {at: dataclasses.replace(state, stubs=Stubs(least)) for at, state in states.items() if state is not None}
        )

    def _hide_kinds(self) -> None:
        """The kinds that are checked, in every pane; as one step to undo."""
        actions = self._window.actions_.hide
        kinds = {kind for kind, action in actions.items() if action.isChecked()}
        states = {}
        for pane in self._window.panes.panes:
            if pane.view_state is not None:
                hide = frozenset(kinds | (pane.view_state.hide - set(actions)))
                states[pane.index] = dataclasses.replace(pane.view_state, hide=hide)
        self._session.views.change_view_states(states)

    def _ask_hops(self) -> None:
        dialog = QInputDialog(self._window)
        dialog.setWindowTitle("Neighbours")
        dialog.setLabelText("Show only what lies within so many edges of the selected ops:")
        dialog.setInputMode(QInputDialog.InputMode.IntInput)
        dialog.setIntRange(1, MOST_HOPS)
        dialog.setIntValue(self._hops)
        dialog.intValueSelected.connect(self._neighbours)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _neighbours(self, hops: int) -> None:
        self._hops = hops
        self._trim("neighbours", hops)


_KINDS: dict[str, tuple[str, int]] = {
    "selected": ("neighbours", 0),
    "ancestors": ("ancestors", 0),
    "descendants": ("descendants", 0),
    "1": ("neighbours", 1),
    "2": ("neighbours", 2),
    "3": ("neighbours", 3),
    "paths": ("paths", 0),
}
"""Action → the kind of trim and its hops."""
