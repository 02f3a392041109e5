"""Why TensorFlow traced again: the differences between two traces' cache keys, argument by argument."""

from __future__ import annotations

from types import FunctionType, MethodType
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple

from graphscope.protocol.records import ReasonRecord
from graphscope.worker.signature_notation import describe_value

Leaf = Tuple[str, ...]
"""What one place of an argument is: ("tensor", dtype, dims, kind, alias), ("value", repr), ("structure", text), …"""
Key = Dict[str, Leaf]

ADVICE = {
    "shape": "Give the function an input_signature with None for the dimension that varies, or use reduce_retracing.",
    "rank": "Give the function an input_signature of unknown rank, or reshape before the call.",
    "dtype": "Cast to one dtype before the call.",
    "python value": "Every new value makes a new graph. Pass tf.constant({argument}), or keep it Python on purpose.",
    "object": "TensorFlow tells objects apart by equality: pass the same or an equal one, or make it a tensor.",
    "structure": "Pass the same containers with the same keys and lengths every time.",
    "type": "Pass the same kind of object every time; convert it with tf.convert_to_tensor where it is a number.",
    "context": "Nothing in the arguments differs: the device, the strategy or the way it is called does.",
}


def cache_key(parameters: Dict[str, Any]) -> Key:
    """Place (``x``, ``feats['a']``) → what stands there, of a trace's parameters and their trace types."""
    key: Key = {}
    for name, constraint in parameters.items():
        _read(name, constraint, key)
    return key


def reasons(key: Key, earlier: Sequence[Key]) -> Tuple[ReasonRecord, ...]:
    """The differences to the nearest of the earlier traces: the one with the fewest, the latest of those."""
    best: Optional[List[ReasonRecord]] = None
    for other in reversed(earlier):
        found = list(_differences(other, key))
        if best is None or len(found) < len(best):
            best = found
    if best is None:
        return ()
    return tuple(best) or (ReasonRecord("", "context", "", "", ADVICE["context"]),)


def _differences(before: Key, after: Key) -> Iterable[ReasonRecord]:
    told: List[str] = []
    for place in dict.fromkeys((*before, *after)):
        old, new = before.get(place), after.get(place)
        if old == new or any(place.startswith(parent) for parent in told):
            continue
        change, advice = _change(old, new), ""
        if change == "object":
            change, advice = "python value", ADVICE["object"]
        if change in ("structure", "type"):
            told.append(place)
        advice = advice or ADVICE[change].format(argument=place)
        yield ReasonRecord(place, change, _text(old), _text(new), advice)


def _change(old: Optional[Leaf], new: Optional[Leaf]) -> str:
    if old is None or new is None:
        return "structure"
    if old[0] != new[0]:
        return "type"
    if old[0] == "tensor":
        if old[1] != new[1]:
            return "dtype"
        if old[2] != new[2]:
            return "shape" if _rank(old[2]) == _rank(new[2]) else "rank"
        return "type" if old[3] != new[3] else "structure"
    if old[0] == "object":
        return "object" if old[2] == new[2] else "type"
    return {"value": "python value", "structure": "structure"}.get(old[0], "type")


def _rank(dims: str) -> int:
    return -1 if dims == "..." else len(dims.split(", ")) if dims else 0


def _text(leaf: Optional[Leaf]) -> str:
    if leaf is None:
        return "not there"
    if leaf[0] == "tensor":
        return " ".join(part for part in (leaf[3], f"{leaf[1]}[{leaf[2]}]", leaf[4]) if part)
    return leaf[1]


def _read(place: str, kind: Any, key: Key) -> None:
    """Put the leaves of one trace type into ``key``, its containers by their shape."""
    children = list(_children(kind))
    if children:
        key[place] = ("structure", _container(kind, children))
        for name, child in children:
            _read(f"{place}{name}", child, key)
    else:
        key[place] = _leaf(kind)


def _children(kind: Any) -> Iterable[Tuple[str, Any]]:
    """(index as it is written after the argument's name, trace type) of a container's items."""
    if getattr(kind, "mapping", None) is not None:
        return [(f"[{name!r}]", each) for name, each in kind.mapping.items()]
    if getattr(kind, "attribute_names", None) is not None:
        attributes = getattr(kind.attributes, "components", kind.attributes)
        return [(f".{name}", each) for name, each in zip(kind.attribute_names, attributes)]
    if getattr(kind, "named_attributes", None) is not None:
        names = getattr(kind.named_attributes, "mapping", None) or kind.named_attributes
        return [(f".{name}", each) for name, each in dict(names).items()]
    components = getattr(getattr(kind, "components_tuple", kind), "components", None)
    if isinstance(components, tuple):
        return [(f"[{index}]", each) for index, each in enumerate(components)]
    return []


def _container(kind: Any, children: List[Tuple[str, Any]]) -> str:
    name = getattr(kind, "type_name", None) or type(kind).__name__.lower()
    if getattr(kind, "mapping", None) is not None:
        return f"{name} with keys {', '.join(part[1:-1] for part, _ in children)}"
    return f"{name} of {len(children)}"


def _leaf(kind: Any) -> Leaf:
    name = type(kind).__name__
    if name == "Literal":
        return ("value", repr(kind.value))
    if name in ("List", "Tuple", "Dict"):
        return ("structure", f"empty {name.lower()}")
    dtype, shape = getattr(kind, "dtype", None), getattr(kind, "shape", None)
    if dtype is None:
        return ("object", *_object(kind))
    return ("tensor", getattr(dtype, "name", str(dtype)), _dims(shape), *_kind(kind, name))


def _kind(kind: Any, name: str) -> Tuple[str, str]:
    """(what kind of tensor, which of the arguments are the same variable); variables are keyed by both."""
    if name == "TensorSpec":
        return "", ""
    if name == "VariableSpec":
        alias = getattr(kind, "alias_id", None)
        trainable = "" if getattr(kind, "trainable", True) else ", not trainable"
        return f"variable{trainable}", "" if alias is None else f"the same as variable {alias}"
    return name[: -len("TensorSpec")].lower() if name.endswith("TensorSpec") else name, ""


def _dims(shape: Any) -> str:
    if shape is None or shape.rank is None:
        return "..."
    return ", ".join("None" if each is None else str(each) for each in shape.as_list())


def _object(kind: Any) -> Tuple[str, str]:
    """An object that is keyed by what it is: which one, and its class."""
    reference = getattr(kind, "_ref", None) or getattr(kind, "_ref_weakref", None)
    target = reference() if callable(reference) else None
    if target is None:
        target = getattr(kind, "base", None) or getattr(kind, "value", kind)
    name = type(target).__name__
    text = describe_value(target)
    if not text.startswith("<"):
        return text, name
    own = getattr(target, "__name__", "") if isinstance(target, (FunctionType, MethodType, type)) else ""
    return f"{name} {own}".rstrip() + f" at {id(target):#x}", name


def flat_names(parameters: Dict[str, Any]) -> Tuple[str, ...]:
    """The Python name of each tensor that a trace takes, in the order of its graph's inputs: ``x``, ``feats['a']``."""
    names: List[str] = []
    waiting = list(reversed(list(parameters.items())))
    while waiting:
        place, kind = waiting.pop()
        children = list(_children(kind))
        waiting.extend((f"{place}{name}", child) for name, child in reversed(children))
        if not children:
            names.extend([place] * len(kind.flatten()))
    return tuple(names)
