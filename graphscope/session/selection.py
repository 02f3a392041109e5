"""What is selected, as op identities or as a source line, and how one leads to the other; it draws nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from graphscope.analysis.bundle import Bundle
from graphscope.analysis.lowered_words import regions_at
from graphscope.analysis.picture import NodeId
from graphscope.model.op_graph import Frame, OpGraph, OpNode
from graphscope.model.trace import ConcreteFunction


@dataclass(frozen=True)
class Selection:
    """Ops selected in one pane, or a line of the source (``pane`` None), whose ops light up in every pane."""

    nodes: frozenset[NodeId] = frozenset()
    pane: int | None = None
    file: str | None = None
    line: int | None = None
    bundles: tuple[Bundle, ...] = ()
    """The wires of the picture that were chosen, or that touch what was."""


def graphs_of(concrete: ConcreteFunction) -> list[OpGraph]:
    """The top graph and those nested in it."""
    return [concrete.graph, *concrete.functions.values()]


def lowered_boxes(concrete: ConcreteFunction, file: str, lines: Collection[int]) -> tuple[str, ...]:
    """What the ids end in of the boxes of lowered regions that stand for the statement on these lines."""
    return tuple(f"#{each}" for each in regions_at(concrete.graph, lambda f: f.file == file and f.line in lines))


def line_of_nodes(concrete: ConcreteFunction, nodes: Iterable[NodeId]) -> tuple[str, int] | None:
    """The user's innermost line that all of these ops came by, as those of a group or of a region did, or None."""
    graphs = {graph.function: graph for graph in graphs_of(concrete)}
    stacks: set[tuple[Frame, ...]] = set()
    for function, name in nodes:
        row = graphs[function].index_of.get(name) if function in graphs else None
        if row is not None:
            stacks.add(graphs[function].stacks[row])
    framed = [stack for stack in stacks if stack]
    if not framed:
        return None
    shared = None
    for one, other in zip(min(framed, key=_places), max(framed, key=_places), strict=False):
        if one != other:
            break
        shared = one
    return (shared.file, shared.line) if shared is not None else None


def _places(stack: Iterable[Frame]) -> tuple[tuple[str, int, str], ...]:
    return tuple((frame.file, frame.line, frame.function) for frame in stack)


def node_of(concrete: ConcreteFunction, identity: NodeId) -> OpNode | None:
    """The op of that identity, or None."""
    graph = concrete.function(identity[0])
    index = None if graph is None else graph.index_of.get(identity[1])
    return None if graph is None or index is None else graph.node(index)
