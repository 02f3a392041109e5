"""Small ragged and sparse tensors and indexed slices that fit a spec; plain tensors are made elsewhere."""

from __future__ import annotations

from typing import Any, List, Optional, Tuple

from graphscope.worker.tensor_inputs import UNKNOWN, sizes, tensor


def ragged_tensor(spec: Any, position: int) -> Any:
    """A ragged tensor whose open rows are in turn one and two long."""
    import tensorflow as tf

    dims = _dims(spec.shape, 1 + spec.ragged_rank)
    counts = [UNKNOWN if dims[0] is None else dims[0]]
    lengths: List[List[int]] = []
    for size in dims[1 : 1 + spec.ragged_rank]:
        rows = [1 + row % 2 if size is None else size for row in range(counts[-1])]
        lengths.append(rows)
        counts.append(sum(rows))
    value = tensor(tf.TensorShape([counts[-1], *dims[1 + spec.ragged_rank :]]), spec.dtype, position)
    for size, rows, count in reversed(list(zip(dims[1:], lengths, counts))):
        if size is None:
            value = tf.RaggedTensor.from_row_lengths(value, tf.constant(rows, spec.row_splits_dtype))
        else:
            uniform = tf.constant(size, spec.row_splits_dtype)
            value = tf.RaggedTensor.from_uniform_row_length(value, uniform, nrows=tf.cast(count, spec.row_splits_dtype))
    return value


def sparse_tensor(spec: Any, position: int) -> Any:
    """A sparse tensor with a value in its first and in its last cell."""
    import tensorflow as tf

    shape = sizes(spec.shape)
    last = tuple([size - 1 for size in shape])
    cells = [] if 0 in shape else sorted({(0,) * len(shape), last})
    indices = tf.reshape(tf.constant(cells, tf.int64), [len(cells), len(shape)])
    values = tensor(tf.TensorShape([len(cells)]), spec.dtype, position)
    return tf.SparseTensor(indices, values, tf.constant(shape, tf.int64))


def indexed_slices(spec: Any, position: int) -> Any:
    """Indexed slices that fill the first rows."""
    import tensorflow as tf

    values = tensor(spec._shape, spec._values_dtype, position)
    return tf.IndexedSlices(values, tf.range(values.shape[0], dtype=spec._indices_dtype))


def _dims(shape: Any, rank: int) -> Tuple[Optional[int], ...]:
    return (None,) * rank if shape.rank is None else tuple(shape.as_list())
