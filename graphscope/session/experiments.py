"""Experiments with Grappler: what the user asks for in terms of panes; the panes and runs themselves are others'."""

from __future__ import annotations

import dataclasses

from graphscope.session.grappler_wish import RUN, STATIC, Setting
from graphscope.session.panes import AFTER, MOST_PANES, Pane
from graphscope.session.session import Session


def pane_of_interest(session: Session) -> int:
    """The pane whose Grappler run the tables tell of: the chosen one, or where that shows none the first that does."""
    panes = session.views.panes
    showing = [index for index, pane in enumerate(panes.panes) if pane.is_grapplers]
    return panes.chosen if panes.chosen in showing or not showing else showing[0]


def setting_of_interest(session: Session) -> Setting:
    """How Grappler is run for that pane."""
    panes, index = session.views.panes.panes, pane_of_interest(session)
    return panes[index].setting if index < len(panes) else Setting()


def show_setting(session: Session, setting: Setting, beside: bool) -> None:
    """Show what Grappler makes of the pane's signature so: in that pane, or in a new one beside it."""
    index = pane_of_interest(session)
    pane = session.views.panes.panes[index]
    view = pane.view if pane.is_grapplers else AFTER
    if not beside:
        session.views.show_view(index, view, setting)
    elif _has_room(session):
        session.views.add(pane.row, view, setting)


def show_both_ways(session: Session) -> None:
    """What the runtime made and what Grappler alone makes, side by side: lowered in one, functional in the other."""
    index = pane_of_interest(session)
    pane = session.views.panes.panes[index]
    # One pass alone is never the runtime's.
    setting = dataclasses.replace(pane.setting, only="")
    mode = session.views.mode_of(pane) if pane.is_grapplers else RUN
    other = dataclasses.replace(setting, mode=RUN if mode == STATIC else STATIC)
    shown = _showing(session, Pane(pane.row, AFTER, setting=other))
    if shown is None and not _has_room(session):
        return
    session.views.show_view(index, AFTER, dataclasses.replace(setting, mode=mode))
    if shown is None:
        session.views.add(pane.row, AFTER, other)
        session.views.choose(index)


def _showing(session: Session, wanted: Pane) -> int | None:
    """The pane that shows that already."""
    panes = session.views.panes.panes
    same = [
        index
        for index, pane in enumerate(panes)
        if (pane.row, pane.view) == (wanted.row, wanted.view)
        and pane.setting.options == wanted.setting.options
        and not pane.setting.only
        and session.views.mode_of(pane) == wanted.setting.mode
    ]
    return same[0] if same else None


def _has_room(session: Session) -> bool:
    if len(session.views.panes.panes) < MOST_PANES:
        return True
    session.state.say(f"{MOST_PANES} panes are the most there can be: close one first (Ctrl+W)")
    return False
