"""Specs such as ``float32[?, 4]`` read back: their dtype, their shape as TensorFlow writes it, and what two allow."""

from __future__ import annotations

import re
from typing import Any, Optional, Sequence, Tuple

_SPEC = re.compile(r"(?P<dtype>\w+)(?:\[(?P<dims>.*)\])?$")
_ANY = "..."


def dtype_of(spec: str) -> Optional[Any]:
    """TensorFlow's dtype, None where the spec names none."""
    import tensorflow as tf

    told = _SPEC.match(spec)
    try:
        return tf.dtypes.as_dtype(told["dtype"]) if told is not None else None
    except TypeError:
        return None


def write_shape(spec: str, shape: Any) -> None:
    """Put the shape that ``spec`` tells of into a TensorShapeProto."""
    told = _SPEC.match(spec)
    dims = told["dims"] if told is not None else None
    if dims is None or dims == _ANY:
        shape.unknown_rank = True
        return
    for each in filter(None, dims.split(", ")):
        shape.dim.add(size=-1 if each == "?" else int(each))


def is_open(spec: str) -> bool:
    """Whether not even the rank is known."""
    return spec.endswith(f"[{_ANY}]") or spec == "?"


def either(specs: Sequence[str]) -> str:
    """The spec of what may be of any of these; all of the same dtype."""
    found = specs[0]
    for spec in specs[1:]:
        found = found if found == spec else _wider(found, spec)
    return found


def _wider(one: str, other: str) -> str:
    dtype, mine = _parts(one)
    _, theirs = _parts(other)
    if mine is None or theirs is None or len(mine) != len(theirs):
        return f"{dtype}[{_ANY}]"
    return f"{dtype}[{', '.join(a if a == b else '?' for a, b in zip(mine, theirs))}]"


def _parts(spec: str) -> Tuple[str, Optional[Tuple[str, ...]]]:
    dtype, _, rest = spec.partition("[")
    dims = rest.rstrip("]")
    return dtype, None if dims == _ANY else tuple([each for each in dims.split(", ") if each])
