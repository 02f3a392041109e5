"""Capture: all that a .gscope file tells of one function's traces, as values of the model; it touches no file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from graphscope.capture.arrangement import CapturedPane
from graphscope.model.grappler import GrapplerRun
from graphscope.model.trace import ConcreteFunction, Trace

SUFFIX = ".gscope"


def is_capture(path: str) -> bool:
    """Whether a file of that name is a capture."""
    return path.lower().endswith(SUFFIX)


@dataclass(frozen=True)
class CapturedFunction:
    """The function that was traced, and what it took to trace it: its module as it was asked for, and the options."""

    module: str
    expression: str
    name: str
    kind: str
    file: str | None = None
    line: int | None = None
    parameters: str = "()"
    arguments: tuple[str, ...] = ()
    """What the module's script found in sys.argv."""
    autograph: bool = True
    jit_compile: bool = False
    reduce_retracing: bool = False


@dataclass(frozen=True)
class CapturedSignature:
    """A signature as it was typed, and what came of it; Grappler's and XLA's work is part of the trace.

    ``runs`` are what Grappler made of it with other settings.
    """

    text: str
    trace: Trace
    runs: tuple[GrapplerRun, ...] = ()

    @property
    def all_runs(self) -> tuple[GrapplerRun, ...]:
        """Every run of Grappler, the trace's own first."""
        own = self.trace.grappler
        return self.runs if own is None else (own, *self.runs)


@dataclass(frozen=True)
class Capture:
    """What was traced, by which versions, and the texts of the files that it came from."""

    graphscope: str
    tensorflow: str
    python: str
    function: CapturedFunction
    signatures: tuple[CapturedSignature, ...]
    sources: Mapping[str, str] = field(default_factory=dict)
    """File → text, of every file that the traces speak of."""
    panes: tuple[CapturedPane, ...] = ()
    """How the panes stood, from left to right; () where nobody arranged them."""


def concrete_functions(capture: Capture) -> Iterator[ConcreteFunction]:
    """Every graph of the capture once, in order: traced, also until it failed; before and after Grappler and XLA."""
    seen: set[int] = set()
    for signature in capture.signatures:
        found = [signature.trace.concrete, signature.trace.partial]
        for run in signature.all_runs:
            found += [run.before, run.after, run.first, *(each.concrete for each in run.partitions)]
        compiled = signature.trace.xla
        found += [compiled.before, compiled.after] if compiled is not None else []
        for concrete in found:
            if concrete is not None and id(concrete) not in seen:
                seen.add(id(concrete))
                yield concrete


def files_spoken_of(capture: Capture) -> set[str]:
    """The files of every op, statement, generated function and error, and the function's own."""
    files = {capture.function.file}
    for concrete in concrete_functions(capture):
        for graph in (concrete.graph, *concrete.functions.values()):
            stacks = {id(stack): stack for stack in graph.stacks}
            files |= {frame.file for stack in stacks.values() for frame in stack}
    for signature in capture.signatures:
        trace = signature.trace
        files |= {statement.file for statement in trace.control_flow}
        files |= {call.file for call in trace.by_hand} | {code.file for code in trace.generated}
        made = (trace, *signature.all_runs, trace.xla)
        files |= {each.error.file for each in made if each is not None and each.error}
    return {file for file in files if file}
