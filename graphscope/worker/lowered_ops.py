"""Which ops stand for the jumps inside a statement, each with what it is there for; the statement's own are no part."""

from __future__ import annotations

from typing import Any, Iterable, List, Optional, Tuple

from graphscope.protocol.records import LoweredRecord
from graphscope.worker.jumps import Jump, jump
from graphscope.worker.statement_sites import Site
from graphscope.worker.watch_control_flow import Event

LoweredOp = Tuple[Any, Optional[Jump]]
_VALUE = "retval_"
"""The variable that AutoGraph makes for what a function returns."""


def lowered_ops(site: Site, staged: Iterable[Event], lowering: Iterable[Event]) -> List[LoweredOp]:
    """The ops of ``lowering`` calls, and those that the ``staged`` loop itself made to ask for their flags."""
    kinds = tuple(kind for kind in ("break", "return") if any(kind == written for written, _ in site.jumps))
    test = jump(kinds, site.jumps, guards=False, in_loop=True)
    found: List[LoweredOp] = [(op, test) for event in staged for op in event.test_ops]
    found.extend((op, event.call.jump) for event in lowering if event.staged for op in event.ops)
    return found


def kept_words(site: Site, staged: Iterable[Event]) -> str:
    """What a staged ``if`` says of the value that is returned early in it; '' where none is."""
    names = {name for event in staged for name in event.names}
    if site.kind != "if" or _VALUE not in names or not site.jumps:
        return ""
    return f"; the value returned in it is kept in its output {_VALUE}"


def lowered_records(lowered: Iterable[LoweredOp]) -> Tuple[LoweredRecord, ...]:
    """One record for each name and role."""
    records = [_record(op, each) for op, each in lowered if each is not None]
    return tuple(dict.fromkeys(records))


def _record(op: Any, each: Jump) -> LoweredRecord:
    return LoweredRecord(op.name, op.type, " and ".join(each.kinds), each.role, each.line)
