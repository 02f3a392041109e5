"""Small tensors to call a function with: floats random by position, everything else empty of meaning."""

from __future__ import annotations

from typing import Any, Tuple

from graphscope.errors import UsageError

UNKNOWN = 2
"""The size of a dimension that the spec leaves open."""
_SPREAD = 0.5


def sizes(shape: Any) -> Tuple[int, ...]:
    """The sizes made for a shape: 2 for each unknown one, and for an unknown rank."""
    if shape.rank is None:
        return (UNKNOWN,)
    return tuple([UNKNOWN if size is None else int(size) for size in shape.as_list()])


def word(dtype: Any) -> str:
    """How the values of ``dtype`` are told: ``random``, ``zeros``, ``False``, ``empty``."""
    if dtype.is_floating or dtype.is_complex:
        return "random"
    return {"bool": "False", "string": "empty"}.get(dtype.name, "zeros")


def tensor(shape: Any, dtype: Any, position: int) -> Any:
    """A tensor for the spec at ``position``. Raises UsageError for a dtype that has no values to write down."""
    import numpy as np
    import tensorflow as tf

    made = sizes(shape)
    if dtype in (tf.resource, tf.variant):
        raise UsageError(
            f"no value can be made for a tensor of dtype {dtype.name}",
            advice="Write a value in the signature, or say what the function is to be called with.",
        )
    if dtype.is_floating or dtype.is_complex:
        random = np.random.default_rng(position)
        values = random.normal(0.0, _SPREAD, made)
        if dtype.is_complex:
            values = values + 1j * random.normal(0.0, _SPREAD, made)
        return tf.constant(values.astype(dtype.as_numpy_dtype), dtype)
    if dtype == tf.string:
        return tf.fill(made, "")
    return tf.constant(np.zeros(made, dtype.as_numpy_dtype), dtype)
