"""Decided branches: why one of them is never taken, read from the switch that led into it; no branch is looked for."""

from __future__ import annotations

from collections import deque

from graphscope.model.op_graph import OpGraph

_SWITCHES = frozenset({"Switch", "RefSwitch", "_SwitchN"})
_MOST_LOOKED_AT = 500


def why_never_taken(before: OpGraph, after: OpGraph, name: str) -> str:
    """``Greater is True``: the condition that decided about the branch that ``name`` was in, '' where none is known."""
    seen, waiting = {before.index_of[name]}, deque([before.index_of[name]])
    while waiting and len(seen) < _MOST_LOOKED_AT:
        row = waiting.popleft()
        if before.op_types[row] in _SWITCHES and not _switches_still(after, before.names[row]):
            told = _condition(before, row)
            if told:
                return told
        sources = [*before.inputs[row][::2], *before.control_inputs[row]]
        waiting.extend(source for source in sources if source not in seen)
        seen.update(sources)
    return ""


def _switches_still(after: OpGraph, name: str) -> bool:
    row = after.index_of.get(name)
    return row is not None and after.op_types[row] in _SWITCHES


def _condition(graph: OpGraph, row: int) -> str:
    condition = graph.inputs[row][2:3]
    known = graph.constants.get(condition[0]) if condition else None
    return f"{graph.names[condition[0]]} is {known.text}" if known is not None else ""
