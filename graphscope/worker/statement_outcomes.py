"""What became of every statement, from what was seen while tracing and what stands in the files."""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, Iterable, List, Optional, Set, Tuple

from graphscope.protocol.records import ErrorRecord, StatementRecord
from graphscope.worker.function_sites import function_site
from graphscope.worker.lowered_ops import kept_words, lowered_ops, lowered_records
from graphscope.worker.outcome_words import python_words, staged_words
from graphscope.worker.python_statements import NEVER_STAGED, statements_of
from graphscope.worker.staging_errors import BOOLEAN, ITERATING
from graphscope.worker.statement_sites import FunctionSite, Site
from graphscope.worker.user_frames import is_user_file
from graphscope.worker.watch_control_flow import ControlFlowWatch, Event, outer_graphs


class StatementOutcomes:
    """The statements of one trace: ``records`` tells each one's outcome, in line order.

    ``root`` is the trace's own FuncGraph: what happened in graphs that are not part of it (a first run that only made
    variables) is left out. None, for a trace that failed, takes what each statement did last. ``own_file`` is the
    traced function's file, all of whose functions are told of; of other files those that the trace entered.
    """

    def __init__(
        self, watch: ControlFlowWatch, root: Any, own_file: Optional[str], error: Optional[ErrorRecord] = None
    ) -> None:
        self._error = error
        self._error_line = (error.file, error.line or 0) if error is not None and error.file else None
        self._watch = watch
        self._own_file = own_file
        own, earlier = _of_trace(watch.events, root)
        self._events = _by_site(event for event in own if not event.call.lowering)
        self._lowered = _by_site(event for event in own if event.call.lowering)
        self._first_run = _by_site(event for event in earlier if not event.call.lowering and not event.staged)
        self._entered = {site for site in map(function_site, watch.entered) if site is not None}
        self._alone = {function_site(code): why for code, why in watch.unconverted.reasons.items()}
        self._ran: Dict[FunctionSite, Set[int]] = {}
        for code, lines in watch.lines.lines.items():
            site = function_site(code)
            if site is not None:
                self._ran.setdefault(site, set()).update(lines)

    def records(self) -> Tuple[StatementRecord, ...]:
        """One record for each statement and outcome, in line order, the traced function's own file first."""
        reached = self._entered | set(self._ran) | {site for site in self._alone if site is not None}
        files = {site.file for site in reached}
        own = [self._own_file] if self._own_file and is_user_file(self._own_file) else []
        found: List[StatementRecord] = []
        for file in [*own, *sorted(files - set(own))]:
            for site in statements_of(file).sites:
                if file in own or site.function in reached:
                    found.extend(self._outcomes(site))
        return tuple(found)

    def _outcomes(self, site: Site) -> Iterable[StatementRecord]:
        """What became of it; where nothing did and the trace failed at its head, it is what failed."""
        found = list(self._whatever(site))
        if self._fails_at(site) and {each.outcome for each in found} <= {
            "not reached",
            "never staged",
            "not converted",
        }:
            found = [each for each in found if each.outcome != "not reached"]
            found.append(_record(site, "failed", detail="the trace failed here"))
        return found

    def _fails_at(self, site: Site) -> bool:
        if self._error is None or self._error_line is None or self._error_line[0] != site.file:
            return False
        if site.kind == "comprehension" and self._error.kind not in (ITERATING, BOOLEAN):
            return False
        stops = site.kind not in ("and", "or", "not", "conditional expression")
        return stops and site.line <= self._error_line[1] <= site.head_end

    def _whatever(self, site: Site) -> Iterable[StatementRecord]:
        """What became of it in converted code and, where its function also ran as it stands, there."""
        alone = site.function in self._ran or site.function in self._alone
        if not alone:
            yield from self._converted(site)
        elif site.function not in self._entered:
            yield self._left_alone(site)
        else:
            found = [record for record in (*self._converted(site), self._left_alone(site)) if record.times]
            outcomes = {record.outcome: record for record in reversed(found)}
            yield from reversed(list(outcomes.values()) or [_record(site, "not reached")])

    def _converted(self, site: Site) -> Iterable[StatementRecord]:
        events = self._events.get(site, [])
        if site.kind in NEVER_STAGED and site.function in self._entered:
            detail = "AutoGraph has no graph form for it: Python runs it while tracing"
            if self._is_reached(site):
                yield _record(site, "never staged", detail=detail)
            else:
                yield _record(site, "never staged", times=0, detail=f"{detail}; it did not come by here this time")
        elif events:
            yield from self._seen(site, events)
        elif site.around is not None:
            yield self._in_ternary(site, site.around)
        elif site in self._first_run:
            detail = python_words(site, self._first_run[site])
            yield _record(site, "python", detail=f"{detail}; only in a first run, which made the variables")
        else:
            yield _record(site, "not reached")

    def _seen(self, site: Site, events: List[Event]) -> Iterable[StatementRecord]:
        failed = [event for event in events if event.failed]
        staged = [event for event in events if event.staged and not event.failed]
        python = [event for event in events if not event.staged and not event.failed]
        if staged:
            ops = [op for event in staged for op in event.ops]
            lowered = lowered_ops(site, staged, self._lowered.get(site, []))
            times = max(1, sum(event.call.first for event in staged))
            made = staged_words(site, ops, lowered) + kept_words(site, staged)
            record = _record(site, "staged", times, made, ops + [op for op, _ in lowered])
            yield dataclasses.replace(record, lowered=lowered_records(lowered))
        if python:
            times = max(1, sum(event.call.first for event in python))
            yield _record(site, "python", times, python_words(site, python))
        if failed:
            staging = any(event.staged for event in failed)
            detail = "was being staged when the trace failed" if staging else "the trace failed here"
            yield _record(site, "failed", len(failed), detail)

    def _left_alone(self, site: Site) -> StatementRecord:
        """A statement of a function that AutoGraph did not convert."""
        ran = self._ran.get(site.function, set())
        if ran.isdisjoint(range(site.line, site.head_end + 1)):
            return _record(site, "not reached")
        if site.kind in NEVER_STAGED:
            return _record(site, "never staged", detail="Python ran it while tracing")
        called = "it is a generator" if site.function.generator else "no converted code called it"
        why = self._alone.get(site.function, called)
        return _record(site, "not converted", detail=f"Python ran it while tracing, since {why}")

    def _in_ternary(self, site: Site, around: Site) -> StatementRecord:
        """A conditional expression inside another one: AutoGraph leaves it to Python, and no call tells of it."""
        events = self._events.get(around, [])
        if around.around is None:
            came_by = any(_ran(event, site.branch) if site.parent is around else True for event in events)
        else:
            came_by = self._in_ternary(around, around.around).outcome == "python"
        if not came_by:
            return _record(site, "not reached")
        file, line = self._error_line or ("", 0)
        if file == site.file and around.line <= line <= around.end_line:
            return _record(site, "failed", detail="AutoGraph does not convert it, inside another one")
        detail = "Python settled it, if it came by here" if around.around else "settled by Python"
        return _record(site, "python", detail=f"{detail}: AutoGraph converts only the outermost of nested ones")

    def _is_reached(self, site: Site) -> bool:
        """Whether Python came by a statement of a converted function that makes no call to AutoGraph."""
        if site.function not in self._entered:
            return False
        if site.parent is not None:
            around = self._events.get(site.parent) or self._first_run.get(site.parent, [])
            if not any(_ran(event, site.branch) for event in around):
                return False
        if self._error_line is not None and self._error_line[0] == site.file:
            stopped = self._error_line[1]
            if site.function.line <= stopped < site.line and not _in_one_loop(site, stopped):
                return False
        return not any(self._always_returned(other, site) for other in self._events)

    def _always_returned(self, other: Site, site: Site) -> bool:
        """Whether ``other`` stands before ``site`` and Python left the function there every time."""
        if other.function != site.function or other.end_line >= site.line or not other.returns:
            return False
        events = self._events[other]
        return all(not event.staged and any(_ran(event, branch) for branch in other.returns) for event in events)


