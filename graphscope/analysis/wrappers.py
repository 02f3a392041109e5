"""Wrappers: computations of XLA's that do nothing but run another one, and what they wrap; no boxes are made."""

from __future__ import annotations

from graphscope.analysis.hlo import is_hlo
from graphscope.analysis.regions import regions
from graphscope.model.control_flow_region import ControlFlowRegion
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import ConcreteFunction

_ONE_RESULT = "get-tuple-element"


def wrapped_region(
    concrete: ConcreteFunction, graph: OpGraph, node: int
) -> tuple[OpGraph, ControlFlowRegion, tuple[OpGraph, ...]]:
    """The loop or branch that a call runs and nothing else, with its graph, and the computations around it; of any
    other op its own region.
    """
    region, around = regions(graph)[node], []
    while is_hlo(graph) and graph.op_types[region.node] == "call" and len(region.parts) == 1:
        inner = concrete.function(region.parts[0].function)
        doing = _doing(inner) if inner is not None and inner not in around else []
        if inner is None or len(doing) != 1 or doing[0] not in regions(inner):
            break
        around.append(inner)
        graph, region = inner, regions(inner)[doing[0]]
    return graph, region, tuple(around)


def wrapped_function(concrete: ConcreteFunction, name: str) -> tuple[str, tuple[OpGraph, ...]]:
    """The computation that another one calls to hand on its only result, and the ones around it: so XLA is given the
    conditions of loops, which give a tuple where a single value is wanted.
    """
    around: list[OpGraph] = []
    graph = concrete.function(name)
    while graph is not None and is_hlo(graph) and graph not in around:
        doing = _doing(graph)
        if [graph.op_types[each] for each in doing] != ["call", _ONE_RESULT] or graph.inputs[doing[1]] != (doing[0], 0):
            break
        around.append(graph)
        name = regions(graph)[doing[0]].parts[0].function
        graph = concrete.function(name)
    return name, tuple(around)


def _doing(graph: OpGraph) -> list[int]:
    """The instructions that are no parameters."""
    return [node for node, opcode in enumerate(graph.op_types) if opcode != "parameter"][:3]
