"""Records that came over the pipe or out of a capture, made into the model; the only room that knows both."""

from __future__ import annotations

from collections.abc import Iterable

from graphscope.model.grappler import GrapplerPass, GrapplerRun, Partition, PassChange, XlaCompilation
from graphscope.model.op_graph import Argument, Constant, Frame, OpGraph
from graphscope.model.trace import (
    ConcreteFunction,
    GeneratedCode,
    HandStaged,
    LoweredOp,
    RetraceReason,
    Statement,
    Trace,
    UserError,
)
from graphscope.protocol.records import (
    ErrorRecord,
    GraphRecord,
    GrapplerRecord,
    PassRecord,
    ReasonRecord,
    StatementRecord,
    TraceRecord,
)
from graphscope.protocol.xla_record import XlaRecord


def op_graph(record: GraphRecord) -> OpGraph:
    """The model's graph of a record; strings and stacks that repeat are shared."""
    frames = tuple(Frame(*frame) for frame in record.frame_table)
    stacks = tuple(tuple(frames[each] for each in stack) for stack in record.stack_table)
    outputs = {row: tuple(map(record.spec_table.__getitem__, row)) for row in set(record.outputs)}
    told = {id(each): each for each in record.constants.values()}
    constants = {place: Constant(c.dtype, c.shape, c.text, c.whole) for place, c in told.items()}
    return OpGraph(
        function=record.function,
        names=record.names,
        op_types=tuple(map(record.op_type_table.__getitem__, record.op_types)),
        inputs=record.inputs,
        control_inputs=record.control_inputs,
        outputs=tuple(map(outputs.__getitem__, record.outputs)),
        attributes=tuple(map(record.attribute_table.__getitem__, record.attributes)),
        devices=tuple(map(record.device_table.__getitem__, record.devices)),
        stacks=tuple(map(stacks.__getitem__, record.stacks)),
        calls={int(node): calls for node, calls in record.calls.items()},
        constants={int(node): constants[id(each)] for node, each in record.constants.items()},
        arguments=tuple(Argument(a.node, a.name, a.captured, a.variable, a.spec) for a in record.arguments),
        results=tuple((node, output) for node, output in record.results),
        input_names={int(node): names for node, names in record.input_names.items()},
        flops=record.flops,
    )


def concrete_function(graph: GraphRecord, functions: Iterable[GraphRecord]) -> ConcreteFunction:
    """The top graph with those nested in it."""
    return ConcreteFunction(op_graph(graph), {each.function: op_graph(each) for each in functions})


def user_error(record: ErrorRecord | None) -> UserError | None:
    """The model's error of a record, None of None."""
    if record is None:
        return None
    return UserError(**vars(record))


def statement(record: StatementRecord) -> Statement:
    """The model's statement of a record."""
    return Statement(**{**vars(record), "lowered": tuple(LoweredOp(**vars(each)) for each in record.lowered)})


def reason(record: ReasonRecord) -> RetraceReason:
    """The model's reason of a record."""
    return RetraceReason(**vars(record))


def trace(record: TraceRecord, output: str, earlier: list[Trace]) -> Trace:
    """The model's trace of a record. A reused graph that was not sent again is taken from ``earlier``."""
    concrete = None
    if record.graph is not None:
        concrete = concrete_function(record.graph, record.functions)
    elif record.reuses is not None:
        concrete = earlier[record.reuses].concrete
    return Trace(
        signature=record.signature,
        outcome=record.outcome,
        seconds=record.seconds,
        reuses=record.reuses,
        reasons=tuple(map(reason, record.reasons)),
        concrete=concrete,
        control_flow=tuple(map(statement, record.control_flow)),
        output=output,
        error=user_error(record.error),
        autograph_code=record.autograph_code,
        generated=tuple(GeneratedCode(**vars(each)) for each in record.generated),
        by_hand=tuple(HandStaged(**vars(each)) for each in record.by_hand),
        partial=None if record.partial is None else concrete_function(record.partial, record.partial_functions),
    )


def grappler_run(record: GrapplerRecord) -> GrapplerRun:
    """The model's Grappler run of a record."""
    after = None if record.after is None else concrete_function(record.after, record.after_functions)
    return GrapplerRun(
        mode=record.mode,
        before=None if record.before is None else concrete_function(record.before, record.before_functions),
        after=after,
        passes=tuple(map(_grappler_pass, record.passes)),
        inputs=record.inputs,
        device=record.device,
        error=user_error(record.error),
        first=None if record.first is None else concrete_function(record.first, record.first_functions),
        partitions=tuple(_partitions(record, after)),
        stopped=record.stopped,
        options=record.options,
        tensorflow=record.tensorflow,
        onednn=record.onednn,
        only=record.only,
    )


def _partitions(record: GrapplerRecord, after: ConcreteFunction | None) -> Iterable[Partition]:
    """The parts; one that is the whole of what Grappler gave is that very object."""
    for each in record.partitions:
        part = after if each.graph is None else concrete_function(each.graph, each.functions)
        if part is not None:
            yield Partition(each.device, part)


def _grappler_pass(record: PassRecord) -> GrapplerPass:
    fields = {name: value for name, value in vars(record).items() if name not in ("removed", "nodes")}
    change = None if record.nodes is None else PassChange(record.removed, op_graph(record.nodes))
    return GrapplerPass(**fields, change=change)


def xla_compilation(record: XlaRecord) -> XlaCompilation:
    """The model's XLA compilation of a record."""
    plain = {name: value for name, value in vars(record).items() if not name.endswith("_functions")}
    before = None if record.before is None else concrete_function(record.before, record.before_functions)
    after = None if record.after is None else concrete_function(record.after, record.after_functions)
    return XlaCompilation(**{**plain, "error": user_error(record.error), "before": before, "after": after})
