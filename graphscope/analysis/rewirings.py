"""What an op takes in place of what it took before a pass; in which order it takes it is no matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from graphscope.model.op_graph import OpGraph

Source = tuple[str, int]
"""An op and the number of its output."""


def sources(graph: OpGraph, name: str) -> list[Source]:
    """What the op takes, in order."""
    flat = graph.inputs[graph.index_of[name]]
    return [(graph.names[source], output) for source, output in zip(flat[::2], flat[1::2], strict=True)]


def waited_for(graph: OpGraph, name: str) -> set[str]:
    """What the op waits for without taking anything."""
    return {graph.names[source] for source in graph.control_inputs[graph.index_of[name]]}


def swapped(was: Sequence[Source], now: Sequence[Source]) -> list[tuple[Source, Source]]:
    """What is taken no more, each with what is taken in its place; nothing where they are not equally many.

    A pass may turn round the inputs of a sum in the same breath, so that places alone tell nothing.
    """
    if len(was) != len(now):
        return []
    lost, won = Counter(was) - Counter(now), Counter(now) - Counter(was)
    found: list[tuple[Source, Source]] = []
    for old, new in zip(was, now, strict=True):
        if lost[old] and won[new]:
            lost[old], won[new] = lost[old] - 1, won[new] - 1
            found.append((old, new))
    return found + list(zip(lost.elements(), won.elements(), strict=True))


def same_op(before: OpGraph, name: str, after: OpGraph, other: str) -> bool:
    """Whether two ops do the same with what they take."""
    row, place = before.index_of[name], after.index_of[other]
    return (
        before.op_types[row] == after.op_types[place]
        and before.attributes[row] == after.attributes[place]
        and before.constants.get(row) == after.constants.get(place)
        and before.calls.get(row) == after.calls.get(place)
    )
