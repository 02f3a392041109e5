"""Every private TensorFlow name with which Grappler is configured beyond tf.config; the same on 2.15 and 2.21."""

from __future__ import annotations

from typing import Any, Dict, Mapping


def set_fields(values: Mapping[str, Any]) -> None:
    """Set fields of the rewriter's configuration that tf.config.optimizer does not know, for this thread's calls."""
    from tensorflow.python.eager import context

    if not values:
        return
    config = rewriter_config()
    for name, value in values.items():
        setattr(config.graph_options.rewrite_options, name, _number(name, value))
    context.context().function_call_options = context.FunctionCallOptions(config_proto=config)


def forget_fields() -> None:
    """Back to what tf.config says."""
    from tensorflow.python.eager import context

    context.context().function_call_options = None


def rewriter_config() -> Any:
    """The ConfigProto that functions are called with now."""
    import tensorflow as tf
    from tensorflow.python.eager import context

    return tf.compat.v1.ConfigProto.FromString(context.context().function_call_options.config_proto_serialized)


def onednn_is_on() -> bool:
    """Whether TensorFlow's own oneDNN kernels are in use: by its build, the processor and TF_ENABLE_ONEDNN_OPTS."""
    from tensorflow.python.util import _pywrap_util_port

    return bool(_pywrap_util_port.IsMklEnabled())


def _number(name: str, value: Any) -> int:
    from tensorflow.core.protobuf.rewriter_config_pb2 import RewriterConfig

    fixed: Dict[str, Dict[Any, int]] = {
        "memory_optimization": {False: RewriterConfig.NO_MEM_OPT, True: RewriterConfig.HEURISTICS},
        "common_subgraph_elimination": {False: RewriterConfig.OFF, True: RewriterConfig.ON},
    }
    return fixed[name][value] if name in fixed else int(value)
