"""PassCommands: joins the actions that step through Grappler's passes to the list of them; it knows no graph."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from graphscope.session.observers import Change
from graphscope.session.pass_views import is_against_first, pass_of
from graphscope.ui.window_actions import connect

if TYPE_CHECKING:
    from graphscope.ui.main_window import MainWindow


class PassCommands:
    """What the actions about passes do."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        actions, grappler = window.actions_, window.grappler
        connect(actions.next_pass, functools.partial(self._step, 1))
        connect(actions.previous_pass, functools.partial(self._step, -1))
        connect(actions.against_first, grappler.see_against_first)
        connect(actions.ghosts, grappler.show_ghosts)
        for change in (Change.PANES, Change.ROWS, Change.GRAPPLER):
            window.session.on(change, self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Enable what can be done now, and check what is so now."""
        actions, steps = self._window.actions_, self._window.grappler.steps
        for action in (actions.next_pass, actions.previous_pass):
            action.setEnabled(steps.can_step)
        shown = pass_of(steps.view) is not None
        actions.against_first.setEnabled(shown)
        actions.against_first.setChecked(is_against_first(steps.view))
        actions.ghosts.setEnabled(shown)
        actions.ghosts.setChecked(self._window.session.state.pass_ghosts)

    def _step(self, by: int) -> None:
        self._window.table_tabs.setCurrentWidget(self._window.grappler)
        self._window.grappler.steps.step(by)
