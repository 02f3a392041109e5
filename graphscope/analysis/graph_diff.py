"""Graph diff: which ops of two graphs are the same, changed, or only in one; sets of ops, never an edit of a graph."""

from __future__ import annotations

from dataclasses import dataclass

from graphscope.analysis.node_matching import Matching, match_nodes
from graphscope.analysis.picture import NodeId
from graphscope.analysis.regions import functions_of
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import ConcreteFunction


@dataclass(frozen=True)
class GraphDiff:
    """``same`` and ``changed`` name A's ops; ``matching`` gives B's. ``changes`` tells what changed, in words."""

    same: frozenset[NodeId]
    changed: frozenset[NodeId]
    only_a: frozenset[NodeId]
    only_b: frozenset[NodeId]
    matching: Matching
    changes: dict[NodeId, str]

    @property
    def changed_in_b(self) -> frozenset[NodeId]:
        """The changed ops by B's names."""
        return frozenset(self.matching.to_b[node] for node in self.changed)


def diff_graphs(a: ConcreteFunction, b: ConcreteFunction, matching: Matching | None = None) -> GraphDiff:
    """What differs between two graphs of the same Python function."""
    matching = matching or match_nodes(a, b)
    graphs_a = {graph.function: graph for graph in functions_of(a)}
    graphs_b = {graph.function: graph for graph in functions_of(b)}
    changes = {}
    for one, other in matching.to_b.items():
        words = _change(graphs_a[one[0]], one[1], graphs_b[other[0]], other[1], matching)
        if words:
            changes[one] = words
    every_a = {(graph.function, name) for graph in graphs_a.values() for name in graph.names}
    every_b = {(graph.function, name) for graph in graphs_b.values() for name in graph.names}
    return GraphDiff(
        same=frozenset(matching.to_b.keys() - changes.keys()),
        changed=frozenset(changes),
        only_a=frozenset(every_a - matching.to_b.keys()),
        only_b=frozenset(every_b - matching.to_a.keys()),
        matching=matching,
        changes=changes,
    )


def _change(a: OpGraph, name: str, b: OpGraph, other_name: str, matching: Matching) -> str:
    """What differs between two matched ops; empty where nothing does."""
    one, other = a.index_of[name], b.index_of[other_name]
    if a.op_types[one] != b.op_types[other]:
        return f"{a.op_types[one]} became {b.op_types[other]}"
    if a.outputs[one] != b.outputs[other]:
        return f"gives {', '.join(a.outputs[one]) or 'nothing'} in A, {', '.join(b.outputs[other]) or 'nothing'} in B"
    if a.constants.get(one) != b.constants.get(other):
        return "its value differs"
    attributes, others = a.attributes[one], b.attributes[other]
    different = sorted(key for key in attributes.keys() | others.keys() if attributes.get(key) != others.get(key))
    if different:
        return f"{', '.join(different)} differ{'s' * (len(different) == 1)}"
    if _inputs(a, one, matching) != _inputs(b, other, None):
        return "its inputs differ"
    return ""


def _inputs(graph: OpGraph, row: int, matching: Matching | None) -> list[tuple[NodeId | None, int]]:
    """Where an op's data comes from, in B's terms where a matching is given."""
    flat = graph.inputs[row]
    found: list[tuple[NodeId | None, int]] = []
    for source, output in zip(flat[::2], flat[1::2], strict=True):
        node = (graph.function, graph.names[source])
        found.append((node if matching is None else matching.to_b.get(node), output))
    return found
