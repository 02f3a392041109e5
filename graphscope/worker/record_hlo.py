"""An HLO module as GraphRecords: each computation a graph, each instruction a node, with the user's lines of its op."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Dict, List, Mapping, Tuple

from graphscope.protocol.records import ArgumentRecord, ConstantRecord, GraphRecord
from graphscope.worker.hlo_names import HloNames, Values, display_name, parts_taken
from graphscope.worker.hlo_origins import HloOrigins
from graphscope.worker.hlo_shapes import attributes_of, constant_of, shape_text
from graphscope.worker.record_graph import Table

ORIGIN = "traced_op"
"""The attribute that holds the way to the traced op."""
_RUNNING = ("while", "conditional")
Records = Tuple[GraphRecord, Tuple[GraphRecord, ...]]
Calls = Dict[str, Tuple[str, ...]]


def record_hlo(module: Any, origins: HloOrigins, arguments: Mapping[int, ArgumentRecord]) -> Records:
    """The entry computation, and every computation that is reached from it, each once.

    ``arguments`` are those of the traced function, by the number of their parameter.
    """
    computations = {each.id: each for each in module.computations}
    known = HloNames(module, origins, arguments)
    found: Dict[int, GraphRecord] = {}
    waiting: List[Tuple[int, Tuple[str, ...]]] = [(module.entry_computation_id, ())]
    for number, within in waiting:
        if number in found or number not in computations:
            continue
        recorder = _Recorder(computations[number], module, origins)
        inside = (*within, computations[number].name)
        told = arguments if number == module.entry_computation_id else {}
        found[number] = recorder.record(inside, known.of(computations[number]), told)
        for instruction in computations[number].instructions:
            waiting.extend([(called, inside) for called in instruction.called_computation_ids])
    top, *rest = found.values()
    return top, tuple(rest)


class _Recorder:
    """Records one computation."""

    def __init__(self, computation: Any, module: Any, origins: HloOrigins) -> None:
        self._computation = computation
        self._names = {each.id: each.name for each in module.computations}
        self._origins = origins
        self._row = {each.id: row for row, each in enumerate(computation.instructions)}
        self._by_id = {each.id: each for each in computation.instructions}
        self._types, self._specs, self._attributes = Table(), Table(), Table()
        self._frames, self._stacks = Table(), Table(())

    def record(self, within: Tuple[str, ...], named: Values, told: Mapping[int, ArgumentRecord]) -> GraphRecord:
        """The computation as columns; ``told`` are the traced function's arguments by the number of a parameter."""
        instructions = list(self._computation.instructions)
        attributes, stacks = [], []
        for each in instructions:
            about, stack = self._told(each, within)
            attributes.append(self._attributes.of(about, repr(sorted(about.items()))))
            stacks.append(self._stacks.of(tuple([self._frames.of(frame) for frame in stack])))
        return GraphRecord(
            function=self._computation.name,
            names=tuple([each.name for each in instructions]),
            op_types=tuple([self._types.of(each.opcode) for each in instructions]),
            op_type_table=tuple(self._types.rows),
            inputs=tuple([self._pairs(each) for each in instructions]),
            control_inputs=tuple([self._rows(each.control_predecessor_ids) for each in instructions]),
            outputs=tuple([(self._specs.of(shape_text(each.shape)),) for each in instructions]),
            spec_table=tuple(self._specs.rows),
            attributes=tuple(attributes),
            attribute_table=tuple(self._attributes.rows),
            devices=(0,) * len(instructions),
            device_table=("",),
            stacks=tuple(stacks),
            stack_table=tuple(self._stacks.rows),
            frame_table=tuple(self._frames.rows),
            calls={str(row): calls for row, each in enumerate(instructions) for calls in self._calls(each)},
            constants=dict(self._constants(instructions)),
            arguments=self._arguments(named, told),
            input_names={
                str(row): (named[each.id].name,)
                for row, each in enumerate(instructions)
                if each.opcode == "get-tuple-element" and each.id in named and named[each.id].name
            },
            results=((self._row[self._computation.root_id], 0),),
        )

    def _told(self, instruction: Any, within: Tuple[str, ...]) -> Tuple[Dict[str, Any], Tuple[Any, ...]]:
        told = attributes_of(instruction)
        metadata = instruction.metadata
        if metadata.op_name:
            found = self._origins.of(metadata.op_name, metadata.op_type, within)
        elif instruction.opcode in _RUNNING:
            found = self._origins.of_caller([self._names.get(each, "") for each in instruction.called_computation_ids])
        else:
            found = ()
        for origin in found:
            told[ORIGIN] = origin.way
            return told, origin.stack
        return told, ()

    def _pairs(self, instruction: Any) -> Tuple[int, ...]:
        return tuple([each for row in self._rows(instruction.operand_ids) for each in (row, 0)])

    def _rows(self, ids: Any) -> Tuple[int, ...]:
        return tuple([self._row[each] for each in ids if each in self._row])

    def _calls(self, instruction: Any) -> List[Calls]:
        """Role → computations; none where nothing is called."""
        called = tuple([self._names[each] for each in instruction.called_computation_ids if each in self._names])
        if not called:
            return []
        if instruction.opcode == "while" and len(called) == 2:
            return [{"cond": called[1:], "body": called[:1]}]
        if instruction.opcode == "conditional":
            chosen = self._by_id[instruction.operand_ids[0]].shape
            if len(called) == 2 and shape_text(chosen).startswith("pred"):
                return [{"then_branch": called[:1], "else_branch": called[1:]}]
            return [{"branches": called}]
        role = {"fusion": "fused", "call": "f"}.get(instruction.opcode, "applied")
        return [{role: called}]

    def _constants(self, instructions: List[Any]) -> List[Tuple[str, ConstantRecord]]:
        return [(str(row), constant_of(each)) for row, each in enumerate(instructions) if each.opcode == "constant"]

    def _arguments(self, named: Values, told: Mapping[int, ArgumentRecord]) -> Tuple[ArgumentRecord, ...]:
        """The parameters; of a computation that is given one tuple, the instructions that take its parts."""
        parts = parts_taken(self._computation)
        if parts is not None:
            return tuple([self._argument(each, named) for each in parts])
        parameters = [each for each in self._computation.instructions if each.opcode == "parameter"]
        found = []
        for each in sorted(parameters, key=lambda each: int(each.parameter_number)):
            of = told.get(int(each.parameter_number))
            plain = self._argument(each, named)
            found.append(plain if of is None else replace(of, node=plain.node, spec=plain.spec))
        return tuple(found)

    def _argument(self, instruction: Any, named: Values) -> ArgumentRecord:
        spec = shape_text(instruction.shape)
        return ArgumentRecord(self._row[instruction.id], display_name(instruction, named), spec=spec)
