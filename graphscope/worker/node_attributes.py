"""The attributes of nodes as short plain values; those that repeat, as nearly all do, are read once."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Tuple

from graphscope.protocol.records import AttributeValue, ConstantRecord
from graphscope.worker.record_values import attribute_value, constant_record, function_names

Called = Dict[str, Tuple[str, ...]]
_KEPT = ("_XlaMustCompile", "_noinline")
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

    def read(self, index: int, node: Any) -> int:
        """The number of the node's set of attributes."""
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
        number, called = known
        if called:
            self.calls[str(index)] = dict(called)
        return number

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
