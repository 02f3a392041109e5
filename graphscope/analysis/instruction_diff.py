"""Instruction diff: which of XLA's instructions are also in another HLO graph of the same function, by their ops."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

from graphscope.analysis.graph_diff import GraphDiff
from graphscope.analysis.hlo import ways_of
from graphscope.analysis.node_matching import Matching
from graphscope.analysis.picture import NodeId
from graphscope.analysis.regions import functions_of
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import ConcreteFunction

_OF_THE_NAME = frozenset({"op_name", "op_type", "traced_op", "backend_config", "number", "index"})
"""What differs between instructions that do the same."""
_RUNNING = frozenset({"while", "conditional"})
Told = tuple[NodeId, OpGraph, int, str]
"""An instruction's id, graph and row, and the way to its traced op."""
Key = Callable[[Told], Hashable]


def diff_instructions(a: ConcreteFunction, b: ConcreteFunction) -> GraphDiff:
    """What became of the instructions of A in B. XLA moves them between computations, so that only what they were made
    of, what they do and what they give are compared; not where they stand, nor what hands them their operands.
    """
    first, second = list(_told(a)), list(_told(b))
    pairs = _pairs(first, second)
    places_a, places_b = ({each[0]: each for each in told} for told in (first, second))
    changes = {one: words for one, other in pairs.items() if (words := _change(places_a[one], places_b[other]))}
    back = {other: one for one, other in pairs.items()}
    return GraphDiff(
        same=frozenset(pairs.keys() - changes.keys()),
        changed=frozenset(changes),
        only_a=frozenset(places_a.keys() - pairs.keys()),
        only_b=frozenset(places_b.keys() - back.keys()),
        matching=Matching(pairs, back, {a.graph.function: b.graph.function}),
        changes=changes,
    )


def _told(concrete: ConcreteFunction) -> Iterator[Told]:
    ways = ways_of(concrete)
    for graph in functions_of(concrete):
        for row, name in enumerate(graph.names):
            node = (graph.function, name)
            yield node, graph, row, next(iter(ways.get(node, ())), "")


def _pairs(first: list[Told], second: list[Told]) -> dict[NodeId, NodeId]:
    """By what they were made of, do and give; then by less; equal ones in their order."""
    found: dict[NodeId, NodeId] = {}
    for key in (_exactly, _by_op, _argument, _own_name):
        taken = set(found.values())
        waiting: dict[Hashable, list[NodeId]] = {}
        for each in reversed(second):
            if each[0] not in taken and (wanted := key(each)) is not None:
                waiting.setdefault(wanted, []).append(each[0])
        for each in first:
            wanted = key(each) if each[0] not in found else None
            if wanted is not None and waiting.get(wanted):
                found[each[0]] = waiting[wanted].pop()
    return found


def _exactly(told: Told) -> Hashable:
    _, graph, row, way = told
    value = graph.constants.get(row)
    return (way, graph.op_types[row], _shapes(graph, row), value.text if value else "") if way else None


def _by_op(told: Told) -> Hashable:
    _, graph, row, way = told
    return (way, graph.op_types[row]) if way and row not in graph.constants else None


def _argument(told: Told) -> Hashable:
    """Parameters, and what loops carry, by their names in Python."""
    _, graph, row, _ = told
    argument = graph.argument_of.get(row)
    return None if argument is None else (argument.name, graph.op_types[row], _shapes(graph, row))


def _own_name(told: Told) -> Hashable:
    """What was made of no op, where XLA left it as it was."""
    node, graph, row, way = told
    return None if way else (node, graph.op_types[row], _shapes(graph, row))


def _change(one: Told, other: Told) -> str:
    """What differs between two instructions that are matched; empty where nothing does."""
    (_, a, first, _), (_, b, second, _) = one, other
    if _shapes(a, first) != _shapes(b, second):
        return f"gives {', '.join(a.outputs[first])} before, {', '.join(b.outputs[second])} after"
    if a.op_types[first] in _RUNNING:
        return ""
    told, others = a.attributes[first], b.attributes[second]
    names = (told.keys() | others.keys()) - _OF_THE_NAME
    different = sorted(name for name in names if told.get(name) != others.get(name))
    return f"{', '.join(different)} differ{'s' * (len(different) == 1)}" if different else ""


def _shapes(graph: OpGraph, row: int) -> tuple[str, ...]:
    """Without the order in memory, which XLA chooses late."""
    return tuple(shape.partition("{")[0] for shape in graph.outputs[row])
