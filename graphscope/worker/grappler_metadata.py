"""Which of the graphs that the runtime optimised is the function's own; the others are of its inputs and helpers."""

from __future__ import annotations

from typing import Any, FrozenSet, Iterable, Optional, Sequence

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
