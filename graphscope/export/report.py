"""The report of `graphscope trace`: traces as the plain values of its JSON, to the letter of the contract.

Keys are added to it, never changed: scripts depend on them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphscope.export.source_place import place_fields
from graphscope.model.grappler import GrapplerPass, GrapplerRun, XlaCompilation
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import ConcreteFunction, HandStaged, Statement, Trace, UserError

Fields = dict[str, Any]


@dataclass(frozen=True)
class TracedFunction:
    """The function that the traces are of."""

    name: str
    kind: str
    file: str | None = None
    line: int | None = None


@dataclass(frozen=True)
class WrittenOut:
    """A trace's function in its explicit forms, as text, and what is to be known of them."""

    tensorflow: str
    jax: str
    complete: bool
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Report:
    """Everything that was found out about one function, and by which versions."""

    graphscope: str
    tensorflow: str
    python: str
    function: TracedFunction
    traces: tuple[Trace, ...]
    grappler: Mapping[int, GrapplerRun] = field(default_factory=dict)
    """Number of the trace → the run on its graph."""
    xla: Mapping[int, XlaCompilation] = field(default_factory=dict)
    explicit: Mapping[int, WrittenOut] = field(default_factory=dict)
    """Number of the trace → its function written out, where that was asked for."""

    @property
    def failed(self) -> bool:
        """Whether a signature, a Grappler run or XLA failed."""
        errors = [each.error for each in self.grappler.values()] + [each.error for each in self.xla.values()]
        return any(trace.outcome in ("failed", "skipped") for trace in self.traces) or any(errors)


def report_text(report: Report) -> str:
    """The report as JSON text."""
    return json.dumps(report_fields(report), ensure_ascii=False, indent=2) + "\n"


def report_fields(report: Report) -> Fields:
    """The report as plain values."""
    function = report.function
    return {
        "graphscope": report.graphscope,
        "tensorflow": report.tensorflow,
        "python": report.python,
        "function": {"name": function.name, **place_fields(function.file, function.line), "kind": function.kind},
        "traces": [
            {**_trace(trace, report.traces), **_explicit(report.explicit.get(number))}
            for number, trace in enumerate(report.traces)
        ],
        "grappler": [_grappler(number, run) for number, run in sorted(report.grappler.items())],
        "xla": [_xla(number, compiled) for number, compiled in sorted(report.xla.items())],
    }


def maker_of(trace: Trace, traces: Sequence[Trace]) -> Trace:
    """The trace whose Python ran: where it reuses another's own graph, that one."""
    if trace.reuses is not None and not trace.staging and trace.reuses < len(traces):
        maker = traces[trace.reuses]
        if maker.concrete is trace.concrete:
            return maker
    return trace


def control_flow_of(trace: Trace, traces: Sequence[Trace]) -> tuple[Statement, ...]:
    """What became of the statements where the Python of the trace's graph ran."""
    return maker_of(trace, traces).control_flow


def nested_graphs(concrete: ConcreteFunction) -> Iterable[OpGraph]:
    """Each function nested in the graph, once."""
    return (graph for name, graph in concrete.functions.items() if name != concrete.graph.function)


def _trace(trace: Trace, traces: Sequence[Trace]) -> Fields:
    fields: Fields = {"signature": trace.signature, "outcome": trace.outcome}
    if trace.reuses is not None:
        fields["reuses"] = trace.reuses
    fields["reasons"] = [
        {
            "argument": reason.argument,
            "change": reason.change,
            "before": reason.before,
            "after": reason.after,
            "advice": reason.advice,
        }
        for reason in trace.reasons
    ]
    fields["seconds"] = round(trace.seconds, 6)
    fields["graph"] = None if trace.concrete is None else _graph(trace.concrete.graph)
    fields["functions"] = {} if trace.concrete is None else _functions(trace.concrete)
    fields["control_flow"] = [_statement(each) for each in control_flow_of(trace, traces)]
    fields["by_hand"] = [_by_hand(each) for each in maker_of(trace, traces).by_hand]
    fields["output"] = trace.output
    if trace.error is not None:
        fields["error"] = _error(trace.error)
    return fields


