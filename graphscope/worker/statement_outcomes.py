"""What became of every statement, from what was seen while tracing and what stands in the files."""

from __future__ import annotations

import types
from collections import Counter
from typing import Any, Dict, Iterable, List, Optional, Set, Tuple

from graphscope.protocol.records import StatementRecord
from graphscope.worker.python_statements import NEVER_STAGED, FunctionSite, Site, statements_of
from graphscope.worker.user_frames import is_user_file
from graphscope.worker.watch_control_flow import ControlFlowWatch, Event, outer_graphs

_STAGED_AS = {"if": "tf.cond", "conditional expression": "tf.cond", "and": "tf.cond", "or": "tf.cond"}


class StatementOutcomes:
    """The statements of one trace: ``records`` tells each one's outcome, in line order.

    ``root`` is the trace's own FuncGraph: what happened in graphs that are not part of it (a first run that only made
    variables) is left out. None, for a trace that failed, takes what each statement did last. ``own_file`` is the
    traced function's file, all of whose functions are told of; of other files those that the trace entered.
    """

    def __init__(self, watch: ControlFlowWatch, root: Any, own_file: Optional[str], error_line: Any = None) -> None:
        self._error_line = error_line
        self._watch = watch
        self._own_file = own_file
        self._events: Dict[Site, List[Event]] = {}
        self._lowered: Dict[Site, List[Event]] = {}
        for event in _of_trace(watch.events, root):
            if event.call.site is not None:
                kept = self._lowered if event.call.lowering else self._events
                kept.setdefault(event.call.site, []).append(event)
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
        events = self._events.get(site, [])
        ran = site.function in self._ran or site.function in self._alone
        if ran and site.function not in self._entered:
            yield self._left_alone(site)
        elif site.kind in NEVER_STAGED and site.function in self._entered:
            detail = "AutoGraph has no graph form for it: Python runs it while tracing"
            if self._is_reached(site):
                yield _record(site, "never staged", detail=detail)
            else:
                yield _record(site, "never staged", times=0, detail=f"{detail}; it did not come by here this time")
        elif not events:
            yield _record(site, "not reached")
        else:
            yield from self._seen(site, events)

    def _seen(self, site: Site, events: List[Event]) -> Iterable[StatementRecord]:
        failed = [event for event in events if event.failed]
        staged = [event for event in events if event.staged and not event.failed]
        python = [event for event in events if not event.staged]
        if staged:
            ops = [op for event in staged for op in event.ops]
            lowered = [op for event in self._lowered.get(site, []) if event.staged for op in event.ops]
            times = sum(event.call.first for event in staged)
            yield _record(site, "staged", times, _staged_detail(site, ops, lowered), ops + lowered)
        if python:
            times = sum(event.call.first for event in python)
            yield _record(site, "python", times, _python_detail(site, python))
        if failed:
            yield _record(site, "failed", len(failed), "was being staged when the trace failed")

    def _left_alone(self, site: Site) -> StatementRecord:
        """A statement of a function that AutoGraph did not convert."""
        if not site.function.generator and site.line not in self._ran[site.function]:
            return _record(site, "not reached")
        if site.kind in NEVER_STAGED:
            return _record(site, "never staged", detail="Python ran it while tracing")
        why = self._alone.get(site.function, "it was called from unconverted code")
        return _record(site, "not converted", detail=f"Python ran it while tracing, since {why}")

    def _is_reached(self, site: Site) -> bool:
        """Whether Python came by a statement of a converted function that makes no call to AutoGraph."""
        if site.function not in self._entered:
            return False
        if site.parent is not None and not any(_ran(event, site.branch) for event in self._events.get(site.parent, [])):
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


def function_site(code: types.CodeType) -> Optional[FunctionSite]:
    """The function of the user's that a code object was compiled from."""
    if not is_user_file(code.co_filename):
        return None
    sites = [site for site in statements_of(code.co_filename).functions if site.first_line == code.co_firstlineno]
    sites = [site for site in sites if site.name.rpartition(".")[2] == code.co_name]
    if len(sites) > 1 and hasattr(code, "co_positions"):
        columns = [place[2] for place in code.co_positions() if place[0] == code.co_firstlineno and place[2]]
        for site in sites:
            if (
                columns
                and site.column <= max(columns)
                and (site.end_line > site.line or max(columns) < site.end_column)
            ):
                return site
    return sites[0] if sites else None


def _of_trace(events: List[Event], root: Any) -> List[Event]:
    """The events that happened in the graph ``root``; where there is none, each statement's last ones."""
    roots = [id((list(outer_graphs(event.graph)) or [None])[-1]) for event in events]
    if root is not None:
        return [event for event, each in zip(events, roots) if each in (id(root), id(None))]
    last = {event.call.site: each for event, each in zip(events, roots)}
    return [event for event, each in zip(events, roots) if last[event.call.site] == each]


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
        detail=detail,
        column=site.column,
        end_line=site.end_line,
        function=site.function.name,
    )


def _staged_detail(site: Site, ops: List[Any], lowered: List[Any]) -> str:
    types_made = ", ".join(dict.fromkeys(op.type for op in ops))
    if not types_made:
        return "staged into the graph"
    detail = f"staged into the graph as {types_made}"
    if site.kind in ("for", "while") and not types_made.endswith("Dataset"):
        detail += " (tf.while_loop)"
    elif site.kind in _STAGED_AS:
        detail += f" ({_STAGED_AS[site.kind]}): both sides are in the graph"
    if lowered:
        detail += f"; its break, continue or return became {len(lowered)} more"
    return detail


def _python_detail(site: Site, events: List[Event]) -> str:
    if site.kind == "for":
        rounds = _counts(event.then_runs for event in events)
        return "unrolled " + ", then ".join(f"{each} time{'' if each == 1 else 's'}" for each in rounds)
    if site.kind == "while":
        rounds = _counts(event.then_runs for event in events)
        return "Python ran it while tracing: " + ", then ".join(f"{n} round{'' if n == 1 else 's'}" for n in rounds)
    if site.kind in ("and", "or", "not"):
        return (
            f"settled by Python: the first operand was the {events[0].value}"
            if events[0].value
            else "settled by Python"
        )
    ways = Counter((event.value, "then" if event.then_runs else "else") for event in events)
    return "; ".join(
        f"the condition was the {value}: {way}-branch taken" + (f" {times} times" if times > 1 else "")
        for (value, way), times in ways.items()
    )


def _counts(rounds: Iterable[int]) -> List[int]:
    """Rounds of each run, those that follow each other and are the same told once."""
    told: List[int] = []
    for each in rounds:
        if not told or told[-1] != each:
            told.append(each)
    return told
