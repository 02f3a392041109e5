"""Adds to a Grappler run what became of the graph in every pass, and what each device runs; nothing is run for it."""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, Iterable, List, Mapping, Sequence, Set, Tuple

from graphscope.protocol.records import GraphRecord, GrapplerRecord, PartitionRecord, PassRecord
from graphscope.worker.graphdef_specs import Specs
from graphscope.worker.grappler_passes import told_functions
from graphscope.worker.pass_changes import PassChanges, Report
from graphscope.worker.pass_dumps import PassDumps
from graphscope.worker.record_graphdef import called_by, record_graphdef
from graphscope.worker.trace_once import Traced

_TRANSPORT = ("_Send", "_Recv", "_HostSend", "_HostRecv")
"""What a partition has more than the whole."""


def with_passes(
    record: GrapplerRecord, traced: Traced, lines: Iterable[str], dumps: PassDumps, report: Report
) -> GrapplerRecord:
    """The run with the passes that ``lines`` of the log tell of, each with what it changed where that was dumped."""
    others = {each.function for each in (*record.before_functions, *record.after_functions)}
    told = told_functions(traced.name, others, lines)
    reader = PassChanges(traced.lines, dumps.path_of, report)
    passes = reader.read(told, _specs(record.after))
    return dataclasses.replace(
        record,
        passes=passes,
        after_functions=_as_run(record, reader.ends),
        **_first(record, reader, told[0].name if told else traced.name),
        stopped=_why_stopped(passes, dumps.limit) if dumps.full else "",
    )


def _first(record: GrapplerRecord, reader: PassChanges, name: str) -> Dict[str, Any]:
    """The graph as it came to the first pass; where ``name`` is another function's, no pass worked on this one."""
    first, functions = reader.first, dict(reader.functions)
    if first is None and record.after is not None and name != record.after.function:
        first = record.after
        functions = {**{each.function: each for each in record.after_functions}, **functions}
    return {"first": first, "first_functions": tuple(functions.values())}


def _as_run(record: GrapplerRecord, ends: Mapping[str, GraphRecord]) -> Tuple[GraphRecord, ...]:
    """The functions after Grappler: the graph that calls them holds them as they were before they were optimised."""
    if record.mode != "run" or record.after is None:
        return record.after_functions
    known = {**{each.function: each for each in record.after_functions}, **ends}
    found: Dict[str, GraphRecord] = {}
    waiting = called_by(record.after)
    for name in waiting:
        if name in known and name not in found:
            found[name] = known[name]
            waiting += called_by(known[name])
    return tuple(found.values())


def partitions(graphs: Any, traced: Traced) -> Tuple[PartitionRecord, ...]:
    """What each device runs; one that runs the whole graph after Grappler is not told again."""
    names = {node.name for node in graphs.post_optimization_graph.node}
    found: List[PartitionRecord] = []
    for number, part in enumerate(graphs.partition_graphs):
        if not _is_part(part, names):
            continue
        device = next((node.device for node in part.node if node.device), "")
        if {node.name for node in part.node} == names:
            found.append(PartitionRecord(device))
            continue
        part.library.CopyFrom(graphs.post_optimization_graph.library)
        top, nested = record_graphdef(part, traced.name, traced.lines)
        found.append(PartitionRecord(device or f"partition {number + 1}", top, nested))
    return tuple(found)


def _is_part(graph: Any, names: Set[str]) -> bool:
    """Whether the graph is cut out of the one with these nodes; Python that is called in a run may bring in others."""
    own = [node.name in names for node in graph.node if node.op not in _TRANSPORT]
    return 2 * sum(own) > len(own) or not own


def _specs(record: Any) -> Specs:
    """The specs of every node of a record."""
    graph: GraphRecord = record
    table = graph.spec_table
    return {name: tuple([table[spec] for spec in row]) for name, row in zip(graph.names, graph.outputs)}


def _why_stopped(passes: Sequence[PassRecord], limit: int) -> str:
    lost = next((each for each in passes if each.nodes is None), None)
    if lost is None:
        return ""
    where = f"{lost.name}, iteration {lost.iteration}" + (f", of {lost.function}" if lost.function else "")
    return (
        f"The graphs after the passes took all of the {_size(limit)} that they may take on disk, so from {where} on "
        "they were not kept; sizes, and the graphs before and after Grappler, are whole."
    )


def _size(limit: int) -> str:
    for unit, name in ((10**9, "GB"), (10**6, "MB")):
        if limit >= unit:
            return f"{limit / unit:.3g} {name}"
    return f"{limit:,} bytes"
