"""Values as the notation of signatures writes them: ``float32[None, 4]``, ``ragged(int32[None, None])``, ``'relu'``."""

from __future__ import annotations

import dataclasses
import enum
import inspect
import math
from types import FunctionType, MethodType
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from graphscope.worker.tensorflow_functions import is_keras

_DEEPEST = 8
_MOST_ITEMS = 50
_LONGEST_TEXT = 120


def describe_value(value: Any) -> str:
    """``value`` in the notation of signatures; an object that has none as ``<Net>``."""
    return _described(value, 0)


def signature_text(args: Sequence[Any], kwargs: Dict[str, Any]) -> str:
    """Arguments as a signature that can be read again: ``float32[None, 4], training=True``."""
    keywords = [f"{name}={describe_value(value)}" for name, value in kwargs.items()]
    return ", ".join([*(describe_value(value) for value in args), *keywords])


def bound_text(python_function: Any, args: Sequence[Any], kwargs: Dict[str, Any]) -> str:
    """Arguments by the parameters they fill: ``x: float32[None, 4], training: True``; by position where none fit."""
    try:
        signature = inspect.signature(python_function)
        given = signature.bind(*args, **kwargs).arguments
    except (TypeError, ValueError):
        return signature_text(args, kwargs)
    parts: List[Tuple[str, Any]] = []
    for name, value in given.items():
        if signature.parameters[name].kind is inspect.Parameter.VAR_KEYWORD:
            parts.extend(value.items())
        else:
            parts.append((name, value))
    return ", ".join(f"{name}: {describe_value(value)}" for name, value in parts)


def _described(value: Any, depth: int) -> str:
    if depth > _DEEPEST:
        return "…"
    for describe in (_plain, _tensor, _structure):
        text = describe(value, depth)
        if text is not None:
            return text
    return _object(value)


def _plain(value: Any, depth: int) -> Optional[str]:
    """A value that Python reads back as it writes it."""
    if isinstance(value, enum.Enum):
        return f"{type(value).__name__}.{value.name}"
    if value is None or value is Ellipsis or isinstance(value, (bool, int, complex, str, bytes, range)):
        text = repr(value)
        return text if len(text) <= _LONGEST_TEXT else f"{text[: _LONGEST_TEXT - 1]}…"
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else f"float('{value}')"
    return None


def _tensor(value: Any, depth: int) -> Optional[str]:
    """A tensor, a variable, an array, or the spec of one."""
    import numpy as np
    import tensorflow as tf

    if isinstance(value, tf.DType):
        return f"tf.{value.name}"
    if isinstance(value, (np.ndarray, np.generic)):
        return _with_sizes(value.dtype, value.shape)
    if isinstance(value, (tf.RaggedTensor, tf.SparseTensor)):
        value = tf.type_spec_from_value(value)
    if isinstance(value, tf.RaggedTensorSpec):
        return _ragged(value)
    if isinstance(value, tf.SparseTensorSpec):
        return f"sparse({_with_sizes(value.dtype, value.shape)})"
    # A variable has no notation of its own, and traces unlike a tensor.
    if isinstance(value, tf.Variable) or is_keras(type(value), "Variable"):
        return f"<Variable {_with_sizes(value.dtype, value.shape)}>"
    if isinstance(value, (tf.Tensor, tf.TensorSpec)):
        return _with_sizes(value.dtype, value.shape)
    return None


def _with_sizes(dtype: Any, shape: Any) -> str:
    import tensorflow as tf

    try:
        name = tf.as_dtype(dtype).name
    except TypeError:
        return f"<array of {dtype}>"
    sizes = tf.TensorShape(shape)
    return f"{name}[...]" if sizes.rank is None else f"{name}[{', '.join(map(str, sizes.as_list()))}]"


def _ragged(spec: Any) -> str:
    import tensorflow as tf

    options = ""
    rank = spec.shape.rank
    if rank is None or spec.ragged_rank != rank - 1:
        options += f", ragged_rank={spec.ragged_rank}"
    if spec.row_splits_dtype != tf.int64:
        options += f", row_splits_dtype=tf.{spec.row_splits_dtype.name}"
    return f"ragged({_with_sizes(spec.dtype, spec.shape)}{options})"


def _structure(value: Any, depth: int) -> Optional[str]:
    def inner(each: Any) -> str:
        return _described(each, depth + 1)

    if isinstance(value, dict):
        text = f"{{{_listed(value.items(), lambda item: f'{inner(item[0])}: {inner(item[1])}')}}}"
        return text if type(value) is dict else f"{type(value).__name__}({text})"
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        fields = zip(value._fields, value)
        return f"{type(value).__name__}({_listed(list(fields), lambda item: f'{item[0]}={inner(item[1])}')})"
    if isinstance(value, tuple):
        return f"({inner(value[0])},)" if len(value) == 1 else f"({_listed(value, inner)})"
    if isinstance(value, list):
        return f"[{_listed(value, inner)}]"
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        shown = [field.name for field in dataclasses.fields(value) if field.repr and hasattr(value, field.name)]
        return f"{type(value).__name__}({_listed(shown, lambda name: f'{name}={inner(getattr(value, name))}')})"
    if isinstance(value, (set, frozenset)):
        text = f"{{{', '.join(sorted(inner(each) for each in value))}}}" if value else "set()"
        return text if isinstance(value, set) else f"frozenset({text if value else ''})"
    return None


def _listed(items: Any, describe: Callable[[Any], str]) -> str:
    items = list(items)
    shown = [describe(each) for each in items[:_MOST_ITEMS]]
    return ", ".join(shown if len(items) <= _MOST_ITEMS else [*shown, f"… {len(items) - _MOST_ITEMS} more"])


def _object(value: Any) -> str:
    if isinstance(value, type):
        return f"<class {value.__name__}>"
    if isinstance(value, (FunctionType, MethodType)):
        return "<lambda>" if value.__name__ == "<lambda>" else f"<function {value.__name__}>"
    return f"<{type(value).__name__}>"
