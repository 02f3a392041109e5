"""What the values in an HLO module are called in Python: parameters, and the parts of the tuples that loops hand on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

from graphscope.protocol.records import ArgumentRecord
from graphscope.worker.hlo_origins import HloOrigins
from graphscope.worker.hlo_parameters import HANDING_ON
from graphscope.worker.hlo_shapes import shape_text

CALLING = ("fusion", "call")


@dataclass(frozen=True)
class Value:
    """What a value is called, '' where that is not known; of a tuple, what its parts are called.

    ``source`` is the name of the instruction that it comes from, for a parameter of what is called with it.
    """

    name: str = ""
    parts: Tuple[str, ...] = ()
    source: str = ""


Values = Dict[int, Value]
"""By the id of the instruction that gives it."""
_UNKNOWN = Value()


class HloNames:
    """The names in one module. ``arguments`` are those of the traced function, by the number of their parameter."""

    def __init__(self, module: Any, origins: HloOrigins, arguments: Mapping[int, ArgumentRecord]) -> None:
        self._computations = {each.id: each for each in module.computations}
        self._origins = origins
        self._sources = {each.id: str(each.name) for part in module.computations for each in part.instructions}
        self._values: Dict[int, Values] = {}
        told = {number: Value(each.name) for number, each in arguments.items()}
        self._name(self._computations[module.entry_computation_id], told)

    def of(self, computation: Any) -> Values:
        """The names in one computation; of one that runs in several places, those of the first."""
        return self._values.get(computation.id, {})

    def _name(self, computation: Any, given: Mapping[int, Value]) -> None:
        """Name what is in a computation and in those that it runs; ``given`` are its parameters, by number."""
        if computation.id in self._values:
            return
        found = self._values[computation.id] = {}
        for each in _operands_first(computation):
            found[each.id] = self._value(each, found, given)

    def _value(self, instruction: Any, found: Values, given: Mapping[int, Value]) -> Value:
        operands = [found.get(each, _UNKNOWN) for each in instruction.operand_ids]
        opcode = instruction.opcode
        if opcode == "parameter":
            return given.get(int(instruction.parameter_number), _UNKNOWN)
        if opcode == "get-tuple-element":
            return Value(_part(operands[0], int(instruction.tuple_index)))
        if opcode == "tuple":
            return Value(parts=tuple([each.name for each in operands]))
        if opcode in HANDING_ON:
            return operands[0]
        if opcode == "while":
            return self._loop(instruction, operands[0])
        called = [self._computations[each] for each in instruction.called_computation_ids]
        if opcode in CALLING:
            self._name(called[0], dict(enumerate(self._given(instruction, operands))))
            return self._values[called[0].id].get(called[0].root_id, _UNKNOWN) if opcode == "call" else _UNKNOWN
        if opcode == "conditional":
            for each, operand in zip(called, operands[1:]):
                self._name(each, {0: operand})
        return _UNKNOWN

    def _given(self, instruction: Any, operands: Sequence[Value]) -> List[Value]:
        """The operands as the parameters of what is called, each with where it comes from."""
        return [
            replace(each, source=each.source or self._sources[number])
            for each, number in zip(operands, instruction.operand_ids)
        ]

    def _loop(self, instruction: Any, start: Value) -> Value:
        """What a loop carries, by the traced loop's variables; for what they do not tell, by what it starts with."""
        body, condition = [self._computations[each] for each in instruction.called_computation_ids[:2]]
        variables = self._origins.loop_variables((body.name, condition.name))
        names = self._carried(body, len(instruction.shape.tuple_shapes), variables)
        carried = Value(parts=tuple([name or _part(start, part) for part, name in enumerate(names)]))
        for each in (body, condition):
            self._name(each, {0: carried})
        return carried

    def _carried(self, body: Any, count: int, variables: Sequence[ArgumentRecord]) -> List[str]:
        """The name of each part, '' where it is not known: XLA drops parts of a loop, and adds some in any place."""
        if count == len(variables) and not body.name.startswith("wide."):
            return [each.name for each in variables]
        by_id = {each.id: each for each in body.instructions}
        root = by_id[body.root_id]
        if root.opcode != "tuple" or len(root.operand_ids) != count:
            return [""] * count
        return [self._made_by(by_id[each], by_id, body.name) for each in root.operand_ids]

    def _made_by(self, instruction: Any, by_id: Mapping[int, Any], body: str) -> str:
        """The variable that the op writes which the instruction was made of."""
        while instruction.opcode in HANDING_ON:
            instruction = by_id[instruction.operand_ids[0]]
        metadata = instruction.metadata
        for origin in self._origins.of(metadata.op_name, metadata.op_type, (body,)) if metadata.op_name else ():
            return self._origins.variable_written(origin)
        return ""


def display_name(instruction: Any, values: Mapping[int, Value]) -> str:
    """Its name in Python where that is known, else that of what it comes from, else its own."""
    value = values.get(instruction.id, _UNKNOWN)
    return value.name or value.source or str(instruction.name)


def parts_taken(computation: Any) -> Optional[List[Any]]:
    """The instructions that take the parts of a computation's only parameter; None where it is used otherwise."""
    parameters = [each for each in computation.instructions if each.opcode == "parameter"]
    if len(parameters) != 1 or not shape_text(parameters[0].shape).startswith("("):
        return None
    using = [each for each in computation.instructions if parameters[0].id in each.operand_ids]
    if not using or any(each.opcode != "get-tuple-element" for each in using):
        return None
    return sorted(using, key=lambda each: int(each.tuple_index))


def _operands_first(computation: Any) -> List[Any]:
    """The instructions such that each stands behind its operands; TensorFlow 2.15 writes them in another order."""
    by_id = {each.id: each for each in computation.instructions}
    found: Dict[int, Any] = {}
    for root in computation.instructions:
        waiting = [root]
        while waiting:
            last = waiting[-1]
            missing = [by_id[each] for each in last.operand_ids if each not in found]
            if missing:
                waiting += missing
            else:
                found[waiting.pop().id] = last
    return list(found.values())


def _part(value: Value, number: int) -> str:
    return value.parts[number] if number < len(value.parts) else ""
