"""Asks a real worker what Grappler or XLA makes of a function of tests/worker/modules/optimised.py."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from graphscope.launch.blocking_worker import BlockingWorker
from graphscope.model.from_protocol import grappler_run, xla_compilation
from graphscope.model.grappler import GrapplerRun, XlaCompilation
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import ConcreteFunction
from graphscope.protocol import messages as m

OPTIMISED = Path(__file__).parent / "modules" / "optimised.py"
SECONDS = 120.0


def optimised(worker: BlockingWorker, function: str, signature: str, **more: Any) -> tuple[GrapplerRun, str]:
    """The run and what was printed meanwhile; ``more`` are the further fields of RunGrappler."""
    chosen(worker, function)
    reply, output = worker.ask(m.RunGrappler(0, signature, **more), SECONDS)
    assert isinstance(reply, m.GrapplerDone)
    return grappler_run(reply.grappler), output


def compiled(
    worker: BlockingWorker, function: str, signature: str, *earlier: str, path: Path = OPTIMISED
) -> XlaCompilation:
    """What XLA makes of the function."""
    chosen(worker, function, path)
    reply, _ = worker.ask(m.CompileXla(0, signature, earlier), SECONDS)
    assert isinstance(reply, m.XlaDone)
    return xla_compilation(reply.xla)


def chosen(worker: BlockingWorker, function: str, path: Path = OPTIMISED) -> None:
    """Open the module afresh and choose the function."""
    worker.ask(m.OpenModule(0, str(path)), SECONDS)
    worker.ask(m.ChooseFunction(0, function), SECONDS)


def sides(run: GrapplerRun) -> tuple[ConcreteFunction, ConcreteFunction]:
    """The function before and after; the run must have given both."""
    assert run.error is None, run.error
    assert run.before is not None
    assert run.after is not None
    return run.before, run.after


def lines_of(graph: OpGraph, op_type: str) -> set[str]:
    """The user's innermost source lines of all nodes of one op type."""
    text = OPTIMISED.read_text(encoding="utf-8").splitlines()
    return {text[node.frames[-1].line - 1].strip() for node in graph if node.op_type == op_type and node.frames}
