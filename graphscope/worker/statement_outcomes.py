"""What became of every statement, from what was seen while tracing and what stands in the files."""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, Iterable, List, Optional, Sequence, Set, Tuple

from graphscope.protocol.records import ErrorRecord, StatementRecord
from graphscope.worker.function_sites import function_site
from graphscope.worker.lowered_ops import kept_words, lowered_ops, lowered_records
from graphscope.worker.outcome_words import python_words, staged_words
from graphscope.worker.python_statements import NEVER_STAGED, statements_of
from graphscope.worker.staging_errors import BOOLEAN, ITERATING
from graphscope.worker.statement_reach import StatementReach, runs_of
from graphscope.worker.statement_sites import FunctionSite, Site
from graphscope.worker.stopped_functions import stopped_functions
from graphscope.worker.user_frames import Line, is_user_file
from graphscope.worker.watch_control_flow import ControlFlowWatch, Event, outer_graphs

_NOT_THIS_TIME = "it did not come by here this time"


class StatementOutcomes:
    """The statements of one trace: ``records`` tells each one's outcome, in line order.

    ``root`` is the trace's own FuncGraph: what happened in graphs that are not part of it (a first run that only made
    variables) is left out. None, for a trace that failed, takes what each statement did last. ``own_file`` is the
    traced function's file, all of whose functions are told of; of other files those that the trace entered.
    ``tracebacks`` hold the user's lines of each error of a trace that failed, that which was raised last first.
    """

    def __init__(
        self,
        watch: ControlFlowWatch,
        root: Any,
        own_file: Optional[str],
        error: Optional[ErrorRecord] = None,
        tracebacks: Iterable[Sequence[Line]] = (),
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
        seen = (self._events, self._first_run)
        stops = stopped_functions(tracebacks, self._error_line)
        self._reach = StatementReach(self._entered, watch.runs.of(root), seen, stops)
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
                if file in own or site.function in reached or self._reach.is_converted(site.function):
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
        if site.kind in NEVER_STAGED and self._reach.is_converted(site.function):
            detail = "AutoGraph has no graph form for it: Python runs it while tracing"
            times = self._reach.times(site)
            yield _record(site, "never staged", times, detail if times else f"{detail}; {_NOT_THIS_TIME}")
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
        if around.around is None:
            events = self._events.get(around, [])
            came_by = any(runs_of(event, site.around_branch) if site.around_branch else True for event in events)
        else:
            came_by = self._in_ternary(around, around.around).outcome == "python"
        if not came_by:
            return _record(site, "not reached")
        if self._stopped_in(around):
            return _record(site, "failed", detail="AutoGraph does not convert it, inside another one")
        sure = around.around is None and site.function == around.function
        detail = "settled by Python" if sure else "Python settled it, if it came by here"
        return _record(site, "python", detail=f"{detail}: AutoGraph converts only the outermost of nested ones")

    def _stopped_in(self, site: Site) -> bool:
        """Whether the trace failed in an expression; one in the head of a statement fails at that statement's line."""
        file, line = self._error_line or ("", 0)
        if file != site.file:
            return False
        heads = (each for each in statements_of(file).sites if each.kind in ("if", "for") and each.line == line)
        return site.line <= line <= site.end_line or any(each.line <= site.line <= each.head_end for each in heads)


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
