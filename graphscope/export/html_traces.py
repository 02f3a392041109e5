"""Signatures in an HTML page: outcome, reasons, errors and what was printed, in words; it draws no graph."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphscope.export.html_source import Flow
from graphscope.export.markup import Markup, joined, tag
from graphscope.export.report import Report, maker_of, nested_graphs
from graphscope.export.source_place import in_sentence
from graphscope.export.summary import letter, op_counts
from graphscope.model.trace import RetraceReason, Trace, UserError

_LOOKS = {"traced": "good", "reused": "good", "failed": "bad"}


def signature_table(report: Report) -> Markup:
    """A row for each signature in the order of tracing, with a link to more about it."""
    head = tag("tr", *(tag("th", each) for each in ("", "Signature", "Outcome", "Seconds", "Ops", "Functions in it")))
    rows = [_row(number, trace) for number, trace in enumerate(report.traces)]
    return tag("table", tag("thead", head), tag("tbody", *rows))


def flows(report: Report) -> list[Flow]:
    """The statements of each signature whose Python ran or whose graph is known."""
    every = [(letter(number), maker_of(trace, report.traces).staging) for number, trace in enumerate(report.traces)]
    return [(name, statements) for name, statements in every if statements]


def about(number: int, trace: Trace) -> Markup:
    """Heading, outcome, reasons, error, sizes and output of one signature."""
    heading = tag("h2", f"{letter(number)}  ", tag("code", trace.signature or "no arguments"))
    return joined([heading, tag("p", _outcome(trace)), *_details(trace)])


def error_box(error: UserError) -> Markup:
    """An error with its line and what to do."""
    where = f" ({in_sentence(error.file, error.line)})" if error.file else ""
    parts = [tag("strong", error.type), tag("pre", error.message + where)]
    return tag("div", *parts, *([tag("p", error.advice)] if error.advice else []), class_="box bad")


def _row(number: int, trace: Trace) -> Markup:
    concrete = trace.concrete
    cells = (
        tag("a", letter(number), href=f"#{letter(number)}"),
        tag("code", trace.signature),
        _outcome(trace),
        f"{trace.seconds:.3f}" if trace.outcome == "traced" else "",
        f"{len(concrete.graph):,}" if concrete is not None else "",
        f"{len(list(nested_graphs(concrete))):,}" if concrete is not None else "",
    )
    return tag("tr", *(tag("td", cell) for cell in cells))


def _outcome(trace: Trace) -> Markup:
    words = trace.outcome if trace.reuses is None else f"reused {letter(trace.reuses)}"
    return tag("span", words, class_=f"pill {_LOOKS.get(trace.outcome, 'python')}")


def _details(trace: Trace) -> Iterator[Markup]:
    if trace.reasons:
        yield tag("ul", *(tag("li", _reason(each)) for each in trace.reasons))
    if trace.error is not None:
        yield error_box(trace.error)
    if trace.concrete is not None:
        graph = trace.concrete.graph
        yield tag("p", f"{len(graph):,} ops, {graph.edge_count:,} edges: {op_counts(graph.op_counts)}")
    if trace.output:
        yield tag("p", "Printed while tracing:")
        yield tag("pre", trace.output)


def _reason(reason: RetraceReason) -> Markup:
    if reason.change == "context":
        return joined([reason.advice or "the context differs"])
    change: Sequence[str] = (
        tag("code", reason.argument),
        f" differs in {reason.change}: ",
        tag("code", reason.before),
        " → ",
        tag("code", reason.after),
    )
    return joined([*change, f". {reason.advice}" if reason.advice else ""])
