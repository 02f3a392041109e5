"""Grappler and XLA on each traced graph, each in a worker of its own that may die; the traces stand whatever comes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphscope.command_line.opening import Desk, choose_function, open_module
from graphscope.command_line.requests import GrapplerWish, Target
from graphscope.command_line.tracing import lost_error
from graphscope.errors import GraphscopeError, UsageError, WorkerError
from graphscope.launch.grappler_environment import grappler_environment
from graphscope.model import from_protocol
from graphscope.model.grappler import GrapplerRun, XlaCompilation
from graphscope.model.trace import Trace, UserError
from graphscope.protocol import messages as m


def distinct_graphs(traces: Sequence[Trace]) -> Iterator[int]:
    """The number of each trace whose graph no earlier one has."""
    for number, trace in enumerate(traces):
        if trace.concrete is not None and all(trace.concrete is not each.concrete for each in traces[:number]):
            yield number


def inputs_for(target: Target, inputs: Sequence[str]) -> tuple[str | None, ...]:
    """What each signature's function is called with, None for made-up values. Raises UsageError for a wrong count."""
    count = len(target.signatures)
    if len(inputs) not in (0, 1, count):
        raise UsageError(
            f"--grappler-input is given {len(inputs)} times for {count} signature{'' if count == 1 else 's'}",
            advice="Give one for each signature, in order, or one for all.",
        )
    return tuple(inputs) if len(inputs) == count else tuple(inputs or (None,)) * count


def run_grappler(desk: Desk, target: Target, number: int, wish: GrapplerWish) -> GrapplerRun:
    """Grappler on the graph of signature ``number``; a worker that ends while it runs is that run's error."""
    mode, inputs = wish.mode, inputs_for(target, wish.inputs)[number]
    options = dict(wish.options)
    signature, earlier = target.signatures[number], target.signatures[:number]
    request = m.RunGrappler(0, signature, earlier, mode, options, inputs, only=wish.only)
    try:
        with desk.started(grappler_environment()) as worker:
            open_module(desk, worker, target)
            choose_function(desk, worker, target)
            reply, _ = desk.ask(worker, request)
    except GraphscopeError as error:
        return GrapplerRun(mode, error=_error(error))
    assert isinstance(reply, m.GrapplerDone)
    return from_protocol.grappler_run(reply.grappler)


def compile_xla(desk: Desk, target: Target, number: int) -> XlaCompilation:
    """XLA on the graph of signature ``number``; a worker that ends while it compiles is that compilation's error."""
    try:
        with desk.started() as worker:
            open_module(desk, worker, target)
            choose_function(desk, worker, target)
            reply, _ = desk.ask(worker, m.CompileXla(0, target.signatures[number], target.signatures[:number]))
    except GraphscopeError as error:
        return XlaCompilation(error=_error(error))
    assert isinstance(reply, m.XlaDone)
    return from_protocol.xla_compilation(reply.xla)


def _error(error: GraphscopeError) -> UserError:
    if isinstance(error, WorkerError):
        return lost_error(error)
    return UserError(type(error).__name__, error.message, error.file, error.line, error.advice)
