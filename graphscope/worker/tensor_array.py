"""A tensor of a graph definition as an array, packed strings included; what is told of it is decided elsewhere."""

from __future__ import annotations

from typing import Any, List, Tuple


def array_of(tensor: Any) -> Any:
    """The values of a TensorProto. Raises TypeError where no array has its dtype."""
    import tensorflow as tf

    if tensor.tensor_content and tensor.dtype == tf.string.as_datatype_enum:
        import numpy as np

        # WORKAROUND tf.make_ndarray fails on the packed strings that Grappler makes.
        sizes = [int(each.size) for each in tensor.tensor_shape.dim]
        values = np.empty(sizes, dtype=object)
        values.reshape(-1)[:] = _strings(bytes(tensor.tensor_content), values.size)
        return values
    return tf.make_ndarray(tensor)


def _strings(content: bytes, count: int) -> List[bytes]:
    """All lengths come first, each seven bits a byte, the lowest first; then the strings without anything between."""
    lengths, at = [], 0
    for _ in range(count):
        length, at = _varint(content, at)
        lengths.append(length)
    strings = []
    for length in lengths:
        strings.append(content[at : at + length])
        at += length
    return strings


def _varint(content: bytes, at: int) -> Tuple[int, int]:
    """The number that begins there, and where it ends."""
    number, shift = 0, 0
    while content[at] & 0x80:
        number |= (content[at] & 0x7F) << shift
        shift, at = shift + 7, at + 1
    return number | content[at] << shift, at + 1
