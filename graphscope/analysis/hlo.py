"""HLO: what tells graphs of XLA's instructions from TensorFlow's, and which instructions were made of which ops."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from graphscope.analysis.node_ids import node_ids
from graphscope.analysis.picture import NodeId
from graphscope.model.control_flow_region import ControlFlowRegion
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import ConcreteFunction

_ORIGIN = "traced_op"
_HANDING_ON = frozenset({"copy", "bitcast", "opt-barrier", "optimization-barrier"})
_RUNNING = frozenset({"while", "call", "conditional"})
_JOINT = " → "
_MOST_WAYS = 200_000
"""Ops that are named by their ways at most: a function that many ops call, and so on inwards, has very many."""

Ways = Mapping[NodeId, tuple[str, ...]]


def is_hlo(graph: OpGraph) -> bool:
    """Whether the nodes are instructions of XLA's: TensorFlow's op types begin with a capital, opcodes never do."""
    return bool(graph.op_types) and graph.op_types[0][:1].islower()


def counted(graph: OpGraph, count: int) -> str:
    """``1 op``, ``43 ops``; in a graph of XLA's ``43 instructions``."""
    noun = "instruction" if is_hlo(graph) else "op"
    return f"{count:,} {noun}{'s' * (count != 1)}"


def hlo_title(graph: OpGraph, region: ControlFlowRegion, maker: str = "") -> str:
    """``fusion · kLoop · line 17``; a call's is the name of the computation. ``maker`` are words for who made a loop
    or branch, which take the place of its line.
    """
    opcode = graph.op_types[region.node]
    kind = graph.attributes[region.node].get("kind") if opcode == "fusion" else None
    frames = graph.stacks[region.node]
    where = maker or (f"line {frames[-1].line}" if frames else "")
    # A branch is called as the user wrote it, a choice by number as one.
    branch = "case" if any(part.role.startswith("case ") for part in region.parts) else "if"
    words = [branch if region.kind == "if" else opcode, *([str(kind)] if kind else []), *([where] if where else [])]
    if opcode == "call":
        words.insert(1, ", ".join(part.function for part in region.parts))
    return " · ".join(words)


def traced_name(graph: OpGraph, node: int) -> str:
    """An op's name as it was traced: of an instruction, that of the op it was made of; '' where that is unknown."""
    if not is_hlo(graph):
        return graph.names[node]
    return str(graph.attributes[node].get(_ORIGIN, "")).rpartition(_JOINT)[2]


def handing_on(graph: OpGraph) -> list[int]:
    """The instructions that hand on what they are given, and tuples that are given whole for others to take apart."""
    return [
        node
        for node, opcode in enumerate(graph.op_types)
        if opcode in _HANDING_ON
        or (opcode == "reshape" and graph.outputs[node] == graph.outputs[graph.inputs[node][0]])
        or (opcode == "parameter" and _is_given_for_others(graph, node))
    ]


def _is_given_for_others(graph: OpGraph, node: int) -> bool:
    takers = graph.consumers[node]
    apart = all(graph.op_types[each] == "get-tuple-element" and each in graph.argument_of for each in takers)
    within = len(takers) == 1 and graph.op_types[takers[0]] in _RUNNING and graph.outputs[node][0].startswith("(")
    return bool(takers) and (apart or within)


def ways_of(concrete: ConcreteFunction) -> Ways:
    """Op → the ways to the traced op that it is, or was made of: ``while → body → while/Tanh``."""
    known = concrete.graph.answers.get("ways")
    if known is None:
        made = _told_ways(concrete) if is_hlo(concrete.graph) else _walked_ways(concrete)
        known = concrete.graph.answers["ways"] = {node: tuple(ways) for node, ways in made.items()}
    return cast("Ways", known)


def partners_of(first: ConcreteFunction, nodes: Iterable[NodeId], second: ConcreteFunction) -> frozenset[NodeId]:
    """The ops of the second graph that were made of the same traced ops as these of the first."""
    there = ways_of(first)
    wanted = {way for node in nodes for way in there.get(node, ())}
    return frozenset(node for way in wanted for node in _by_way(second).get(way, ()))


def _by_way(concrete: ConcreteFunction) -> Mapping[str, list[NodeId]]:
    known = concrete.graph.answers.get("by way")
    if known is None:
        known = concrete.graph.answers["by way"] = {}
        for node, ways in ways_of(concrete).items():
            for way in ways:
                known.setdefault(way, []).append(node)
    return cast("Mapping[str, list[NodeId]]", known)


def _told_ways(concrete: ConcreteFunction) -> dict[NodeId, list[str]]:
    """What each instruction says of itself."""
    found: dict[NodeId, list[str]] = {}
    for graph in (concrete.graph, *concrete.functions.values()):
        for node, told in zip(node_ids(graph), graph.attributes, strict=True):
            if _ORIGIN in told:
                found[node] = [str(told[_ORIGIN])]
    return found


def _walked_ways(concrete: ConcreteFunction) -> dict[NodeId, list[str]]:
    """Every way to each op, through whatever calls the function that it is in."""
    found: dict[NodeId, list[str]] = {}
    waiting = [(concrete.graph, "")]
    told = 0
    for graph, way in waiting:
        told += len(graph)
        if told > _MOST_WAYS:
            break
        for node in node_ids(graph):
            found.setdefault(node, []).append(way + node[1])
        for row, calls in graph.calls.items():
            for attribute, names in calls.items():
                for number, name in enumerate(names):
                    step = f"{attribute} {number}" if len(names) > 1 else attribute
                    inner = concrete.functions.get(name)
                    if inner is not None:
                        waiting.append((inner, f"{way}{graph.names[row]}{_JOINT}{step}{_JOINT}"))
    return found
