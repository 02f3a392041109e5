"""dtype and shape of every output of a GraphDef, which itself says few of them: TensorFlow infers the rest."""

from __future__ import annotations

from typing import Any, Callable, Dict, Mapping, Optional, Tuple

from graphscope.worker.loop_specs import LoopSpecs
from graphscope.worker.record_values import spec_text
from graphscope.worker.spec_shapes import is_open, write_shape

Specs = Dict[str, Tuple[str, ...]]
"""Node → spec of each of its outputs."""
TracedSpecs = Callable[[Any], Tuple[str, ...]]
"""Node → the specs that it was traced with, () where that is not known."""
_SHAPES = "_output_shapes"
_ROUNDS, _FEW_ROUNDS = 4, 2
_LARGE = 5000
"""From how many nodes on importing the graph again and again would take seconds."""


def output_specs(graph: Any, library: Mapping[str, Any], traced: Optional[TracedSpecs] = None) -> Specs:
    """The specs of all outputs; where the graph cannot be imported, as many outputs as are used, without dtype."""
    copy = type(graph)()
    copy.CopyFrom(graph)
    del copy.library.function[:]
    copy.library.function.extend(library.values())
    for node in copy.node:
        # Optimised away may be what a node was to be placed with, and the devices need not be ours.
        node.attr.pop("_class", None)
        node.device = ""
    specs = _imported(copy)
    if specs is None:
        return _used_outputs(graph)
    if not any(is_open(spec) for row in specs.values() for spec in row):
        return specs
    # A pass may have given an op's name and type to another one: then TensorFlow refuses what was traced of it.
    return _refined(copy, specs, _traced(copy, specs, traced)) or _refined(copy, specs, {}) or specs


def _imported(graph: Any) -> Optional[Specs]:
    import tensorflow as tf

    try:
        with tf.Graph().as_default() as imported:
            tf.import_graph_def(graph, name="")
    except (ValueError, TypeError, tf.errors.OpError):
        return None
    return {op.name: tuple([spec_text(output) for output in op.outputs]) for op in imported.get_operations()}


def _refined(graph: Any, specs: Specs, known: Specs) -> Optional[Specs]:
    """The specs where ``known`` are given, and what follows from them round loops; None where they do not fit."""
    loops = LoopSpecs(graph)
    rounds = _ROUNDS if len(graph.node) < _LARGE else _FEW_ROUNDS
    for _ in range(rounds):
        found, told = specs, dict(known)
        for _ in range(rounds):
            more = {**known, **loops.assumed(found)}
            if more == told and found is not specs:
                break
            told = more
            again = _imported(_with_shapes(graph, told)) if told else None
            if again is None:
                return None
            found = again
        unproven = loops.unproven(found)
        if not unproven:
            return found
        loops.hopeless |= unproven
    return None


def _traced(graph: Any, specs: Specs, traced: Optional[TracedSpecs]) -> Specs:
    """What was traced of ops of which nothing is inferred."""
    found: Specs = {}
    for node in graph.node if traced is not None else ():
        row = specs.get(node.name, ())
        if traced is not None and any(map(is_open, row)):
            told = traced(node)
            if len(told) == len(row) and not all(map(is_open, told)):
                found[node.name] = told
    return found


def _with_shapes(graph: Any, told: Specs) -> Any:
    """The graph with shapes written to its nodes, which TensorFlow takes for its own where it can infer none."""
    copy = type(graph)()
    copy.CopyFrom(graph)
    for node in copy.node:
        if node.name in told:
            node.attr.pop(_SHAPES, None)
            for spec in told[node.name]:
                write_shape(spec, node.attr[_SHAPES].list.shape.add())
    return copy


def _used_outputs(graph: Any) -> Specs:
    counts: Dict[str, int] = {}
    for node in graph.node:
        for tensor in node.input:
            name, _, output = tensor.partition(":")
            if not name.startswith("^"):
                counts[name] = max(counts.get(name, 0), int(output or 0) + 1)
    return {name: ("?",) * count for name, count in counts.items()}
