"""Traces signature after signature and keeps what was traced whatever becomes of the worker; it reports nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from graphscope.command_line.opening import Desk
from graphscope.errors import WorkerError
from graphscope.launch.blocking_worker import BlockingWorker, StepTimedOut
from graphscope.model import from_protocol
from graphscope.model.trace import Trace, UserError
from graphscope.protocol import messages as m

DONE, FAILED, NO_WORKER = 0, 1, 4
"""Exit codes of the contract."""


@dataclass(frozen=True)
class Traced:
    """The trace of each signature, and the exit code: 4 where the worker was lost under way."""

    traces: tuple[Trace, ...]
    exit_code: int
    sources: Mapping[str, str]
    """File → text, of each that a trace speaks of."""


def trace_all(desk: Desk, worker: BlockingWorker, signatures: tuple[str, ...]) -> Traced:
    """Trace each signature in order. Raises UsageError for one that cannot be read."""
    traces: list[Trace] = []
    sources: dict[str, str] = {}
    for number, signature in enumerate(signatures):
        desk.console.progress(f"tracing {number + 1} of {len(signatures)}: {signature} …")
        try:
            reply, output = desk.ask(worker, m.TraceSignature(0, number, signature))
        except WorkerError as error:
            traces.append(Trace(signature, "failed", output=worker.last_output, error=lost_error(error)))
            traces += [Trace(each, "skipped") for each in signatures[number + 1 :]]
            return Traced(tuple(traces), FAILED if isinstance(error, StepTimedOut) else NO_WORKER, sources)
        assert isinstance(reply, m.SignatureTraced)
        traces.append(from_protocol.trace(reply.trace, output, traces))
        sources.update((each.file, each.text) for each in reply.trace.sources)
    failed = any(each.outcome == "failed" for each in traces)
    return Traced(tuple(traces), FAILED if failed else DONE, sources)


def lost_error(error: WorkerError) -> UserError:
    """The end of a worker, as the error of the step that it was doing."""
    kind = "TimeoutError" if isinstance(error, StepTimedOut) else type(error).__name__
    return UserError(kind, error.message, error.file, error.line, error.advice)
