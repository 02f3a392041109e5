"""Shown ops: which ops of a graph are left when kinds of them are hidden, and how the others are wired then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

import numpy as np

from graphscope.analysis.coded_columns import type_codes
from graphscope.analysis.edges import Edges, Mask, Rows, edges, rows
from graphscope.model.op_graph import OpGraph

_COUNTER = "loop counter"
_MOST_PASSES = 20
"""How often chains of hidden ops are walked; rows are nearly in order, so that two are enough for any real graph."""


@dataclass(frozen=True, eq=False)
class ShownOps:
    """``shown`` per row; the edges among shown ops, hidden identities bridged; and how many are hidden, by kind."""

    shown: Mask
    edges: Edges
    hidden: Mapping[str, int]


def shown_ops(graph: OpGraph, hide: frozenset[str], nested: bool) -> ShownOps:
    """What is left of a graph. ``nested``: it is the body of a region, where unused arguments may be hidden too."""
    question = ("shown", hide, nested)
    known = graph.answers.get(question)
    if known is None:
        known = graph.answers[question] = _shown_ops(graph, hide, nested)
    return cast("ShownOps", known)


def _shown_ops(graph: OpGraph, hide: frozenset[str], nested: bool) -> ShownOps:
    shown = np.ones(len(graph), dtype=np.bool_)
    hidden: Counter[str] = Counter()
    results = _returned(graph)
    for kind in sorted(hide - {"unused arguments"}):
        chosen = _of_kind(graph, kind)
        # A constant that is returned, and where the outermost function returns, are what the reader looks for.
        kept = results if kind == "constants" or (kind == "identities" and not nested) else set()
        for node in chosen:
            if shown[node] and node not in kept:
                shown[node] = False
                hidden[kind] += 1
    origin, output = _origins(graph, shown)
    bridged = _bridged(graph, shown, origin, output)
    if nested and "unused arguments" in hide:
        hidden["unused arguments"] += _hide_unused(graph, shown, bridged, origin)
    return ShownOps(shown, bridged, {kind: count for kind, count in hidden.items() if count})


def _returned(graph: OpGraph) -> set[int]:
    """The ops whose tensors the function returns, behind identities too."""
    found = set()
    for node, _ in graph.results:
        while node not in found:
            found.add(node)
            if graph.op_types[node] == "Identity" and graph.inputs[node]:
                node = graph.inputs[node][0]
    return found


def _of_kind(graph: OpGraph, kind: str) -> list[int]:
    if kind == "loop counters":
        return _loop_counting(graph)
    op_type = {"constants": "Const", "identities": "Identity", "no-ops": "NoOp"}.get(kind, kind)
    code = list(graph.op_counts).index(op_type) if op_type in graph.op_counts else -1
    return np.flatnonzero(type_codes(graph) == code).tolist()


def _loop_counting(graph: OpGraph) -> list[int]:
    """What TensorFlow adds to every loop to count its rounds, where it does nothing but count."""
    counters = {argument.node for argument in graph.arguments if argument.name == _COUNTER}
    return [
        consumer
        for counter in counters
        if all(graph.op_types[each] == "AddV2" for each in graph.consumers[counter])
        for consumer in graph.consumers[counter]
    ]


def _origins(graph: OpGraph, shown: Mask) -> tuple[Rows, Rows]:
    """Per row, the op and output whose tensor really comes out of it: hidden ops pass on their first input."""
    origin, output = np.arange(len(graph), dtype=np.int64), np.full(len(graph), -1, dtype=np.int64)
    passing = [
        node for node in np.flatnonzero(~shown).tolist() if graph.inputs[node] and graph.op_types[node] != "Const"
    ]
    for _ in range(_MOST_PASSES):
        changed = False
        for node in passing:
            source, out = graph.inputs[node][:2]
            found = (source, out) if shown[source] else (origin[source], output[source])
            if (origin[node], output[node]) != found:
                origin[node], output[node] = found
                changed = True
        if not changed:
            break
    return origin, output


def _bridged(graph: OpGraph, shown: Mask, origin: Rows, output: Rows) -> Edges:
    every = edges(graph)
    source = origin[every.source]
    bridged = source != every.source
    keep = shown[source] & shown[every.target] & ~(bridged & (every.output < 0))
    outputs = np.where(bridged, output[every.source], every.output)
    return Edges(source[keep], outputs[keep], every.target[keep])


def _hide_unused(graph: OpGraph, shown: Mask, bridged: Edges, origin: Rows) -> int:
    """Hide arguments that nothing shown uses. Where nothing else is shown, those that are returned stay."""
    used = np.zeros(len(graph), dtype=np.bool_)
    used[bridged.source] = True
    unused = [argument.node for argument in graph.arguments if shown[argument.node] and not used[argument.node]]
    if len(unused) == int(shown.sum()):
        returned = set(origin[rows(node for node, _ in graph.results)].tolist())
        unused = [node for node in unused if node not in returned]
    shown[unused] = False
    return len(unused)
