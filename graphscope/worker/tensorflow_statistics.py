"""Every private TensorFlow name of its op statistics; the same on 2.15 and 2.21. It adds nothing up."""

from __future__ import annotations

import functools
from typing import Any, FrozenSet, Mapping, Optional

_CANNOT = (ValueError, TypeError, LookupError, AttributeError, NotImplementedError)
"""What a statistic raises where a shape is not known, or a format is one that it does not know."""


@functools.lru_cache(maxsize=None)
def counted_types() -> FrozenSet[str]:
    """The op types of which TensorFlow says how many floating-point operations they take."""
    from tensorflow.python.framework import ops
    from tensorflow.python.profiler.internal import flops_registry  # noqa: F401 - it fills the registry

    entries = (name.partition(",") for name in ops._stats_registry.list())
    return frozenset(op_type for op_type, _, statistic in entries if statistic == "flops")


def flops_of(node: Any, shapes: Mapping[str, Any]) -> Optional[int]:
    """Floating-point operations of one NodeDef, None where TensorFlow cannot say. ``shapes`` are those of tensors."""
    from tensorflow.python.framework import ops
    from tensorflow.python.util import deprecation

    with deprecation.silence():
        try:
            found = ops.get_stats_for_node_def(_Shapes(shapes), node, "flops").value
        except _CANNOT:
            return None
    return None if found is None else int(found)


class _Shapes:
    """All of a graph that a statistic asks for."""

    def __init__(self, shapes: Mapping[str, Any]) -> None:
        self._shapes = shapes

    def get_tensor_by_name(self, name: str) -> Any:
        """A tensor that only knows its shape."""
        return _Tensor(self._shapes[name])


class _Tensor:
    def __init__(self, shape: Any) -> None:
        self._shape = shape

    def get_shape(self) -> Any:
        """The shape of the tensor."""
        return self._shape
