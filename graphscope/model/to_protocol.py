"""The model made into records again, so that it can be kept; what from_protocol makes of them is equal to the model."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, TypeVar

from graphscope.model.grappler import GrapplerPass, GrapplerRun, XlaCompilation
from graphscope.model.op_graph import Frame, OpGraph
from graphscope.model.trace import ConcreteFunction, RetraceReason, Statement, Trace, UserError
from graphscope.protocol.records import (
    ArgumentRecord,
    ConstantRecord,
    ErrorRecord,
    GeneratedRecord,
    GraphRecord,
    GrapplerRecord,
    HandRecord,
    LoweredRecord,
    PassRecord,
    ReasonRecord,
    StatementRecord,
    TraceRecord,
)
from graphscope.protocol.xla_record import XlaRecord

Value = TypeVar("Value")


def graph_record(graph: OpGraph) -> GraphRecord:
    """The record of a graph, everything that repeats told once."""
    op_types, op_type_table = _told_once(graph.op_types, _itself)
    specs: dict[str, int] = {}
    rows = {row: tuple(specs.setdefault(spec, len(specs)) for spec in row) for row in dict.fromkeys(graph.outputs)}
    attributes, attribute_table = _told_once(graph.attributes, _told_apart)
    devices, device_table = _told_once(graph.devices, _itself)
    stacks, stack_table = _told_once(graph.stacks, _itself, ((),))
    frames: dict[Frame, int] = {}
    framed = tuple(tuple(frames.setdefault(frame, len(frames)) for frame in stack) for stack in stack_table)
    return GraphRecord(
        function=graph.function,
        names=graph.names,
        op_types=op_types,
        op_type_table=op_type_table,
        inputs=graph.inputs,
        control_inputs=graph.control_inputs,
        outputs=tuple(map(rows.__getitem__, graph.outputs)),
        spec_table=tuple(specs),
        attributes=attributes,
        attribute_table=tuple(map(dict, attribute_table)),
        devices=devices,
        device_table=device_table,
        stacks=stacks,
        stack_table=framed,
        frame_table=tuple((frame.file, frame.line, frame.function) for frame in frames),
        calls={str(node): dict(calls) for node, calls in graph.calls.items()},
        constants={str(node): ConstantRecord(**_fields(each)) for node, each in graph.constants.items()},
        arguments=tuple(ArgumentRecord(**_fields(each)) for each in graph.arguments),
        results=graph.results,
        input_names={str(node): names for node, names in graph.input_names.items()},
        flops=dict(graph.flops),
    )


def concrete_records(concrete: ConcreteFunction) -> tuple[GraphRecord, ...]:
    """The top graph's record, and those of the functions nested in it."""
    return (graph_record(concrete.graph), *map(graph_record, concrete.functions.values()))


def error_record(error: UserError | None) -> ErrorRecord | None:
    """The record of an error, None of None."""
    return None if error is None else ErrorRecord(**_fields(error))


def statement_record(statement: Statement) -> StatementRecord:
    """The record of a statement."""
    lowered = tuple(LoweredRecord(**_fields(each)) for each in statement.lowered)
    return StatementRecord(**{**_fields(statement), "lowered": lowered})


def reason_record(reason: RetraceReason) -> ReasonRecord:
    """The record of a reason."""
    return ReasonRecord(**_fields(reason))


def trace_record(trace: Trace) -> TraceRecord:
    """The record of a trace without its graphs; what was printed has no place in it either."""
    return TraceRecord(
        signature=trace.signature,
        outcome=trace.outcome,
        seconds=trace.seconds,
        reuses=trace.reuses,
        reasons=tuple(map(reason_record, trace.reasons)),
        control_flow=tuple(map(statement_record, trace.control_flow)),
        error=error_record(trace.error),
        autograph_code=trace.autograph_code,
        generated=tuple(GeneratedRecord(**_fields(each)) for each in trace.generated),
        by_hand=tuple(HandRecord(**_fields(each)) for each in trace.by_hand),
    )


def grappler_record(run: GrapplerRun) -> GrapplerRecord:
    """The record of a Grappler run without its graphs."""
    return GrapplerRecord(
        mode=run.mode,
        passes=tuple(map(pass_record, run.passes)),
        inputs=run.inputs,
        device=run.device,
        error=error_record(run.error),
        stopped=run.stopped,
        options=dict(run.options),
        tensorflow=run.tensorflow,
        onednn=run.onednn,
        only=run.only,
    )


def pass_record(one: GrapplerPass) -> PassRecord:
    """The record of a pass without the ops that it added or changed."""
    fields = {name: value for name, value in _fields(one).items() if name != "change"}
    return PassRecord(**fields, removed=one.change.removed if one.change is not None else ())


def xla_record(compiled: XlaCompilation) -> XlaRecord:
    """The record of an XLA compilation without its graphs."""
    counts = {name: dict(getattr(compiled, name)) for name in ("ops_before", "ops_after", "left_out")}
    error = error_record(compiled.error)
    return XlaRecord(**{**_fields(compiled), **counts, "error": error, "before": None, "after": None})


def _fields(value: Any) -> dict[str, Any]:
    return {each.name: getattr(value, each.name) for each in dataclasses.fields(value)}


def _told_once(
    values: Iterable[Value], key: Callable[[Value], Hashable], first: tuple[Value, ...] = ()
) -> tuple[tuple[int, ...], tuple[Value, ...]]:
    """For each value its place in the table, and the table, which begins with ``first``."""
    table = list(first)
    places = {key(each): place for place, each in enumerate(first)}
    known: dict[int, int] = {}
    column: list[int] = []
    for value in values:
        # Objects that repeat are the same object most of the time, and its id costs less than its key.
        place = known.get(id(value))
        if place is None:
            place = known[id(value)] = places.setdefault(key(value), len(table))
            if place == len(table):
                table.append(value)
        column.append(place)
    return tuple(column), tuple(table)


def _itself(value: Hashable) -> Hashable:
    return value


def _told_apart(attributes: Mapping[str, object]) -> str:
    """1, 1.0 and True are equal, and yet other attributes."""
    return repr(sorted(attributes.items()))
