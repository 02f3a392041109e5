"""dtype and shape of every output of a GraphDef, which itself says few of them: TensorFlow infers the rest."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Tuple

from graphscope.worker.record_values import spec_text

Specs = Dict[str, Tuple[str, ...]]
"""Node → spec of each of its outputs."""


def output_specs(graph: Any, library: Mapping[str, Any]) -> Specs:
    """The specs of all outputs; where the graph cannot be imported, as many outputs as are used, without dtype."""
    import tensorflow as tf

    copy = type(graph)()
    copy.CopyFrom(graph)
    del copy.library.function[:]
    copy.library.function.extend(library.values())
    for node in copy.node:
        # Optimised away may be what a node was to be placed with, and the devices need not be ours.
        node.attr.pop("_class", None)
        node.device = ""
    try:
        with tf.Graph().as_default() as imported:
            tf.import_graph_def(copy, name="")
    except (ValueError, TypeError, tf.errors.OpError):
        return _used_outputs(graph)
    return {op.name: tuple([spec_text(output) for output in op.outputs]) for op in imported.get_operations()}


def _used_outputs(graph: Any) -> Specs:
    counts: Dict[str, int] = {}
    for node in graph.node:
        for tensor in node.input:
            name, _, output = tensor.partition(":")
            if not name.startswith("^"):
                counts[name] = max(counts.get(name, 0), int(output or 0) + 1)
    return {name: ("?",) * count for name, count in counts.items()}
