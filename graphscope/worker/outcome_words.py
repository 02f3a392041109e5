"""What is said of a statement's outcome: how it was staged, or what Python saw; it decides nothing."""

from __future__ import annotations

from collections import Counter
from typing import Any, Iterable, List, Sequence

from graphscope.worker.statement_sites import Site
from graphscope.worker.watch_control_flow import Event

_STAGED_AS = {"if": "tf.cond", "conditional expression": "tf.cond", "and": "tf.cond", "or": "tf.cond"}


def staged_words(site: Site, ops: List[Any], lowered: Sequence[Any]) -> str:
    """What a statement became: its ``ops``, and the ``lowered`` ones of the jumps inside it."""
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


def python_words(site: Site, events: List[Event]) -> str:
    """What Python saw each time that it settled a statement."""
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
