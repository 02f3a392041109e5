"""When a window has nothing left to do: what tests wait for instead of sleeping."""

from __future__ import annotations

from graphscope.ui.application import Application


def at_rest(application: Application) -> bool:
    """Nothing is traced, optimised, compiled, worked out or drawn any more."""
    session, window = application.session, application.window
    under_way = session.tracing.busy or session.grappler.busy or session.xla.busy
    return not (under_way or window.panes.busy or window.grappler.steps.passes.busy)


def drawn(application: Application) -> bool:
    """There are panes, and nothing about them is under way."""
    return bool(application.session.views.panes.panes) and at_rest(application)
