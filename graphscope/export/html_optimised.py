"""What Grappler and XLA made of a graph, in an HTML page: what it depended on, counts both ways, graphs and passes."""

from __future__ import annotations

from collections.abc import Mapping

from graphscope.analysis.loop_variables import named_run
from graphscope.analysis.no_passes import why_no_passes
from graphscope.analysis.op_counts import Tallies, compared, is_lowered, tallies
from graphscope.export.exhibits import Exhibit, hlo_exhibit
from graphscope.export.html_figures import Figures
from graphscope.export.html_passes import Pipeline, Tell, pipeline
from graphscope.export.html_traces import error_box
from graphscope.export.markup import Markup, joined, tag
from graphscope.export.report import Report
from graphscope.export.summary import letter
from graphscope.model.grappler import GrapplerRun

_MOST_TYPES = 40
_LOWERED = (
    "The runtime took branches and loops apart into Switch, Merge, Enter and Exit, so this graph can be bigger than "
    "what went in: static Grappler shows them whole."
)
Counts = Mapping[str, int]


def grappler_section(shown: Pipeline, figures: Figures, tell: Tell) -> Markup:
    """One Grappler run on the graph of a signature."""
    key, run = shown.key, named_run(shown.run, shown.traced)
    heading = tag("h3", "Grappler, as it ran" if run.mode == "run" else "Grappler, without running anything")
    if run.error is not None or run.before is None or run.after is None:
        return joined([heading, error_box(run.error)] if run.error is not None else [heading])
    before, after = run.before.graph.op_counts, run.after.graph.op_counts
    tell(f"drawing {key} after Grappler")
    return joined(
        [
            heading,
            tag("dl", *_truth(run)),
            *([tag("p", _LOWERED)] if is_lowered(before, after) else []),
            *([tag("p", run.stopped, class_="box bad")] if run.stopped else []),
            figures.alone(Exhibit(f"{key} after", f"{key}  after Grappler", run.after, shown.statements)),
            _counts({each.op_type: (each.before.ops, each.after.ops) for each in compared(*_both(run))}),
            *(_partitions(key, run, figures)),
            *([] if run.passes else [tag("p", why_no_passes(run), class_="muted")]),
            pipeline(shown, figures, tell),
        ]
    )


def xla_section(number: int, report: Report, figures: Figures, tell: Tell) -> Markup:
    """What XLA made of the graph of a signature."""
    key, compiled, heading = letter(number), report.xla[number], tag("h3", "XLA")
    if compiled.error is not None:
        return joined([heading, error_box(compiled.error)])
    told = (
        f"{compiled.instructions_before:,} instructions before optimisation, {compiled.instructions_after:,} after it"
    )
    fusions = f"{compiled.fusions:,} of those {'is a fusion' if compiled.fusions == 1 else 'are fusions'}"
    made_for = f" Compiled for {compiled.inputs}." if compiled.inputs else ""
    parts: list[str] = [heading, tag("p", f"{told}; {fusions}.{made_for} {compiled.unchecked}".rstrip())]
    for side, concrete in (("before", compiled.before), ("after", compiled.after)):
        if concrete is not None:
            tell(f"drawing {key}'s HLO {side} optimisation")
            parts.append(figures.figure(hlo_exhibit(report, number, side, concrete)))
    types = dict.fromkeys((*compiled.ops_before, *compiled.ops_after))
    parts.append(_counts({each: (compiled.ops_before.get(each, 0), compiled.ops_after.get(each, 0)) for each in types}))
    return joined(parts)


def _both(run: GrapplerRun) -> tuple[Tallies, Tallies]:
    assert run.before is not None
    assert run.after is not None
    return tallies(run.before), tallies(run.after)


def _truth(run: GrapplerRun) -> list[Markup]:
    """What the result depends on."""
    assert run.before is not None
    assert run.after is not None
    onednn = {True: ", oneDNN on", False: ", oneDNN off", None: ""}[run.onednn]
    told = {
        "Ops": f"{len(run.before.graph):,} before, {len(run.after.graph):,} after",
        "Run": "yes, once, in a process that was thrown away" if run.mode == "run" else "no",
        "On": run.inputs,
        "Device": run.device,
        "TensorFlow": f"{run.tensorflow}{onednn}" if run.tensorflow else "",
        "Options": ", ".join(f"{name}={value}" for name, value in run.options.items()),
    }
    return [joined([tag("dt", name), tag("dd", words)]) for name, words in told.items() if words]


def _partitions(key: str, run: GrapplerRun, figures: Figures) -> list[Markup]:
    """The graph of each device, where there is more than one."""
    if len(run.partitions) < 2:
        return []
    return [
        figures.figure(Exhibit(f"{key} {each.device}", f"{key}  what {each.device} runs", each.concrete))
        for each in run.partitions
    ]


def _counts(counts: Mapping[str, tuple[int, int]]) -> Markup:
    """Op types before and after as a table with bars, those that differ most first."""
    ranked = sorted(counts.items(), key=lambda item: (-abs(item[1][1] - item[1][0]), item[0]))
    largest = max((max(pair) for pair in counts.values()), default=1) or 1
    rows = [_count(op_type, pair, largest) for op_type, pair in ranked[:_MOST_TYPES]]
    rest = len(ranked) - _MOST_TYPES
    more = [tag("tr", tag("td", f"and {rest} other types"))] if rest > 0 else []
    head = tag("tr", *(tag("th", each) for each in ("Op", "Before", "After", "Difference", "")))
    table = tag("table", tag("thead", head), tag("tbody", *rows, *more))
    return tag("details", tag("summary", "Ops before and after"), table)


def _count(op_type: str, pair: tuple[int, int], largest: int) -> Markup:
    before, after = pair
    difference = f"{after - before:+,}".replace("-", "−") if after != before else "0"
    bars = [
        tag("div", class_=f"bar {look}", style=f"width:{100 * number / largest:.1f}%")
        for look, number in (("before", before), ("after", after))
    ]
    numbers = [tag("td", each, class_="n") for each in (f"{before:,}", f"{after:,}", difference)]
    return tag("tr", tag("td", op_type), *numbers, tag("td", *bars, class_="bars"))
