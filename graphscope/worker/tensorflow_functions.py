"""What a tf.function object tells of itself, alike on TensorFlow 2.15 and 2.21; nothing is traced."""

from __future__ import annotations

from typing import Any, Optional, Tuple


def is_tf_function(value: Any) -> bool:
    """Whether ``value`` is what ``tf.function`` makes (not one graph of it). No code of the user's is run to tell."""
    kind = type(value)
    return hasattr(kind, "get_concrete_function") and hasattr(kind, "python_function")


def own_input_signature(function: Any) -> Optional[Tuple[Any, ...]]:
    """The input_signature that a tf.function was made with, or None."""
    signature = getattr(function, "input_signature", None)
    return tuple(signature) if signature is not None else None


def with_options(function: Any, autograph: bool, jit_compile: bool, reduce_retracing: bool) -> Any:
    """A new tf.function like ``function``, with AutoGraph off or the other two on where it is asked for."""
    import tensorflow as tf

    own_autograph = getattr(function, "_autograph", True)
    return tf.function(
        function.python_function,
        input_signature=own_input_signature(function),
        autograph=own_autograph and autograph,
        jit_compile=True if jit_compile else getattr(function, "_jit_compile", None),
        reduce_retracing=reduce_retracing or getattr(function, "_reduce_retracing", False),
    )


def is_keras(kind: type, *names: str) -> bool:
    """Whether the class ``kind`` is or derives from one of Keras's classes called ``names``, of any Keras."""
    return any(
        base.__name__ in names and base.__module__.partition(".")[0] in ("keras", "tf_keras") for base in kind.__mro__
    )


def is_compiled_model(model: Any) -> bool:
    """Whether a Keras model has been compiled. No property is asked."""
    attributes = vars(model)
    return bool(attributes.get("compiled") or attributes.get("_is_compiled"))
