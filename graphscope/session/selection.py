"""What is selected, as op identities or as a source line, and how one leads to the other; it draws nothing."""

from __future__ import annotations

from dataclasses import dataclass

from graphscope.analysis.picture import NodeId
from graphscope.model.op_graph import OpGraph, OpNode
from graphscope.model.trace import ConcreteFunction


@dataclass(frozen=True)
class Selection:
    """Ops selected in one pane, or a line of the source (``pane`` None), whose ops light up in every pane."""

    nodes: frozenset[NodeId] = frozenset()
    pane: int | None = None
    file: str | None = None
    line: int | None = None


def graphs_of(concrete: ConcreteFunction) -> list[OpGraph]:
    """The top graph and those nested in it."""
    return [concrete.graph, *concrete.functions.values()]


def nodes_of_line(concrete: ConcreteFunction, file: str, line: int) -> frozenset[NodeId]:
    """The ops that have this line among the user's frames on the way to them."""
    found: set[NodeId] = set()
    for graph in graphs_of(concrete):
        wanted = {stack for stack in set(graph.stacks) if any(f.line == line and f.file == file for f in stack)}
        if wanted:
            pairs = zip(graph.names, graph.stacks, strict=True)
            found.update((graph.function, name) for name, stack in pairs if stack in wanted)
    return frozenset(found)


def node_of(concrete: ConcreteFunction, identity: NodeId) -> OpNode | None:
    """The op of that identity, or None."""
    graph = concrete.function(identity[0])
    index = None if graph is None else graph.index_of.get(identity[1])
    return None if graph is None or index is None else graph.node(index)


def line_of(node: OpNode) -> tuple[str, int] | None:
    """The user's innermost line that made the op, or None."""
    return (node.frames[-1].file, node.frames[-1].line) if node.frames else None
