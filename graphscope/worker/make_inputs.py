"""Makes values for the specs of a signature, always the same ones, and tells of them in words; it calls nothing."""

from __future__ import annotations

import inspect
from typing import Any, Dict, List, Sequence, Tuple

from graphscope.errors import UsageError
from graphscope.worker.composite_inputs import indexed_slices, ragged_tensor, sparse_tensor
from graphscope.worker.signature_notation import describe_value
from graphscope.worker.tensor_inputs import sizes, tensor, word

Inputs = Tuple[Tuple[Any, ...], Dict[str, Any], str]


def make_inputs(args: Sequence[Any], kwargs: Dict[str, Any], python_function: Any = None) -> Inputs:
    """Arguments and keywords with a value in place of each spec, and in words what they are.

    Floats are small and random, integers zero, unknown dimensions 2. Everything that is no spec passes untouched.
    Raises UsageError for a spec that no value can be made for.
    """
    maker = _Maker()
    values = tuple([maker.value(each) for each in args])
    keywords = {name: maker.value(each) for name, each in kwargs.items()}
    return values, keywords, _told(args, kwargs, python_function)


def has_specs(value: Any) -> bool:
    """Whether something is, or holds, a spec."""
    import tensorflow as tf

    return any(isinstance(leaf, tf.TypeSpec) for leaf in tf.nest.flatten(value))


class _Maker:
    """Counts the specs met, so that each gets values of its own."""

    def __init__(self) -> None:
        self._position = 0

    def value(self, argument: Any) -> Any:
        """``argument`` itself where there is no spec in it."""
        import tensorflow as tf

        return tf.nest.map_structure(self._leaf, argument) if has_specs(argument) else argument

    def _leaf(self, leaf: Any) -> Any:
        import tensorflow as tf

        if not isinstance(leaf, tf.TypeSpec):
            return leaf
        self._position += 1
        if isinstance(leaf, tf.TensorSpec):
            return tensor(leaf.shape, leaf.dtype, self._position)
        if isinstance(leaf, tf.RaggedTensorSpec):
            return ragged_tensor(leaf, self._position)
        if isinstance(leaf, tf.SparseTensorSpec):
            return sparse_tensor(leaf, self._position)
        if isinstance(leaf, tf.IndexedSlicesSpec):
            return indexed_slices(leaf, self._position)
        if isinstance(leaf, tf.data.DatasetSpec):
            return tf.data.Dataset.from_tensors(self.value(leaf.element_spec))
        return self._composite(leaf)

    def _composite(self, spec: Any) -> Any:
        """A value of an extension type, made from values of its parts."""
        import tensorflow as tf

        parts = [self._leaf(part) for part in tf.nest.flatten(spec, expand_composites=True) if part is not spec]
        try:
            if parts:
                return tf.nest.pack_sequence_as(spec, parts, expand_composites=True)
        except (TypeError, ValueError, NotImplementedError):
            pass
        raise UsageError(
            f"no value can be made for a {type(spec).__name__}",
            advice="Write a value in the signature, or say what the function is to be called with.",
        )


def _told(args: Sequence[Any], kwargs: Dict[str, Any], python_function: Any) -> str:
    names = [*_parameters(python_function, args), *kwargs]
    parts = [
        f"{name}: {_described(value)}" if name else _described(value)
        for name, value in zip(names, [*args, *kwargs.values()])
    ]
    return "; ".join(parts)


def _parameters(python_function: Any, args: Sequence[Any]) -> List[str]:
    """The parameter that each positional argument fills, '' where that cannot be told."""
    try:
        parameters = list(inspect.signature(python_function).parameters.values())
    except (TypeError, ValueError):
        parameters = []
    named = [each.name for each in parameters if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
    return [*named, *[""] * len(args)][: len(args)]


def _described(value: Any) -> str:
    """A spec as ``random float32[2, 4]``, anything else as signatures write it."""
    import tensorflow as tf

    if not has_specs(value):
        return describe_value(value)
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key!r}: {_described(each)}' for key, each in value.items())}}}"
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return f"{type(value).__name__}({', '.join(f'{k}={_described(v)}' for k, v in zip(value._fields, value))})"
    if isinstance(value, (tuple, list)):
        inner = ", ".join(map(_described, value))
        return f"({inner})" if isinstance(value, tuple) else f"[{inner}]"
    if isinstance(value, tf.TypeSpec):
        return _spec(value)
    return describe_value(value)


def _spec(spec: Any) -> str:
    import tensorflow as tf

    if not isinstance(spec, tf.TensorSpec):
        return f"small {describe_value(spec)}"
    shape = sizes(spec.shape)
    return f"{word(spec.dtype)} {spec.dtype.name}[{', '.join(map(str, shape))}]"
