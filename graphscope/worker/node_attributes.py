"""The attributes of nodes as short plain values; those that repeat, as nearly all do, are read once."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Tuple

from graphscope.protocol.records import AttributeValue, ConstantRecord
from graphscope.worker.record_values import attribute_value, constant_record, function_names

Called = Dict[str, Tuple[str, ...]]
_KEPT = ("_XlaMustCompile", "_noinline")
_MOST = 10_000
"""Nodes of which is remembered how they look as a whole: those that name their neighbours never come again."""
_SMALL = 512
"""Bytes up to which a constant is remembered, to be known when it comes again."""


class AttributeReader:
    """Reads nodes; ``calls`` then names the functions that they run, ``constants`` the values that they hold."""

    def __init__(self, number_of: Callable[[Any, Any], int]) -> None:
        self.calls: Dict[str, Called] = {}
        self.constants: Dict[str, ConstantRecord] = {}
        self._number_of = number_of
        self._numbers: Dict[Tuple[Any, ...], Tuple[int, Called]] = {}
        self._constants: Dict[bytes, ConstantRecord] = {}
        self._whole: Dict[bytes, Tuple[int, Called, Optional[ConstantRecord]]] = {}
        self._copy: Any = None

    def read(self, index: int, node: Any) -> int:
        """The number of the node's set of attributes."""
        # To go through a node's attributes takes ten times as long as to write all of it down.
        whole = b"" if node.op == "Const" and node.ByteSize() > _SMALL else self._without_place(node)
        known = self._whole.get(whole)
        if known is None:
            known = (*self._read(index, node), self.constants.get(str(index)))
            if whole and len(self._whole) < _MOST:
                self._whole[whole] = known
        number, called, constant = known
        if constant is not None:
            self.constants[str(index)] = constant
        if called:
            self.calls[str(index)] = dict(called)
        return number

    def _without_place(self, node: Any) -> bytes:
        """The node without what tells it from others like it."""
        copy = self._copy
        if copy is None:
            copy = self._copy = type(node)()
        copy.CopyFrom(node)
        for each in ("name", "input", "device", "experimental_debug_info"):
            copy.ClearField(each)
        written: bytes = copy.SerializeToString(deterministic=True)
        return written

    def _read(self, index: int, node: Any) -> Tuple[int, Called]:
        is_constant = node.op == "Const"
        key: List[Any] = []
        for name, value in node.attr.items():
            if name[0] == "_" and name not in _KEPT:
                continue
            if is_constant and name == "value":
                self.constants[str(index)] = self._constant(value.tensor)
            else:
                key.append((name, value.SerializeToString(deterministic=True)))
        key.sort()
        known = self._numbers.get(tuple(key))
        if known is None:
            known = self._numbers[tuple(key)] = self._attributes(node, key)
        return known

    def _attributes(self, node: Any, key: List[Any]) -> Tuple[int, Called]:
        attributes: Dict[str, AttributeValue] = {}
        called: Called = {}
        for name, _ in key:
            value = node.attr[name]
            functions = function_names(value)
            if functions:
                called[name] = functions
            else:
                attributes[name] = attribute_value(value)
        return self._number_of(attributes, tuple(sorted(attributes.items()))), called

    def _constant(self, tensor: Any) -> ConstantRecord:
        if tensor.ByteSize() > _SMALL:
            return constant_record(tensor)
        data = tensor.SerializeToString(deterministic=True)
        known = self._constants.get(data)
        if known is None:
            known = self._constants[data] = constant_record(tensor)
        return known
