"""Exhibits: the graphs of a report that an export shows, each with its title; how they are written is the format's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from graphscope.analysis.loop_variables import named_run, with_loop_variables
from graphscope.analysis.pass_graphs import graph_after
from graphscope.export.report import Report, maker_of
from graphscope.export.summary import letter
from graphscope.model.grappler import Partition
from graphscope.model.trace import ConcreteFunction, Statement, Trace

PARTITION = "partition"
"""``partition:1`` stands for what the second device runs, among the names of passes."""


@dataclass(frozen=True)
class Exhibit:
    """One graph to show. ``key`` is short and unique (``A``, ``A after``), ``title`` says what it is."""

    key: str
    title: str
    concrete: ConcreteFunction
    statements: tuple[Statement, ...] | None = None


@dataclass(frozen=True)
class Exhibition:
    """All that one export shows: the function's name, the graphs, and the texts of the files they came from."""

    name: str
    exhibits: tuple[Exhibit, ...]
    sources: Mapping[str, str]


def exhibition(report: Report, sources: Mapping[str, str]) -> Exhibition:
    """Each graph that was traced, once, followed by what Grappler made of it where it was asked."""
    exhibits: list[Exhibit] = []
    for number, trace in enumerate(report.traces):
        if trace.concrete is None or any(trace.concrete is each.concrete for each in report.traces[:number]):
            continue
        key = letter(number)
        title = f"{key}  {trace.signature}"
        statements = maker_of(trace, report.traces).staging
        exhibits.append(Exhibit(key, title, trace.concrete, statements))
        run = report.grappler.get(number)
        after = named_run(run, trace.concrete).after if run is not None else None
        if after is not None:
            exhibits.append(Exhibit(f"{key} after", f"{title}  after Grappler", after, statements))
    return Exhibition(report.function.name, tuple(exhibits), sources)


def pass_names(report: Report) -> tuple[str, ...]:
    """``remapper:0`` and so on, of the passes that ``pass_exhibition`` can show, in the order in which they ran."""
    names = (
        f"{one.name}:{one.iteration}"
        for _, run in sorted(report.grappler.items())
        for one in run.passes
        if not one.function
    )
    most = max((len(run.partitions) for run in report.grappler.values()), default=0)
    return (*dict.fromkeys(names), *(f"{PARTITION}:{number}" for number in range(most)))


def pass_exhibition(report: Report, sources: Mapping[str, str], passes: Sequence[tuple[str, int]]) -> Exhibition:
    """The graph after each of these passes (name and iteration), of every run that had them and kept their graphs."""
    exhibits: list[Exhibit] = []
    for number, run in sorted(report.grappler.items()):
        for name, iteration in passes:
            places = [
                p
                for p, one in enumerate(run.passes)
                if (one.name, one.iteration, one.function) == (name, iteration, "")
            ]
            trace = report.traces[number]
            found = _named(graph_after(run, places[0]) if places else None, trace)
            if name == PARTITION and iteration < len(run.partitions):
                exhibits.append(_partition(letter(number), iteration, run.partitions[iteration], trace))
            if found is not None:
                key = f"{letter(number)} {name}:{iteration}"
                title = f"{letter(number)}  {trace.signature}  after {name}, iteration {iteration}"
                exhibits.append(Exhibit(key, title, found, maker_of(trace, report.traces).staging))
    return Exhibition(report.function.name, tuple(exhibits), sources)


def hlo_exhibition(report: Report, sources: Mapping[str, str], sides: Sequence[str]) -> Exhibition:
    """XLA's HLO ``before`` or ``after`` its optimisation, of every signature that it compiled."""
    exhibits = [
        hlo_exhibit(report, number, side, concrete)
        for number, compiled in sorted(report.xla.items())
        for side in sides
        if (concrete := compiled.before if side == "before" else compiled.after) is not None
    ]
    return Exhibition(report.function.name, tuple(exhibits), sources)


def hlo_exhibit(report: Report, number: int, side: str, concrete: ConcreteFunction) -> Exhibit:
    """One side of what XLA made of a trace, with the statements that its loops and branches came from."""
    trace = report.traces[number]
    title = f"{letter(number)}  {trace.signature}  XLA's HLO {side} optimisation"
    return Exhibit(f"{letter(number)} hlo {side}", title, concrete, maker_of(trace, report.traces).staging)


def _named(found: ConcreteFunction | None, trace: Trace) -> ConcreteFunction | None:
    """The graph with the names of what its loops carry, where the graph that it was made of is known."""
    if found is None or trace.concrete is None:
        return found
    return replace(found, graph=with_loop_variables(found.graph, trace.concrete))


def _partition(key: str, number: int, part: Partition, trace: Trace) -> Exhibit:
    concrete = _named(part.concrete, trace)
    return Exhibit(f"{key} {PARTITION}:{number}", f"{key}  what {part.device} runs", concrete or part.concrete)
