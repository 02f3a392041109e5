"""Hidden kinds: the rows of each kind of op that can be hidden; any other word is taken for an op type."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from graphscope.analysis.coded_columns import type_codes
from graphscope.analysis.hlo import handing_on, is_hlo
from graphscope.analysis.phases import gradient_ops
from graphscope.analysis.regions import regions
from graphscope.model.op_graph import OpGraph

_COUNTER = "loop counter"
_TOLD = ("Print", "PrintV2", "Assert")
_TYPES = {"constants": ("Const", "constant"), "identities": ("Identity",), "no-ops": ("NoOp",)}
"""In small letters those of HLO."""


def rows_of_kind(graph: OpGraph, kind: str) -> list[int]:
    """The ops of that kind, in row order."""
    if kind == "loop counters":
        return _loop_counting(graph)
    if kind == "identities" and is_hlo(graph):
        return handing_on(graph)
    if kind == "summaries":
        return _summaries(graph)
    if kind == "gradients":
        return gradient_ops(graph)
    return _of_types(graph, _TYPES.get(kind, (kind,)))


def _of_types(graph: OpGraph, types: Collection[str]) -> list[int]:
    codes = [code for code, op_type in enumerate(graph.op_counts) if op_type in types]
    return np.flatnonzero(np.isin(type_codes(graph), codes)).tolist()


def _loop_counting(graph: OpGraph) -> list[int]:
    """What TensorFlow adds to every loop to count its rounds, where it does nothing but count."""
    counters = {argument.node for argument in graph.arguments if argument.name == _COUNTER}
    # An instruction that is fused alone is all that its computation does.
    given = {node for node, _ in graph.results} if is_hlo(graph) else set()
    return [
        consumer
        for counter in counters
        if all(graph.op_types[each] in ("AddV2", "add") for each in graph.consumers[counter])
        for consumer in graph.consumers[counter]
        if consumer not in given
    ]


def _summaries(graph: OpGraph) -> list[int]:
    """What only tells or checks something: summaries, prints, assertions, and the text that is made for them alone."""
    types = [each for each in graph.op_counts if each in _TOLD or "Summary" in each]
    found = set(_of_types(graph, types))
    found.update(node for node in regions(graph) if "AssertGuard" in graph.names[node])
    for node in _of_types(graph, ["StringFormat"]):
        if graph.consumers[node] and found.issuperset(graph.consumers[node]):
            found.add(node)
    return sorted(found)