def _of_trace(events: List[Event], root: Any) -> Tuple[List[Event], List[Event]]:
    """The events that happened in the graph ``root``, and the others; without one, a statement's last are its own."""
    roots = [id((list(outer_graphs(event.graph)) or [None])[-1]) for event in events]
    if root is not None:
        own = [each in (id(root), id(None)) for each in roots]
    else:
        last = {event.call.site: each for event, each in zip(events, roots)}
        own = [last[event.call.site] == each for event, each in zip(events, roots)]
    return [e for e, is_own in zip(events, own) if is_own], [e for e, is_own in zip(events, own) if not is_own]


def _by_site(events: Iterable[Event]) -> Dict[Site, List[Event]]:
    found: Dict[Site, List[Event]] = {}
    for event in events:
        if event.call.site is not None:
            found.setdefault(event.call.site, []).append(event)
    return found


def _ran(event: Event, branch: str) -> bool:
    return bool(event.else_runs if branch == "else" else event.then_runs)


def _in_one_loop(site: Site, line: int) -> bool:
    parent = site.parent
    while parent is not None:
        if parent.kind in ("for", "while") and parent.line <= line <= parent.end_line:
            return True
        parent = parent.parent
    return False


def _record(site: Site, outcome: str, times: int = 1, detail: str = "", ops: Iterable[Any] = ()) -> StatementRecord:
    ops = list(ops)
    return StatementRecord(
        file=site.file,
        line=site.line,
        statement=site.kind,
        outcome=outcome,
        ops=tuple(dict.fromkeys(op.name for op in ops)),
        op_types=tuple(dict.fromkeys(op.type for op in ops)),
        times=0 if outcome == "not reached" else times,
        detail=f"chained comparison: {detail}" if site.chained and detail else detail,
        column=site.column,
        end_line=site.end_line,
        function=site.function.name,
    )
