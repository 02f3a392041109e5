"""Panes as a capture keeps them, and back; what it names and is unknown here is shown as at first sight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphscope.analysis.view_state import GROUPINGS, TRIMS, Stubs, Trim, ViewState
from graphscope.capture.arrangement import CapturedPane, CapturedSetting, CapturedTrim, CapturedView
from graphscope.session.grappler_wish import Setting, read_options
from graphscope.session.panes import TRACED, Pane, Panes, is_view


def kept_panes(panes: Panes, places: Mapping[int, int]) -> tuple[CapturedPane, ...]:
    """The panes whose rows are saved; ``places`` tells at which place each row's signature is."""
    return tuple(
        CapturedPane(
            places[pane.row], pane.view, None if pane.state is None else _kept(pane.state), _kept_setting(pane.setting)
        )
        for pane in panes.panes
        if pane.row in places and is_view(pane.view)
    )


def restored_panes(kept: Sequence[CapturedPane], keys: Sequence[int]) -> Panes:
    """The panes again, for rows of these keys."""
    return Panes(tuple(_restored(pane, keys[pane.signature]) for pane in kept))


def _kept_setting(setting: Setting) -> CapturedSetting:
    options = tuple((name, str(value)) for name, value in setting.options)
    return CapturedSetting(setting.mode, options, setting.only)


def _kept(state: ViewState) -> CapturedView:
    return CapturedView(
        opened=tuple(sorted(state.opened)),
        first=tuple(sorted(state.first)),
        hide=tuple(sorted(state.hide)),
        grouping=state.grouping,
        trims=tuple(
            CapturedTrim(each.kind, tuple(sorted(each.nodes)), tuple(sorted(each.others)), each.hops)
            for each in state.trims
        ),
        level_size=state.level_size,
        tags=state.stubs.least,
        tagged=tuple(sorted(state.stubs.always)),
        untagged=tuple(sorted(state.stubs.never)),
    )


def _restored(pane: CapturedPane, row: int) -> Pane:
    view, shown, told = pane.view, pane.shown, pane.setting
    if not is_view(view):
        return Pane(row, TRACED)
    setting = Setting(told.mode, read_options(dict(told.options)), told.only)
    if shown is None or shown.grouping not in GROUPINGS:
        return Pane(row, view, setting=setting)
    known = [each for each in shown.trims if each.kind in TRIMS]
    trims = tuple(Trim(each.kind, frozenset(each.nodes), frozenset(each.others), each.hops) for each in known)
    opened, first, hide = map(frozenset, (shown.opened, shown.first, shown.hide))
    state = ViewState(
        opened=opened,
        first=first,
        hide=hide,
        grouping=shown.grouping,
        trims=trims,
        level_size=shown.level_size,
        stubs=Stubs(shown.tags, frozenset(shown.tagged), frozenset(shown.untagged)),
    )
    return Pane(row, view, state, setting)
