"""Useless ops: what a pass left in the graph, though nothing takes its result any more; a later pass takes it away."""

from __future__ import annotations

from collections.abc import Iterable

from graphscope.model.op_graph import OpGraph


def useless_ops(before: OpGraph, after: OpGraph, suspected: Iterable[str]) -> set[str]:
    """Those of ``suspected`` that nothing uses after the pass, and what only they use."""
    found: set[str] = set()
    waiting = [name for name in suspected if name in after.index_of]
    while waiting:
        name = waiting.pop()
        row = after.index_of[name]
        if name in found or name not in before.index_of or not _was_used(before, name):
            continue
        if any(after.names[taker] not in found for taker in after.consumers[row]):
            continue
        found.add(name)
        waiting += [after.names[source] for source in after.inputs[row][::2]]
    return found


def _was_used(before: OpGraph, name: str) -> bool:
    return bool(before.consumers[before.index_of[name]])
