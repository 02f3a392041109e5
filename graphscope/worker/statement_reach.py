"""Whether Python came by statements that make no call to AutoGraph, and how often: by what ran around them."""

from __future__ import annotations

from typing import Dict, List, Mapping, Optional, Set, Tuple

from graphscope.worker.statement_sites import FunctionSite, Site
from graphscope.worker.statement_spans import is_beyond
from graphscope.worker.stopped_functions import Stops
from graphscope.worker.watch_control_flow import Event


class StatementReach:
    """Answers for one trace. ``entered`` are the functions that AutoGraph was asked for, ``runs`` how often each ran.

    ``events`` are what the trace saw of statements, ``first_run`` what a run saw that only made variables; ``stops``
    is where each function stood when the trace failed.
    """

    def __init__(
        self,
        entered: Set[FunctionSite],
        runs: Mapping[FunctionSite, int],
        events: Tuple[Dict[Site, List[Event]], Dict[Site, List[Event]]],
        stops: Stops,
    ) -> None:
        self._entered = entered
        self._runs = runs
        self._events, self._first_run = events
        self._stops = stops
        self._seen = {site.function for site in self._events}

    def is_converted(self, function: FunctionSite) -> bool:
        """Whether it was converted, by itself or with one around it."""
        return function in self._entered or any(_is_inside(function, each) for each in self._entered)

    def times(self, site: Site) -> int:
        """How often Python came by, 0 where it did not; 1 where it cannot be counted."""
        function = site.function
        runs = self._runs.get(function, 0) or (function in self._entered) or (function in self._seen)
        if not runs or self._is_after_the_end(site):
            return 0
        parent, branch = site.parent, site.branch
        while parent is not None and parent.around is not None:  # no call tells of a conditional one in another
            branch = parent.branch
            parent = parent.parent
        if parent is None:
            times = int(runs)
        else:
            around = self._events.get(parent) or self._first_run.get(parent, [])
            times = sum(runs_of(event, branch) for event in around)
        times = max(times - self._stopped_before(site, parent, branch), 0)
        return times if self._is_counted(site, function) else min(times, 1)

    def _is_counted(self, site: Site, function: FunctionSite) -> bool:
        """Whether nothing before a statement may have left its block: then it ran as often as the block began."""
        left = [other for other in self._events if other.function == function and other.line < site.line]
        return not self._stops and not any(line < site.line for other in left for _, line in other.jumps)

    def _stopped_before(self, site: Site, parent: Optional[Site], branch: str) -> int:
        """How many runs of a statement's block ended with the failed trace before they came to the statement."""
        lines = [line for line in self._stops.get(site.function, ()) if is_beyond(site.file, site.line, line)]
        if parent is None:
            return len(lines)
        lines = [line for line in lines if parent.line < line]
        stopped = [event for event in self._events.get(parent, ()) if event.inside]
        return min(len(lines), sum(("else" if event.else_runs else "body") == branch for event in stopped))

    def _is_after_the_end(self, site: Site) -> bool:
        """Whether Python left the function before it came to a statement."""
        return any(self._always_returned(other, site) for other in self._events)

    def _always_returned(self, other: Site, site: Site) -> bool:
        """Whether ``other`` stands before ``site`` and Python left the function there every time."""
        if other.function != site.function or other.end_line >= site.line or not other.returns:
            return False
        events = self._events[other]
        return all(not event.staged and any(runs_of(event, branch) for branch in other.returns) for event in events)


def runs_of(event: Event, branch: str) -> int:
    """How often that block of a statement ran in one event."""
    return event.else_runs if branch == "else" else event.then_runs


def _is_inside(function: FunctionSite, other: FunctionSite) -> bool:
    begins, ends = (function.line, function.column), (function.end_line, function.end_column)
    around = (other.line, other.column) <= begins and ends <= (other.end_line, other.end_column)
    return function.file == other.file and function != other and around
