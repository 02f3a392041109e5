"""Short texts of TensorFlow's values for a record: specs, attributes, constants; never over 200 characters."""

from __future__ import annotations

from typing import Any, Tuple

from graphscope.protocol.records import AttributeValue, ConstantRecord
from graphscope.worker.tensor_array import array_of

LONGEST = 200
WHOLE = 20
"""Constants of up to this many elements are kept whole."""


def spec_text(tensor: Any) -> str:
    """``float32[?, 4]``, ``int32[]``, ``float32[...]``; resources and variants by their dtype alone."""
    name = str(tensor.dtype.name)
    if name in ("resource", "variant"):
        return name
    shape = tensor.shape
    if shape.rank is None:
        return f"{name}[...]"
    return f"{name}[{', '.join('?' if each is None else str(each) for each in shape.as_list())}]"


def function_names(value: Any) -> Tuple[str, ...]:
    """The functions that an attribute names, () for any other attribute."""
    kind = value.WhichOneof("value")
    if kind == "func":
        return (str(value.func.name),)
    if kind == "list" and value.list.func:
        return tuple([str(each.name) for each in value.list.func])
    return ()


def attribute_value(value: Any) -> AttributeValue:
    """An attribute as a plain value or a short text."""
    kind = value.WhichOneof("value")
    if kind is None:
        return None
    if kind == "list":
        return _short(f"[{', '.join(str(each) for each in _list_items(value.list))}]")
    return _one(kind, getattr(value, kind))


def _one(kind: str, value: Any) -> AttributeValue:
    if kind in ("i", "f", "b"):
        return value  # type: ignore[no-any-return]
    if kind == "s":
        return _short(value.decode("utf-8", "backslashreplace"))
    if kind == "type":
        return _dtype_name(value)
    if kind == "shape":
        return _shape(value)
    return _short(str(value).replace("\n", " "))


def _list_items(items: Any) -> Any:
    for kind in ("s", "i", "f", "b", "type", "shape"):
        values = getattr(items, kind)
        if values:
            return [_one(kind, each) for each in values]
    return []


def _shape(value: Any) -> str:
    if value.unknown_rank:
        return "..."
    return f"[{', '.join('?' if each.size < 0 else str(each.size) for each in value.dim)}]"


def _dtype_name(value: int) -> str:
    import tensorflow as tf

    return str(tf.dtypes.as_dtype(value).name)


def constant_record(tensor: Any) -> ConstantRecord:
    """A Const's value: whole where it is small, else its smallest, mean and largest."""
    shape = tuple([each.size for each in tensor.tensor_shape.dim])
    dtype = _dtype_name(tensor.dtype)
    count = 1
    for each in shape:
        count *= each
    if dtype in ("variant", "resource"):
        return ConstantRecord(dtype, shape, "not shown", False)
    if count > 50_000_000:
        return ConstantRecord(dtype, shape, f"{count} elements", False)
    array = array_of(tensor)
    if count <= WHOLE:
        text = str(array.tolist() if dtype != "string" else _strings(array.tolist()))
        return ConstantRecord(dtype, shape, _short(text), len(text) <= LONGEST)
    if dtype in ("string", "bool") or array.dtype.kind not in "iuf":
        return ConstantRecord(dtype, shape, f"{count} elements", False)
    text = f"min {array.min():.6g}, mean {array.mean():.6g}, max {array.max():.6g}"
    return ConstantRecord(dtype, shape, text, False)


def _strings(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.decode("utf-8", "backslashreplace")
    return [_strings(each) for each in value] if isinstance(value, list) else value


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
