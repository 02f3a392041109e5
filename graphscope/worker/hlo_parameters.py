"""Which argument of the traced function each parameter of a module's entry is: XLA drops those it knows values of."""

from __future__ import annotations

import re
from typing import Any, Dict, List, Sequence, Set, Tuple

from graphscope.protocol.records import ArgumentRecord
from graphscope.worker.hlo_origins import HloOrigins
from graphscope.worker.hlo_shapes import shape_text

_KINDS = {"half": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64", "bool": "pred", "complex64": "c64"}
_KINDS.update({"float16": "f16", "complex128": "c128"})
_INTEGER = re.compile(r"(u?)int(\d+)")
_SPEC = re.compile(r"(?P<dtype>\w+)\[(?P<dims>[^\]]*)\]")
_MOST_WAYS = 2000
HANDING_ON = ("copy", "bitcast", "reshape", "opt-barrier", "optimization-barrier")
"""Opcodes of instructions that only hand a value on."""


def arguments_of_parameters(
    module: Any, arguments: Sequence[ArgumentRecord], origins: HloOrigins
) -> Dict[int, ArgumentRecord]:
    """Number of a parameter → its argument. Both are in the same order; where several arguments have its shape, the
    ops that take it tell, and a parameter that could still be one of several is left out.
    """
    entry = next(each for each in module.computations if each.id == module.entry_computation_id)
    parameters = sorted(
        (each for each in entry.instructions if each.opcode == "parameter"), key=lambda each: int(each.parameter_number)
    )
    if len(parameters) == len(arguments):
        return dict(enumerate(arguments))
    ways = _ways([_plain(shape_text(each.shape)) for each in parameters], arguments)
    for number, parameter in enumerate(parameters):
        taken = _taken(entry, parameter, origins)
        ways = [way for way in ways if way[number] in taken] or ways
    found: Dict[int, ArgumentRecord] = {}
    for number in range(len(parameters)):
        places = {way[number] for way in ways}
        if len(places) == 1:
            found[number] = arguments[places.pop()]
    return found


def _taken(entry: Any, parameter: Any, origins: HloOrigins) -> Set[int]:
    """The arguments that those traced ops take which the instructions were made of that take the parameter."""
    waiting, found = [parameter.id], set()
    for taker in waiting:
        for each in entry.instructions:
            if taker not in each.operand_ids:
                continue
            metadata = each.metadata
            if not metadata.op_type and each.opcode in HANDING_ON:
                waiting.append(each.id)
                continue
            for origin in origins.of(metadata.op_name, metadata.op_type, ()) if metadata.op_name else ():
                found.update(origins.arguments_taken(origin))
    return found


def hlo_shape(spec: str) -> str:
    """``f32[2,3]`` of ``float32[2, 3]``; what is no such spec stays as it is."""
    found = _SPEC.fullmatch(spec)
    if found is None:
        return spec
    integer = _INTEGER.fullmatch(found["dtype"])
    kind = f"{'u' if integer[1] else 's'}{integer[2]}" if integer else _KINDS.get(found["dtype"], found["dtype"])
    return f"{kind}[{found['dims'].replace(' ', '')}]"


def _plain(shape: str) -> str:
    return shape.partition("{")[0]


def _ways(shapes: List[str], arguments: Sequence[ArgumentRecord]) -> List[Tuple[int, ...]]:
    """Every way to choose arguments of these shapes in this order; none where there are too many to tell."""
    fitting = [[place for place, each in enumerate(arguments) if _fits(each, shape)] for shape in shapes]
    ways: List[Tuple[int, ...]] = [()]
    for places in fitting:
        ways = [(*way, place) for way in ways for place in places if not way or place > way[-1]]
        if len(ways) > _MOST_WAYS:
            return []
    return ways


def _fits(argument: ArgumentRecord, shape: str) -> bool:
    """A variable's parameter is its value, which its handle does not tell the shape of."""
    return argument.variable or hlo_shape(argument.spec) == shape
