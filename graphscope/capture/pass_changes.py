"""What the passes of a Grappler run changed, as one graph among those of a capture, and back; it touches no file."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from graphscope.errors import CaptureError
from graphscope.model.grappler import GrapplerPass, GrapplerRun, PassChange
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import ConcreteFunction


def packed_changes(run: GrapplerRun) -> ConcreteFunction | None:
    """A graph whose functions are the changes, each named by the place of its pass; None where none is known."""
    found = {
        str(place): dataclasses.replace(each.change.nodes, function=str(place))
        for place, each in enumerate(run.passes)
        if each.change is not None
    }
    if not found:
        return None
    top, *others = found
    return ConcreteFunction(found[top], {each: found[each] for each in others})


def with_changes(run: GrapplerRun, packed: ConcreteFunction, removed: Sequence[tuple[str, ...]]) -> GrapplerRun:
    """The run with its changes again; ``removed`` tells for each pass what it took away. Raises CaptureError."""
    if run.first is None:
        raise CaptureError("what passes changed, without the graph that they changed")
    known = {graph.function: graph for graph in (packed.graph, *packed.functions.values())}
    if not known.keys() <= {str(place) for place in range(len(run.passes))}:
        raise CaptureError("a change by a pass that there is not")
    return dataclasses.replace(run, passes=tuple(_changed(run, run.first, known, removed)))


def _changed(
    run: GrapplerRun, first: ConcreteFunction, known: dict[str, OpGraph], removed: Sequence[tuple[str, ...]]
) -> Iterator[GrapplerPass]:
    for place, (one, gone) in enumerate(zip(run.passes, removed, strict=True)):
        nodes = known.get(str(place))
        if nodes is None:
            yield one
            continue
        nodes = dataclasses.replace(nodes, function=one.function or first.graph.function)
        yield dataclasses.replace(one, change=PassChange(gone, nodes))
