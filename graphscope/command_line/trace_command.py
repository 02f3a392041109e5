"""`graphscope trace`: traces in order, then Grappler, XLA, report, capture, exports; targets are looked at first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from graphscope import __version__
from graphscope.command_line.console import Console
from graphscope.command_line.exporting import check_exports, check_pass_names, write_exports, write_pages
from graphscope.command_line.opening import Desk, choose_function, open_module, with_signatures
from graphscope.command_line.optimising import compile_xla, distinct_graphs, inputs_for, run_grappler
from graphscope.command_line.requests import GrapplerWish, Target, TraceAsked
from graphscope.command_line.saving import captured, check_save, write_save
from graphscope.command_line.saying import say_opened
from graphscope.command_line.tracing import DONE, FAILED, Traced, trace_all
from graphscope.command_line.writing_out import written_out
from graphscope.export.exhibits import Exhibition, exhibition, hlo_exhibition, pass_exhibition, pass_names
from graphscope.export.report import Report, TracedFunction, report_text
from graphscope.export.summary import Styles, summary
from graphscope.export.written_file import check_target, write_text
from graphscope.model.grappler import GrapplerRun, XlaCompilation
from graphscope.protocol import messages as m


@dataclass(frozen=True)
class _Session:
    """What the worker that traced has told."""

    ready: m.Ready
    opened: m.ModuleOpened
    chosen: m.FunctionChosen
    target: Target
    traced: Traced

    @property
    def sources(self) -> dict[str, str]:
        """File → text."""
        return {each.file: each.text for each in self.opened.sources} | dict(self.traced.sources)


def trace(asked: TraceAsked) -> int:
    """Trace, write what was asked for, and return the exit code."""
    console = Console(quiet=asked.json == "-")
    check_exports(asked.exports, asked.json, asked.save)
    check_save(asked.save, asked.json)
    if asked.json not in (None, "-"):
        check_target(asked.json)
    desk = Desk(asked.worker, console)
    session = _traced(desk, asked.target, asked.grappler)
    grappler, xla = _optimised(desk, asked, session)
    report = Report(
        __version__,
        session.ready.tensorflow,
        session.ready.python,
        TracedFunction(session.chosen.name, session.chosen.kind, session.chosen.file, session.chosen.line),
        session.traced.traces,
        grappler,
        xla,
        written_out(session.chosen, session.traced.traces, session.sources) if asked.explicit else {},
    )
    # Exports come last, so that a report is there whatever becomes of a picture.
    _deliver(console, asked, report)
    if asked.save is not None:
        write_save(console, asked.save, captured(report, session.target, session.chosen, session.sources))
    write_pages(console, asked.exports, report, session.sources)
    write_exports(console, asked.exports, _shown(asked, report, session.sources))
    console.clear()
    check_pass_names(asked.export_passes, pass_names(report))
    return session.traced.exit_code or (FAILED if report.failed else DONE)


def _traced(desk: Desk, target: Target, wish: GrapplerWish) -> _Session:
    with desk.started() as worker:
        ready = worker.ready
        assert ready is not None
        opened, output = open_module(desk, worker, target)
        say_opened(desk.console, opened, output)
        chosen = choose_function(desk, worker, target)
        target = with_signatures(target, opened, chosen)
        inputs_for(target, wish.inputs)  # a wrong count is told before anything is traced
        return _Session(ready, opened, chosen, target, trace_all(desk, worker, target.signatures))


def _optimised(
    desk: Desk, asked: TraceAsked, session: _Session
) -> tuple[dict[int, GrapplerRun], dict[int, XlaCompilation]]:
    grappler: dict[int, GrapplerRun] = {}
    xla: dict[int, XlaCompilation] = {}
    if not asked.grappler.mode and not asked.xla:
        return grappler, xla
    for number in distinct_graphs(session.traced.traces):
        if asked.grappler.mode:
            grappler[number] = run_grappler(desk, session.target, number, asked.grappler)
        if asked.xla:
            xla[number] = compile_xla(desk, session.target, number)
    return grappler, xla


def _shown(asked: TraceAsked, report: Report, sources: Mapping[str, str]) -> Exhibition:
    """The graphs that exports show: those after passes and of XLA where they are asked for, else what was traced."""
    if not asked.export_passes and not asked.export_xla:
        return exhibition(report, sources)
    passes = pass_exhibition(report, sources, asked.export_passes)
    hlo = hlo_exhibition(report, sources, asked.export_xla)
    return replace(passes, exhibits=(*passes.exhibits, *hlo.exhibits))


def _deliver(console: Console, asked: TraceAsked, report: Report) -> None:
    """The report, and words for people where standard output is theirs."""
    if asked.json == "-":
        console.report(report_text(report))
    else:
        if asked.json is not None:
            write_text(asked.json, report_text(report))
        console.say(summary(report, Styles(console.coloured)))
