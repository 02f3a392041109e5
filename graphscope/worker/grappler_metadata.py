"""Which of the graphs that the runtime optimised is the function's own; the others are of its inputs and helpers."""

from __future__ import annotations

from typing import Any, FrozenSet, Iterable, Optional, Sequence, Set

_MOST_DIFFERENT = 0.5
"""A graph that shares less than this part of its names with the function's is another function's."""


def own_graphs(kept: Sequence[Any], names: Iterable[str]) -> Optional[Any]:
    """The graphs of the function whose traced nodes are called ``names``, of its last run; None where it has none."""
    traced = frozenset(names)
    best, likeness = None, _MOST_DIFFERENT
    for each in kept:
        like = _likeness(_names(each.pre_optimization_graph), traced)
        if like >= likeness:
            best, likeness = each, like
    return best


def _names(graph: Any) -> FrozenSet[str]:
    # The runtime adds a _Retval for each result.
    return frozenset(node.name for node in graph.node if node.op != "_Retval")


def _likeness(names: FrozenSet[str], traced: FrozenSet[str]) -> float:
    """Names of arguments are rewritten, so a few always differ."""
    every = names | traced
    return len(names & traced) / len(every) if every else 0.0


def cut_to_first(graph: Any) -> None:
    """Leave the first of the graphs in ``graph``: what Python runs within a run is put after the function's own."""
    nodes = list(graph.node)
    end = _first_end(nodes)
    if end < len(nodes):
        del graph.node[end:]


def _first_end(nodes: Sequence[Any]) -> int:
    """Where the first graph ends: before its arguments or results repeat, and such that no edge crosses."""
    repeats = _first_repeat(nodes)
    for end in range(repeats, 0, -1) if repeats < len(nodes) else ():
        if _is_closed(nodes[end:]) and _is_closed(nodes[:end]):
            return end
    return len(nodes)


def _first_repeat(nodes: Sequence[Any]) -> int:
    seen: Set[Any] = set()
    for position, node in enumerate(nodes):
        ends: Set[Any] = {node.name}
        if node.op in ("_Arg", "_Retval"):
            ends.add((node.op, node.attr["index"].i))
        if ends & seen:
            return position
        seen |= ends
    return len(nodes)


def _is_closed(nodes: Sequence[Any]) -> bool:
    names = {node.name for node in nodes}
    return all(tensor.lstrip("^").partition(":")[0] in names for node in nodes for tensor in node.input)
