"""Short texts of what an HLO module says of shapes, attributes and constants; no instruction is changed."""

from __future__ import annotations

from typing import Any, Dict, List, Tuple

from graphscope.protocol.records import AttributeValue, ConstantRecord
from graphscope.worker.record_values import LONGEST, WHOLE

_LITERALS = ("preds", "s32s", "s64s", "u32s", "u64s", "f32s", "f64s", "c64s", "c128s")
_RAW = {"f16": "<f2", "s8": "<i1", "u8": "<u1", "s16": "<i2", "u16": "<u2"}
"""Element types that a literal holds as bytes."""
_TOLD = (
    ("comparison_direction", "direction"),
    ("custom_call_target", "target"),
    ("fusion_kind", "kind"),
    ("window", "window"),
    ("dot_dimension_numbers", "dot_dimensions"),
    ("convolution_dimension_numbers", "convolution_dimensions"),
    ("gather_dimension_numbers", "gather_dimensions"),
    ("scatter_dimension_numbers", "scatter_dimensions"),
    ("padding_config", "padding"),
    ("backend_config", "backend_config"),
)


def shape_text(shape: Any) -> str:
    """``f32[2,3]{1,0}``: element type, sizes, and the order of the dimensions in memory, the fastest first."""
    kind = element_type(shape)
    if kind == "tuple":
        return f"({', '.join([shape_text(each) for each in shape.tuple_shapes])})"
    if kind in ("token", "opaque_type"):
        return kind
    dynamic = list(shape.is_dynamic_dimension) or [False] * len(shape.dimensions)
    sizes = ",".join([f"{'<=' if bounded else ''}{size}" for size, bounded in zip(shape.dimensions, dynamic)])
    order = ",".join(map(str, shape.layout.minor_to_major))
    return f"{kind}[{sizes}]" + (f"{{{order}}}" if order else "")


def element_type(shape: Any) -> str:
    """``f32``, ``pred``, ``tuple``, …"""
    values = shape.DESCRIPTOR.fields_by_name["element_type"].enum_type.values_by_number
    return str(values[shape.element_type].name).lower()


def attributes_of(instruction: Any) -> Dict[str, AttributeValue]:
    """What the instruction says of itself, but for its shape, its operands and what it calls."""
    told: Dict[str, AttributeValue] = {}
    for field, name in _TOLD:
        if _is_there(instruction, field):
            value = getattr(instruction, field)
            text = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
            told[name] = _short(" ".join(text.split()))
    if instruction.opcode == "get-tuple-element":
        told["index"] = int(instruction.tuple_index)
    if instruction.opcode == "parameter":
        told["number"] = int(instruction.parameter_number)
    if instruction.dimensions:
        told["dimensions"] = _short("{" + ",".join(map(str, instruction.dimensions)) + "}")
    if instruction.slice_dimensions:
        told["slice"] = _short(", ".join(map(_slice, instruction.slice_dimensions)))
    for field in ("op_name", "op_type"):
        if getattr(instruction.metadata, field):
            told[field] = str(getattr(instruction.metadata, field))
    return told


def constant_of(instruction: Any) -> ConstantRecord:
    """The value of a constant: whole where it is small, else its smallest, mean and largest."""
    shape = instruction.shape
    sizes = tuple([int(each) for each in shape.dimensions])
    kind = element_type(shape)
    count = 1
    for each in sizes:
        count *= each
    values = _values(instruction.literal, kind)
    if not values or kind == "tuple":
        return ConstantRecord(kind, sizes, f"{count} elements", False)
    if len(values) <= WHOLE:
        text = str(values[0] if not sizes else values)
        return ConstantRecord(kind, sizes, _short(text), len(text) <= LONGEST)
    if kind == "pred" or kind.startswith("c"):
        return ConstantRecord(kind, sizes, f"{count} elements", False)
    text = f"min {min(values):.6g}, mean {sum(values) / len(values):.6g}, max {max(values):.6g}"
    return ConstantRecord(kind, sizes, text, False)


def _values(literal: Any, kind: str) -> List[Any]:
    for field in _LITERALS:
        values = list(getattr(literal, field, ()))
        if values:
            return [_plain(value) for value in values]
    if kind not in _RAW:
        return []
    import numpy as np

    raw = getattr(literal, f"{kind}s", b"")
    return np.frombuffer(raw, _RAW[kind]).tolist() if raw else []


def _plain(value: Any) -> Any:
    """A float32 as it is written, not as the nearest double reads."""
    return float(f"{value:.7g}") if isinstance(value, float) else value


def _slice(each: Any) -> str:
    return f"[{each.start}:{each.limit}:{each.stride}]"


def _is_there(instruction: Any, field: str) -> bool:
    """Whether this module's version of the format knows the field, and the instruction has it."""
    known: Tuple[str, ...] = tuple(instruction.DESCRIPTOR.fields_by_name)
    if field not in known:
        return False
    value = getattr(instruction, field)
    return bool(value) if isinstance(value, (str, bytes)) else bool(value.ByteSize())


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
