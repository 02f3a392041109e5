"""Which ops a pass made and which it rewrote, against the graph before it or the first one; not in words."""

from __future__ import annotations

from graphscope.analysis.pass_origins import origins
from graphscope.analysis.picture import NodeId
from graphscope.model.grappler import GrapplerRun
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import ConcreteFunction

MADE = ("fused", "folded", "became", "inlined", "renamed", "added")
_REWRITTEN = ("rewired", "moved", "changed")
Changes = tuple[frozenset[NodeId], frozenset[NodeId]]
"""The ops that are new, and those that are there before and after, but not the same."""


def changed_by_pass(run: GrapplerRun, index: int) -> Changes:
    """The ops that the pass made, and those that it rewrote or moved; nothing before the first."""
    if run.first is None or index < 0:
        return frozenset(), frozenset()
    function = run.passes[index].function or run.first.graph.function
    told = origins(run, index)
    made = frozenset((function, each.node) for each in told if each.kind in MADE)
    return made, frozenset((function, each.node) for each in told if each.kind in _REWRITTEN) - made


def changed_since(first: ConcreteFunction, now: ConcreteFunction) -> Changes:
    """The ops of the outermost graph that the first has not, and those that are not as they were there."""
    before, after = first.graph, now.graph
    if before is after:
        return frozenset(), frozenset()
    new, changed = set(), set()
    for row, name in enumerate(after.names):
        old = before.index_of.get(name)
        if old is None or before.op_types[old] != after.op_types[row]:
            new.add((after.function, name))
        elif not _is_alike(before, old, after, row):
            changed.add((after.function, name))
    return frozenset(new), frozenset(changed)


def _is_alike(before: OpGraph, old: int, after: OpGraph, row: int) -> bool:
    """Whether an op takes and waits for the same, at the same place, with the same attributes."""
    if before.attributes[old] is not after.attributes[row] and before.attributes[old] != after.attributes[row]:
        return False
    return (
        before.devices[old] == after.devices[row]
        and _taken(before, old) == _taken(after, row)
        and {before.names[each] for each in before.control_inputs[old]}
        == {after.names[each] for each in after.control_inputs[row]}
    )


def _taken(graph: OpGraph, row: int) -> list[tuple[str, int]]:
    flat = graph.inputs[row]
    return [(graph.names[source], output) for source, output in zip(flat[::2], flat[1::2], strict=True)]
