"""Every private TensorFlow name that Grappler and XLA need; the same on 2.15 and 2.21. It decides nothing."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Sequence, Tuple

from graphscope.worker.tensorflow_rewriter import rewriter_config


def metadata_on() -> None:
    """Have the runtime keep the graphs of every function that it optimises from now on."""
    from tensorflow.python.eager import context

    context.context().enable_run_metadata()


def metadata_off() -> List[Any]:
    """The graphs kept since ``metadata_on``, in order; each has ``pre_`` and ``post_optimization_graph``."""
    from tensorflow.python.eager import context

    metadata = context.context().export_run_metadata()
    context.context().disable_run_metadata()
    return list(metadata.function_graphs)


def call_concrete(concrete: Any, arguments: Sequence[Any], keywords: Dict[str, Any]) -> Any:
    """Call one concrete function by the parameters of its Python function; nothing is traced."""
    return concrete._call_with_structured_signature(tuple(arguments), dict(keywords))


def optimize_graph(meta_graph: Any, name: str, only: str = "") -> Any:
    """The GraphDef that Grappler makes of ``meta_graph`` with the options now set, or with one pass; nothing is run."""
    from tensorflow.python.grappler import tf_optimizer

    config = rewriter_config()
    # Small graphs are what is looked at, unless the user wants them left alone.
    rewriting = config.graph_options.rewrite_options
    rewriting.min_graph_nodes = rewriting.min_graph_nodes or -1
    if only:
        rewriting.optimizers.append(only)
        rewriting.meta_optimizer_iterations = 1
    return tf_optimizer.OptimizeGraph(config, meta_graph, verbose=False, graph_id=name.encode("utf-8"))


def default_device() -> str:
    """The full name of the device on which the runtime places what asks for none."""
    from tensorflow.python.eager import context

    names = context.context().devices()
    gpus = [name for name in names if ":GPU:" in name.upper()]
    return str((gpus or names)[0])


def function_as_graph(function: Any) -> Tuple[Any, Dict[str, str]]:
    """A FunctionDef as a GraphDef with placeholders, and how its tensor names (``node:out:0``) read there."""
    from tensorflow.python.framework import function_def_to_graph

    graph, names = function_def_to_graph.function_def_to_graph_def(function)
    return graph, {str(key): str(value) for key, value in names.items()}


def ir_of_specs(concrete: Any) -> Callable[..., Any]:
    """What XLA makes of a concrete function for any inputs of its specs; ``(stage="hlo")`` then gives it.

    Raises ValueError where one of the shapes is not known.
    """
    import tensorflow as tf
    from tensorflow.python.eager.polymorphic_function import compiler_ir

    given = len(concrete.inputs) - len(concrete.captured_inputs)
    specs = [tf.TensorSpec(tensor.shape, tensor.dtype) for tensor in concrete.inputs[:given]]
    return compiler_ir.from_concrete_function(concrete, specs)  # type: ignore[no-any-return]


def hlo_module(serialized: bytes) -> Any:
    """A serialized HLO module, parsed."""
    from tensorflow.compiler.xla.service import hlo_pb2

    return hlo_pb2.HloModuleProto.FromString(serialized)
