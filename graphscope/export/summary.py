"""The report of `graphscope trace` as text for people: outcomes, reasons, op counts, statements, Grappler, XLA."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from graphscope.export.report import Report, nested_graphs
from graphscope.export.source_place import in_sentence, split_cell
from graphscope.model.grappler import GrapplerRun, XlaCompilation
from graphscope.model.trace import RetraceReason, Statement, Trace, UserError

_CODES = {"bold": "1", "good": "32", "bad": "31", "python": "36", "staged": "33", "dim": "2"}
_OUTCOME_STYLES = {"traced": "good", "reused": "good", "failed": "bad", "skipped": "dim", "staged": "staged"}
_MOST_OPS = 8
_MOST_OUTPUT_LINES = 12


@dataclass(frozen=True)
class Styles:
    """Whether words are coloured for a terminal."""

    coloured: bool = False

    def __call__(self, style: str, text: str) -> str:
        """``text`` in one of the styles, or as it is."""
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if self.coloured and style in _CODES and text else text


def summary(report: Report, styles: Styles) -> str:
    """The whole report as text."""
    return "\n".join(_lines(report, styles))


def _lines(report: Report, styles: Styles) -> Iterator[str]:
    function = report.function
    where = f"  {in_sentence(function.file, function.line)}" if function.file else ""
    yield f"{styles('bold', function.name)}  {function.kind}{where}"
    yield styles("dim", f"TensorFlow {report.tensorflow}, Python {report.python}")
    for number, trace in enumerate(report.traces):
        yield ""
        yield from _trace(number, trace, report, styles)
    made = sum(trace.outcome == "traced" for trace in report.traces)
    yield ""
    yield f"{len(report.traces)} {_plural('signature', len(report.traces))}, {made} {_plural('graph', made)} traced"


def _trace(number: int, trace: Trace, report: Report, styles: Styles) -> Iterator[str]:
    outcome = trace.outcome if trace.reuses is None else f"reused {letter(trace.reuses)}"
    seconds = f" in {_time(trace.seconds)}" if trace.outcome == "traced" else ""
    told = styles(_OUTCOME_STYLES.get(trace.outcome, ""), outcome)
    yield f"{styles('bold', letter(number))}  ({trace.signature})  {told}{seconds}"
    for reason in trace.reasons:
        yield f"   because {_reason(reason)}"
    if trace.error is not None:
        yield from _error(trace.error, styles)
    if trace.concrete is not None and not _is_a_repetition(trace, report):
        yield f"   {_graph(trace)}"
    yield from _statements(trace.staging, styles)
    yield from _output(trace.output, styles)
    if number in report.grappler:
        yield from _grappler(report.grappler[number], styles)
    if number in report.xla:
        yield from _xla(report.xla[number], styles)


def _is_a_repetition(trace: Trace, report: Report) -> bool:
    return trace.reuses is not None and report.traces[trace.reuses].concrete is trace.concrete


def letter(number: int) -> str:
    """A, B, … Z, AA, …: what the window calls a signature too."""
    letters = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def op_counts(counts: Mapping[str, int], most: int = _MOST_OPS) -> str:
    """``Const ×3, MatMul, 4 other types``: the most frequent first."""
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    told = [name if count == 1 else f"{name} ×{count}" for name, count in ranked[:most]]
    rest = len(ranked) - most
    return ", ".join([*told, *([f"{rest} other {_plural('type', rest)}"] if rest > 0 else [])])


def _graph(trace: Trace) -> str:
    assert trace.concrete is not None
    graph = trace.concrete.graph
    nested = len(list(nested_graphs(trace.concrete)))
    inside = f", {nested} nested {_plural('function', nested)}" if nested else ""
    edges = f"{graph.edge_count} {_plural('edge', graph.edge_count)}"
    return f"{len(graph)} {_plural('op', len(graph))}, {edges}{inside}: {op_counts(graph.op_counts)}"


def _reason(reason: RetraceReason) -> str:
    if reason.change == "context":
        return reason.advice or "the context differs"
    change = f"{reason.argument} differs in {reason.change}: {reason.before} → {reason.after}"
    return f"{change}. {reason.advice}" if reason.advice else change


def _error(error: UserError, styles: Styles) -> Iterator[str]:
    where = f" ({in_sentence(error.file, error.line)})" if error.file else ""
    first, *more = error.message.splitlines() or [""]
    yield f"   {styles('bad', error.type)}: {first}{where}"
    yield from (f"      {line}" for line in more)
    if error.advice:
        yield f"   {error.advice}"


def _statements(statements: Sequence[Statement], styles: Styles) -> Iterator[str]:
    # The report tells of every statement in the file; those of functions that were not called at all say nothing here.
    called = {(each.file, each.function) for each in statements if each.outcome != "not reached"}
    shown = [each for each in statements if (each.file, each.function) in called]
    rows = [(_line_of(each), each.statement, each.outcome, _became(each)) for each in shown]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    for row in rows:
        place, kind, outcome = (text.ljust(width) for text, width in zip(row[:3], widths, strict=True))
        style = {"staged": "staged", "python": "python", "failed": "bad"}.get(row[2], "dim")
        yield f"   {place}  {kind}  {styles(style, outcome)}  {row[3]}".rstrip()


def _line_of(statement: Statement) -> str:
    cell = split_cell(statement.file)[1]
    return f"line {statement.line}" if cell is None else f"cell {cell}, line {statement.line}"


def _became(statement: Statement) -> str:
    times = f"×{statement.times}" if statement.times > 1 else ""
    told = statement.detail.removeprefix("staged into the graph as ").removeprefix("staged by hand as ") or ", ".join(
        dict.fromkeys(statement.op_types)
    )
    return "  ".join(part for part in (told, times) if part)


def _output(output: str, styles: Styles) -> Iterator[str]:
    lines = output.splitlines()
    for line in lines[:_MOST_OUTPUT_LINES]:
        yield styles("dim", f"   │ {line}")
    if len(lines) > _MOST_OUTPUT_LINES:
        yield styles("dim", f"   │ … {len(lines) - _MOST_OUTPUT_LINES} more lines")


def _grappler(run: GrapplerRun, styles: Styles) -> Iterator[str]:
    name = "Grappler, as it ran" if run.mode == "run" else "Grappler, without running"
    if run.error is not None or run.before is None or run.after is None:
        yield f"   {name}:"
        yield from _error(run.error or UserError("Error", "nothing came of it"), styles)
        return
    yield f"   {name}: {len(run.before.graph)} ops before, {len(run.after.graph)} after"
    if run.inputs:
        yield f"      on {run.inputs}"
    if run.options:
        yield f"      with {', '.join(f'{name}={value}' for name, value in run.options.items())}"
    yield f"      before: {op_counts(run.before.graph.op_counts)}"
    yield f"      after:  {op_counts(run.after.graph.op_counts)}"
    changed = [each for each in run.passes if each.changed]
    for each in changed:
        yield (
            f"      {each.name}: {each.nodes_before} → {each.nodes_after} nodes, "
            f"{each.edges_before} → {each.edges_after} edges"
        )
    if rest := len(run.passes) - len(changed):
        yield f"      {rest} {_plural('pass', rest, 'passes')} changed nothing"


def _xla(compiled: XlaCompilation, styles: Styles) -> Iterator[str]:
    if compiled.error is not None:
        yield "   XLA:"
        yield from _error(compiled.error, styles)
        return
    fusions = f"{compiled.fusions} {_plural('fusion', compiled.fusions)}"
    yield f"   XLA: {compiled.instructions_before} instructions before, {compiled.instructions_after} after, {fusions}"
    yield f"      after: {op_counts(compiled.ops_after)}"
    if compiled.unchecked:
        yield f"      {compiled.unchecked}"


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.0f} ms"


def _plural(word: str, count: int, plural: str = "") -> str:
    return word if count == 1 else plural or f"{word}s"
