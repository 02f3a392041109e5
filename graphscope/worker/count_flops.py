"""Adds up by op type what TensorFlow's own statistics say of floating-point operations; unknown stays unknown."""

from __future__ import annotations

import re
from typing import Any, Dict, List, Optional, Sequence, Tuple

from graphscope.protocol.records import GraphRecord
from graphscope.worker import tensorflow_statistics as statistics

Flops = Dict[str, Tuple[int, int]]
_DIMENSIONS = re.compile(r"\[(?P<dims>[^\]]*)\]$")
_FUSED = "_Fused"


def flops_by_type(record: GraphRecord, nodes: Sequence[Any]) -> Flops:
    """Op type → operations, and how many of its ops they are of. ``nodes`` are the NodeDefs of the record's rows."""
    types = [_counted_as(op_type) for op_type in record.op_type_table]
    # Layers alike ask the same again and again.
    known: Dict[Any, Optional[int]] = {}
    totals: Dict[str, List[int]] = {}
    for row, number in enumerate(record.op_types):
        if types[number] is None:
            continue
        flat = record.inputs[row]
        specs = [record.outputs[source][output] for source, output in zip(flat[::2], flat[1::2])]
        key = (number, record.attributes[row], tuple(specs), record.outputs[row])
        if key not in known:
            known[key] = _flops(nodes[row], types[number] or "", record, row)
        flops = known[key]
        if flops is not None:
            total = totals.setdefault(record.op_type_table[number], [0, 0])
            total[0] += flops
            total[1] += 1
    return {op_type: (total[0], total[1]) for op_type, total in totals.items()}


def _counted_as(op_type: str) -> Optional[str]:
    """The op type to ask for: a fused op is what it was fused from. None where nothing is known of it."""
    plain = op_type[len(_FUSED) :] if op_type.startswith(_FUSED) else op_type
    return plain if plain in statistics.counted_types() else None


def _flops(node: Any, op_type: str, record: GraphRecord, row: int) -> Optional[int]:
    """Of one op: it is asked about by the places of its inputs, since a name may be written in more ways than one."""
    copy = type(node)()
    copy.CopyFrom(node)
    copy.op, copy.name = op_type, "it"
    del copy.input[:]
    shapes = {f"it:{output}": _shape(record.spec_table[spec]) for output, spec in enumerate(record.outputs[row])}
    flat = record.inputs[row]
    for place, (source, output) in enumerate(zip(flat[::2], flat[1::2])):
        copy.input.append(f"input{place}")
        shapes[f"input{place}:0"] = _shape(record.spec_table[record.outputs[source][output]])
    flops = statistics.flops_of(copy, shapes)
    return flops if flops is None or node.op == op_type else flops + _fused_with(copy, shapes)


def _fused_with(copy: Any, shapes: Dict[str, Any]) -> int:
    """What a fused op does besides, on its own result."""
    total = 0
    for each in copy.attr["fused_ops"].list.s:
        copy.op = each.decode("utf-8")
        del copy.input[:]
        copy.input.extend(["it", "it"])
        total += statistics.flops_of(copy, shapes) or 0
    return total


def _shape(spec: str) -> Any:
    """The shape of a spec such as ``float32[?, 4]``."""
    import tensorflow as tf

    found = _DIMENSIONS.search(spec)
    if found is None or found["dims"] == "...":
        return tf.TensorShape(None)
    dims = [each.strip() for each in found["dims"].split(",") if each.strip()]
    return tf.TensorShape([None if each == "?" else int(each) for each in dims])
