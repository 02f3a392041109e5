"""Has Grappler optimise a traced graph and runs nothing; the result is not the runtime's, which places first."""

from __future__ import annotations

from typing import Any

from graphscope.worker import tensorflow_optimizers as optimizers

_LOWERED = "_lower_using_switch_merge"


def static_optimized(concrete: Any, name: str, only: str = "") -> Any:
    """The GraphDef that Grappler makes of a concrete function's graph, with branches and loops as functions.

    ``only`` names the one pass that is run, once; '' is for all.
    """
    import tensorflow as tf

    graph = concrete.graph.as_graph_def()
    device = optimizers.default_device()
    for node in _nodes(graph):
        # Without devices the remapper fuses nothing.
        node.device = node.device or device
        # Branches and loops stay whole, each optimised in itself; the runtime takes them apart, and that `run` shows.
        if _LOWERED in node.attr:
            node.attr[_LOWERED].b = False
    meta_graph = tf.compat.v1.MetaGraphDef()
    meta_graph.graph_def.CopyFrom(graph)
    meta_graph.collection_def["train_op"].node_list.value.extend(_fetches(concrete.graph))
    return optimizers.optimize_graph(meta_graph, name, only)


def _nodes(graph: Any) -> Any:
    yield from graph.node
    for function in graph.library.function:
        yield from function.node_def


def _fetches(graph: Any) -> Any:
    """Results, and what must run for its effect."""
    names = [tensor.op.name for tensor in graph.outputs if tensor is not None]
    names += [each.name if hasattr(each, "node_def") else each.op.name for each in graph.control_outputs]
    return list(dict.fromkeys(names))
