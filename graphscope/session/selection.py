"""What is selected, as op identities or as a source line, and how one leads to the other; it draws nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from graphscope.analysis.bundle import Bundle
from graphscope.analysis.lowered_regions import members_of
from graphscope.analysis.lowered_words import regions_at
from graphscope.analysis.picture import NodeId
from graphscope.analysis.regions import regions
from graphscope.model.control_flow_region import ControlFlowRegion
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


def nodes_of_line(concrete: ConcreteFunction, file: str, lines: Collection[int]) -> frozenset[NodeId]:
    """The ops that the statement on these lines led to. Where it was staged, its region stands for what is inside."""

    def is_here(frame: Frame) -> bool:
        return frame.line in lines and frame.file == file

    found: dict[str, list[tuple[NodeId, bool]]] = {}
    inside: set[str] = set()
    for graph in graphs_of(concrete):
        wanted = {stack: is_here(stack[-1]) for stack in set(graph.stacks) if any(map(is_here, stack))}
        if not wanted:
            continue
        lowered = regions_at(graph, is_here)
        within = {node for region in lowered for node in members_of(graph, region)}
        found[graph.function] = [
            ((graph.function, name), wanted[stack])
            for node, (name, stack) in enumerate(zip(graph.names, graph.stacks, strict=True))
            if stack in wanted and (wanted[stack] or node not in within)
        ]
        for node, region in regions(graph).items():
            if wanted.get(graph.stacks[node]):
                inside |= functions_inside(concrete, region)
    return frozenset(
        node for function, nodes in found.items() for node, is_own in nodes if is_own or function not in inside
    )


def lowered_boxes(concrete: ConcreteFunction, file: str, lines: Collection[int]) -> tuple[str, ...]:
    """What the ids end in of the boxes of lowered regions that stand for the statement on these lines."""
    return tuple(f"#{each}" for each in regions_at(concrete.graph, lambda f: f.file == file and f.line in lines))


def functions_inside(concrete: ConcreteFunction, region: ControlFlowRegion) -> set[str]:
    """Every function that a region runs, at any depth."""
    waiting = [part.function for part in region.parts]
    found: set[str] = set()
    for name in waiting:
        graph = concrete.function(name)
        if graph is not None and name not in found:
            found.add(name)
            waiting += [part.function for inner in regions(graph).values() for part in inner.parts]
    return found


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
