"""Shown ops: which ops of a graph are left when kinds of them are hidden, and how the others are wired then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np

from graphscope.analysis.edges import Edges, Mask, Rows, edges, rows
from graphscope.analysis.hidden_kinds import rows_of_kind
from graphscope.analysis.kept_ops import Cut
from graphscope.model.op_graph import OpGraph

_NOT_BRIDGED = frozenset({"gradients", "summaries"})
"""Kinds past which no wires run on: what comes after them has nothing to do with what comes before."""
_MOST_REMEMBERED = 24
_MOST_PASSES = 20
"""How often chains of hidden ops are walked; rows are nearly in order, so that two are enough for any real graph."""


@dataclass(frozen=True, eq=False)
class ShownOps:
    """``shown`` per row; the edges among shown ops, hidden identities bridged; and how many are hidden, by kind."""

    shown: Mask
    edges: Edges
    hidden: Mapping[str, int]
    trees: dict[object, Any] = field(default_factory=dict)
    """The groups that were made of them; kept exactly as long as this is."""


def shown_ops(graph: OpGraph, hide: frozenset[str], nested: bool, cuts: Sequence[Cut] = ()) -> ShownOps:
    """What is left of a graph. ``nested``: it is the body of a region, where unused arguments may be hidden too."""
    remembered = cast("dict[object, tuple[ShownOps, Sequence[Cut]]]", graph.answers.setdefault("shown", {}))
    question = (hide, nested, tuple(map(id, cuts)))
    known = remembered.pop(question, None)
    if known is None:
        # The cuts are kept along, so that no other can come to have the identity of one of them.
        known = _shown_ops(graph, hide, nested, cuts), cuts
    remembered[question] = known
    while len(remembered) > _MOST_REMEMBERED:
        del remembered[next(iter(remembered))]
    return known[0]


def _shown_ops(graph: OpGraph, hide: frozenset[str], nested: bool, cuts: Sequence[Cut]) -> ShownOps:
    shown = np.ones(len(graph), dtype=np.bool_)
    passing = np.ones(len(graph), dtype=np.bool_)
    hidden: Counter[str] = Counter()
    for cut in cuts:
        hidden[cut.words] += int((shown & ~cut.kept).sum())
        shown &= cut.kept
        if not cut.bridged:
            passing &= cut.kept
    _hide_kinds(graph, hide, nested, (shown, passing, hidden))
    origin, output = _origins(graph, shown, passing)
    bridged = _bridged(graph, shown, origin, output)
    if nested and "unused arguments" in hide:
        hidden["unused arguments"] += _hide_unused(graph, shown, bridged, origin)
    if "control edges" in hide:
        data = bridged.output >= 0
        hidden["control edges"] += int((~data).sum())
        bridged = Edges(bridged.source[data], bridged.output[data], bridged.target[data])
    return ShownOps(shown, bridged, {kind: count for kind, count in hidden.items() if count})


def _hide_kinds(graph: OpGraph, hide: frozenset[str], nested: bool, found: tuple[Mask, Mask, Counter[str]]) -> None:
    shown, passing, hidden = found
    results = _returned(graph)
    for kind in sorted(hide - {"unused arguments", "control edges"}):
        # A constant that is returned, and where the outermost function returns, are what the reader looks for.
        kept = results if kind == "constants" or (kind == "identities" and not nested) else set()
        for node in rows_of_kind(graph, kind):
            if shown[node] and node not in kept:
                shown[node] = False
                hidden[kind] += 1
                passing[node] = kind not in _NOT_BRIDGED


def _returned(graph: OpGraph) -> set[int]:
    """The ops whose tensors the function returns, behind identities too."""
    found = set()
    for node, _ in graph.results:
        while node not in found:
            found.add(node)
            if graph.op_types[node] == "Identity" and graph.inputs[node]:
                node = graph.inputs[node][0]
    return found


def _origins(graph: OpGraph, shown: Mask, may_pass: Mask) -> tuple[Rows, Rows]:
    """Per row, the op and output whose tensor really comes out of it: hidden ops pass on their first input."""
    origin, output = np.arange(len(graph), dtype=np.int64), np.full(len(graph), -1, dtype=np.int64)
    passing = [
        node
        for node in np.flatnonzero(~shown & may_pass).tolist()
        if graph.inputs[node] and graph.op_types[node] != "Const"
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
    # XLA returns a tuple of all that a loop carries; what only comes in and goes out is not used by that.
    given = [node for node, _ in graph.results if graph.op_types[node] == "tuple"]
    used[bridged.source[~np.isin(bridged.target, given)]] = True
    unused = [argument.node for argument in graph.arguments if shown[argument.node] and not used[argument.node]]
    if len(unused) == int(shown.sum()):
        returned = set(origin[rows(node for node, _ in graph.results)].tolist())
        unused = [node for node in unused if node not in returned]
    shown[unused] = False
    return len(unused)
