"""Phases: the forward, backward and optimizer ops of a training step, told by names, lines and flow; no training."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import cast

import numpy as np

from graphscope.analysis.coded_columns import stack_codes
from graphscope.analysis.edges import Mask, Rows, edges, rows
from graphscope.analysis.regions import region_paths
from graphscope.analysis.trim import ancestors, descendants, neighbours
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import ConcreteFunction

PHASES = ("forward", "backward", "optimizer", "other")
FORWARD, BACKWARD, OPTIMIZER, OTHER = range(4)
_GRADIENT = re.compile(r"(?:^|/)(?:gradient_tape|gradients(?:_\d+)?)/")
_UPDATE = re.compile(r"_?(Assign.*VariableOp|Resource(Sparse)?Apply|ResourceScatter|Apply|Assign(Add|Sub)?$)")
_MOSTLY = 0.6
_MOST_PASSES = 50
_UNKNOWN = -1


def has_phases(concrete: ConcreteFunction) -> bool:
    """Whether gradients are computed in the graph or in a function that it runs; quick, names alone are asked."""
    nested = (part.function for _, region in region_paths(concrete) for part in region.parts)
    graphs = (concrete.graph, *(concrete.function(name) for name in dict.fromkeys(nested)))
    return any(graph is not None and _has_gradients(graph) for graph in graphs)


def _has_gradients(graph: OpGraph) -> bool:
    known = graph.answers.get("gradients")
    if known is None:
        named = [_GRADIENT.search(name) is not None for name in graph.names if "gradient" in name]
        known = graph.answers["gradients"] = any(named) and sum(named) < len(graph)
    return cast("bool", known)


def phase_codes(graph: OpGraph) -> Rows | None:
    """Per row, its place in PHASES; None where the graph computes no gradients or nothing else."""
    if "phases" not in graph.answers:
        graph.answers["phases"] = _phase_codes(graph)
    return cast("Rows | None", graph.answers["phases"])


def gradient_ops(graph: OpGraph) -> list[int]:
    """The ops that compute gradients."""
    codes = phase_codes(graph)
    return [] if codes is None else np.flatnonzero(codes == BACKWARD).tolist()


def _phase_codes(graph: OpGraph) -> Rows | None:
    if not _has_gradients(graph):
        return None
    named = np.fromiter((_GRADIENT.search(name) is not None for name in graph.names), np.bool_, len(graph))
    places = _places(graph)
    backward = named | _mostly(places[0], named) | _sums(graph, named)
    phase = np.where(backward, BACKWARD, _UNKNOWN).astype(np.int64)
    before = ancestors(graph, np.flatnonzero(backward), data_only=True) & ~backward
    phase[before] = FORWARD
    _mark_optimizer(graph, phase, backward, places)
    _mark_forward(graph, phase, places)
    _follow_neighbours(graph, phase)
    phase[phase == _UNKNOWN] = OTHER
    return phase


def _places(graph: OpGraph) -> Sequence[Rows]:
    """Per row, the number of the user's innermost line, then that of the outermost name scope; -1 where there is none.

    A line where forward ops were made too, as that of ``model.fit``, is told apart from one of the optimizer alone by
    those who ask.
    """
    codes, stacks = stack_codes(graph)
    lines: dict[object, int] = {}
    line_of_stack = rows(
        lines.setdefault((stack[-1].file, stack[-1].line), len(lines)) if stack else -1 for stack in stacks
    )
    scopes: dict[str, int] = {}
    heads = (name.split("/", 1) for name in graph.names)
    scope_of_row = rows(scopes.setdefault(head[0], len(scopes)) if len(head) > 1 else -1 for head in heads)
    return line_of_stack[codes], scope_of_row


def _share(place: Rows, chosen: Mask) -> tuple[Rows, Rows]:
    """Per place, how many of its ops are chosen, and how many there are."""
    known = place >= 0
    size = int(place.max(initial=-1)) + 1
    return np.bincount(place[known & chosen], minlength=size), np.bincount(place[known], minlength=size)


def _at(place: Rows, which: Mask) -> Mask:
    """The ops of these places; not those without one."""
    found: Mask = np.append(which, False)[place]
    return found


def _mostly(place: Rows, chosen: Mask) -> Mask:
    """The ops of places most of whose ops are chosen: ``tape.gradient`` adds up with ops that have plain names."""
    some, every = _share(place, chosen)
    return _at(place, some >= np.maximum(every, 1) * _MOSTLY)


def _sums(graph: OpGraph, named: Mask) -> Mask:
    """Sums of gradients, where no line tells of them."""
    found = np.zeros(len(graph), dtype=np.bool_)
    for row, op_type in enumerate(graph.op_types):
        if op_type == "AddN" and named[rows(graph.inputs[row][::2])].any():
            found[row] = True
    return found


def _mark_optimizer(graph: OpGraph, phase: Rows, backward: Mask, places: Sequence[Rows]) -> None:
    """What leads from gradients to an update, all of the lines or scopes of that, and what only feeds it."""
    after = descendants(graph, np.flatnonzero(backward), data_only=True) & (phase == _UNKNOWN)
    updates = [row for row in np.flatnonzero(after).tolist() if _UPDATE.match(graph.op_types[row])]
    if not updates:
        return
    chosen = after & ancestors(graph, updates, data_only=True)
    phase[chosen] = OPTIMIZER
    for place in places:
        some, _ = _share(place, chosen)
        others, _ = _share(place, (phase == FORWARD) | (phase == BACKWARD))
        own = _at(place, (some > 0) & (others == 0))
        phase[own & (phase == _UNKNOWN)] = OPTIMIZER
    _follow_consumers(graph, phase)


def _follow_consumers(graph: OpGraph, phase: Rows) -> None:
    """What only the optimizer uses is the optimizer's."""
    every = edges(graph)
    data = every.output >= 0
    source, target = every.source[data], every.target[data]
    uses = np.bincount(source, minlength=len(graph))
    for _ in range(_MOST_PASSES):
        by_optimizer = np.bincount(source[phase[target] == OPTIMIZER], minlength=len(graph))
        more = (phase == _UNKNOWN) & (uses > 0) & (uses == by_optimizer)
        if not more.any():
            return
        phase[more] = OPTIMIZER


def _mark_forward(graph: OpGraph, phase: Rows, places: Sequence[Rows]) -> None:
    """What was traced before the first gradient, and what else was made on the lines, or in the scopes, of that."""
    earlier = np.arange(len(graph)) < int(np.flatnonzero(phase == BACKWARD)[0])
    earlier[[argument.node for argument in graph.arguments]] = False
    phase[earlier & (phase == _UNKNOWN)] = FORWARD
    for place in places:
        some, _ = _share(place, phase == FORWARD)
        phase[_at(place, some > 0) & (phase == _UNKNOWN)] = FORWARD


def _follow_neighbours(graph: OpGraph, phase: Rows) -> None:
    """Copies, as those that are returned, are where what they copy is; arguments where they are used first."""
    known = neighbours(graph, data_only=True)
    for row in np.flatnonzero(phase == _UNKNOWN).tolist():
        if graph.op_types[row] in ("Identity", "_Retval"):
            phase[row] = next(iter(phase[known.before.of(np.array([row]))].tolist()), OTHER)
    for argument in graph.arguments:
        if phase[argument.node] == _UNKNOWN:
            used = phase[known.after.of(np.array([argument.node]))]
            phase[argument.node] = used[used >= 0].min(initial=OTHER)
