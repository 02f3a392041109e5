"""dtype and shape of what a pass has added, inferred from its inputs, since only the graphs at both ends are known."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

from graphscope.worker.graphdef_specs import Specs, output_specs
from graphscope.worker.record_values import attribute_value
from graphscope.worker.spec_shapes import dtype_of, write_shape

Tensor = Tuple[str, int]


def part_specs(nodes: Sequence[Any], known: Mapping[str, Tuple[str, ...]], library: Mapping[str, Any]) -> Specs:
    """The specs of ``nodes``, which are part of a graph; ``known`` are those of other nodes, and of older ones."""
    found: Specs = {}
    unknown: List[Any] = []
    for node in nodes:
        if node.op == "Const":
            found[node.name] = (_constant(node.attr["value"].tensor),)
        elif node.name in known:
            found[node.name] = known[node.name]
        else:
            unknown.append(node)
    return {**found, **_inferred(unknown, {**known, **found}, library)} if unknown else found


def _constant(tensor: Any) -> str:
    import tensorflow as tf

    dims = ", ".join(str(each.size) for each in tensor.tensor_shape.dim)
    return f"{tf.dtypes.as_dtype(tensor.dtype).name}[{dims}]"


def _inferred(nodes: Sequence[Any], known: Mapping[str, Tuple[str, ...]], library: Mapping[str, Any]) -> Specs:
    """Have TensorFlow infer them: a graph of these nodes alone, with placeholders for what they take from others."""
    import tensorflow as tf

    graph = tf.compat.v1.GraphDef()
    names = {node.name for node in nodes}
    stand_ins: Dict[Tensor, str] = {}
    for node in nodes:
        copy = graph.node.add()
        copy.CopyFrom(node)
        del copy.input[:]
        copy.input.extend([_fed(tensor, names, stand_ins) for tensor in node.input if not tensor.startswith("^")])
    for (name, output), stand_in in stand_ins.items():
        specs = known.get(name, ())
        placeholder = _placeholder(stand_in, specs[output] if output < len(specs) else "")
        if placeholder is None:
            return {node.name: _declared(node) for node in nodes}
        graph.node.append(placeholder)
    specs_of = output_specs(graph, library)
    return {name: specs_of.get(name, ()) for name in names}


def _fed(tensor: str, names: Any, stand_ins: Dict[Tensor, str]) -> str:
    name, _, output = tensor.partition(":")
    if name in names:
        return tensor
    return stand_ins.setdefault((name, int(output or 0)), f"stand_in_{len(stand_ins)}")


def _placeholder(name: str, spec: str) -> Optional[Any]:
    """A node that gives a tensor of this spec, None for a spec that is not known."""
    import tensorflow as tf

    dtype = dtype_of(spec)
    if dtype is None:
        return None
    node = tf.compat.v1.NodeDef(name=name, op="Placeholder")
    node.attr["dtype"].type = dtype.as_datatype_enum
    write_shape(spec, node.attr["shape"].shape)
    return node


def _declared(node: Any) -> Tuple[str, ...]:
    """One output of the dtype that the node names, where it names one."""
    for name in ("T", "dtype", "DstT", "out_type", "Tout"):
        if name in node.attr and node.attr[name].type:
            return (f"{attribute_value(node.attr[name])}[...]",)
    return ()
