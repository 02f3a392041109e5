"""Regions: the ops of a graph that run other functions, and in which role each function is run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import cast

from graphscope.model.control_flow_region import (
    CALL_OPS,
    CASE_OPS,
    FUSION_OPS,
    IF_OPS,
    WHILE_OPS,
    ControlFlowRegion,
    RegionPart,
)
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import ConcreteFunction

_KINDS = (("if", IF_OPS), ("case", CASE_OPS), ("while", WHILE_OPS), ("call", CALL_OPS), ("fusion", FUSION_OPS))
_ROLES = {"then_branch": "then", "else_branch": "else", "cond": "condition", "body": "body", "f": "body"}
_ORDER = ("then_branch", "else_branch", "cond", "body", "branches", "f")


def regions(graph: OpGraph) -> Mapping[int, ControlFlowRegion]:
    """Row of each op that runs other functions → its region."""
    known = graph.answers.get("regions")
    if known is None:
        known = graph.answers["regions"] = {node: _region(graph, node) for node in sorted(graph.calls)}
    return cast("Mapping[int, ControlFlowRegion]", known)


def region_paths(concrete: ConcreteFunction) -> Iterator[tuple[OpGraph, ControlFlowRegion]]:
    """Every region of the graph and of the functions reached from it, each function once, outermost first."""
    seen = {concrete.graph.function}
    waiting = [concrete.graph]
    for graph in waiting:
        for region in regions(graph).values():
            yield graph, region
            for part in region.parts:
                inner = concrete.function(part.function)
                if inner is not None and part.function not in seen:
                    seen.add(part.function)
                    waiting.append(inner)


def functions_of(concrete: ConcreteFunction) -> list[OpGraph]:
    """The graph and every function reached from it, each once."""
    nested = {part.function: None for _, region in region_paths(concrete) for part in region.parts}
    graphs = [concrete.graph, *(concrete.function(name) for name in nested)]
    return [graph for graph in graphs if graph is not None]


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


def callers(concrete: ConcreteFunction) -> Counter[str]:
    """Function → how many times an op of the graph runs it."""
    known = concrete.graph.answers.get("callers")
    if known is None:
        parts = [part.function for _, region in region_paths(concrete) for part in region.parts]
        known = concrete.graph.answers["callers"] = Counter(parts)
    return cast("Counter[str]", known)


def _region(graph: OpGraph, node: int) -> ControlFlowRegion:
    op_type, calls = graph.op_types[node], graph.calls[node]
    kind = next((kind for kind, types in _KINDS if op_type in types), "other")
    attributes = sorted(calls, key=lambda each: (_ORDER.index(each) if each in _ORDER else len(_ORDER), each))
    parts = [part for attribute in attributes for part in _parts(attribute, calls[attribute])]
    return ControlFlowRegion(graph.function, node, kind, tuple(parts))


def _parts(attribute: str, functions: tuple[str, ...]) -> list[RegionPart]:
    if attribute == "branches":
        return [RegionPart(f"case {number}", function) for number, function in enumerate(functions)]
    role = _ROLES.get(attribute, attribute)
    if len(functions) == 1:
        return [RegionPart(role, functions[0])]
    return [RegionPart(f"{role} {number}", function) for number, function in enumerate(functions)]