def _explicit(written: WrittenOut | None) -> Fields:
    if written is None:
        return {}
    remarks = list(written.remarks)
    texts = {"tensorflow": written.tensorflow, "jax": written.jax}
    return {"explicit_form": {**texts, "complete": written.complete, "remarks": remarks}}


def _graph(graph: OpGraph) -> Fields:
    return {"nodes": len(graph), "edges": graph.edge_count, "ops": _sorted(graph.op_counts), **_flops(graph)}


def _flops(graph: OpGraph) -> Fields:
    """Floating-point operations by op type, where they are known of every op of it."""
    known = {op_type: flops for op_type, (flops, ops) in graph.flops.items() if ops == graph.op_counts[op_type]}
    return {"flops": _sorted(known)} if known else {}


def _functions(concrete: ConcreteFunction) -> Fields:
    return {graph.function: _nested(graph) for graph in nested_graphs(concrete)}


def _nested(graph: OpGraph) -> Fields:
    """A nested function's counts; its placeholders stand for what its caller passes, and are left out."""
    placeholders = graph.argument_of
    ops = Counter(op_type for index, op_type in enumerate(graph.op_types) if index not in placeholders)
    return {"nodes": ops.total(), "ops": _sorted(ops)}


def _statement(statement: Statement) -> Fields:
    return {
        **place_fields(statement.file, statement.line),
        "statement": statement.statement,
        "outcome": statement.outcome,
        "ops": list(statement.ops),
        "op_types": list(statement.op_types),
        "times": statement.times,
        "detail": statement.detail,
    }


def _by_hand(call: HandStaged) -> Fields:
    return {
        **place_fields(call.file, call.line),
        "call": call.call,
        "outcome": call.outcome,
        "ops": list(call.ops),
        "op_types": list(call.op_types),
        "times": call.times,
        "detail": call.detail,
    }


def _error(error: UserError) -> Fields:
    return {
        "type": error.type,
        "message": error.message,
        **place_fields(error.file, error.line),
        "advice": error.advice,
    }


def _grappler(number: int, run: GrapplerRun) -> Fields:
    fields: Fields = {"trace": number, "mode": run.mode}
    if run.error is not None:
        return {**fields, "error": _error(run.error)}
    for side, concrete in (("before", run.before), ("after", run.after)):
        if concrete is not None:
            graph = concrete.graph
            counts = {"nodes": len(graph), "ops": _sorted(graph.op_counts), **_flops(graph)}
            fields[side] = {**counts, "functions": _functions(concrete)}
    return {
        **fields,
        "passes": [_pass(each) for each in run.passes],
        "inputs": run.inputs,
        "device": run.device,
        **_surroundings(run),
    }


def _surroundings(run: GrapplerRun) -> Fields:
    """What else the result depends on; a capture of an older Graphscope does not know it."""
    fields: Fields = {"options": dict(run.options)}
    told = {"onednn": run.onednn, "only": run.only or None, "stopped": run.stopped or None}
    return {**fields, **{name: value for name, value in told.items() if value is not None}}


def _pass(each: GrapplerPass) -> Fields:
    return {
        "iteration": each.iteration,
        "name": each.name,
        "nodes_before": each.nodes_before,
        "nodes_after": each.nodes_after,
        "edges_before": each.edges_before,
        "edges_after": each.edges_after,
        "changed": each.changed,
        "milliseconds": each.milliseconds,
    }


def _xla(number: int, compiled: XlaCompilation) -> Fields:
    if compiled.error is not None:
        return {"trace": number, "error": _error(compiled.error)}
    return {
        "trace": number,
        "before": {"instructions": compiled.instructions_before, "ops": _sorted(compiled.ops_before)},
        "after": {
            "instructions": compiled.instructions_after,
            "fusions": compiled.fusions,
            "ops": _sorted(compiled.ops_after),
        },
        **({"left_out": _sorted(compiled.left_out)} if compiled.left_out else {}),
    }


def _sorted(counts: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items()))
