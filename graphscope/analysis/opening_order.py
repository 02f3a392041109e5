"""Opening order: which regions are opened first when a graph is first seen, where not all of them fit."""

from __future__ import annotations

from typing import cast

from graphscope.analysis.hlo import is_hlo
from graphscope.analysis.picture import NodeId, Picture
from graphscope.analysis.regions import functions_inside, region_paths
from graphscope.model.trace import ConcreteFunction

_FLOW = ("if", "case", "while")


def in_turn(concrete: ConcreteFunction, names: list[str], picture: Picture) -> list[str]:
    """Loops, branches and calls that hold some before what XLA fused, and single instructions that it wrapped last;
    TensorFlow's regions stay as they come.
    """
    if not is_hlo(concrete.graph):
        return names
    staged, boxes = _staged(concrete), picture.boxes

    def late(name: str) -> tuple[bool, bool]:
        nodes = boxes[name].nodes
        return staged.isdisjoint(nodes), sum(1 for each in nodes[1:] if not _is_argument(concrete, each)) < 2

    return sorted(names, key=late)


def staged_open(concrete: ConcreteFunction, picture: Picture) -> int:
    """How many loops and branches of XLA's stand open; -1 where all do."""
    staged = _staged(concrete) if is_hlo(concrete.graph) else frozenset()
    closed = [box for box in picture.boxes.values() if not box.is_open and not staged.isdisjoint(box.nodes)]
    opened = [box for box in picture.boxes.values() if box.is_open and not staged.isdisjoint(box.nodes)]
    return len(opened) if closed else -1


def _is_argument(concrete: ConcreteFunction, node: NodeId) -> bool:
    graph = concrete.function(node[0])
    return graph is not None and graph.index_of[node[1]] in graph.argument_of


def _staged(concrete: ConcreteFunction) -> frozenset[NodeId]:
    """Every instruction that is a loop or a branch, or calls one."""
    found = concrete.graph.answers.get("staged")
    if found is None:
        every = list(region_paths(concrete))
        flow = {graph.function for graph, region in every if region.kind in _FLOW}
        found = concrete.graph.answers["staged"] = frozenset(
            (graph.function, graph.names[region.node])
            for graph, region in every
            if region.kind in _FLOW or (region.kind == "call" and flow & functions_inside(concrete, region))
        )
    return cast("frozenset[NodeId]", found)
