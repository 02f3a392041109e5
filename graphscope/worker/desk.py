"""Hands each request to the part of the worker that does it, and holds what is open and chosen; it knows no frames."""

from __future__ import annotations

import os
from typing import Any, Callable, Dict, Optional

from graphscope.errors import ProtocolError, UsageError
from graphscope.protocol import messages as m

Report = Callable[[str, int, int], None]
"""Tells the window what is being done, and how far it is: text, done, total."""


class Desk:
    """The state of one worker: the opened module, the chosen function and its tracer."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._opened: Any = None
        self._chosen: Any = None
        self._tracer: Any = None
        self._handlers: Dict[type, Callable[[Any], Any]] = {
            m.OpenModule: self.open_module,
            m.ChooseFunction: self.choose_function,
            m.TraceSignature: self.trace_signature,
            m.RunGrappler: self.run_grappler,
            m.CompileXla: self.compile_xla,
        }

    def answer(self, request: Any) -> Any:
        """The final reply to ``request``. Raises whatever the user's code or a handler raises."""
        handler = self._handlers.get(type(request))
        if handler is None:
            raise ProtocolError(f"{type(request).__name__} is no request that a worker can answer now")
        return handler(request)

    def open_module(self, request: m.OpenModule) -> m.ModuleOpened:
        """Open a module; what was open before is let go."""
        from graphscope.worker.find_functions import find_functions
        from graphscope.worker.implicit_code import runs_implicitly
        from graphscope.worker.installed_watch import installed_watch
        from graphscope.worker.open_module import open_module

        self._report(f"opening {os.path.basename(request.path) or request.path}", 0, 0)
        self._opened = self._chosen = self._tracer = None
        installed_watch()  # before any code of the user's can have AutoGraph convert something
        opened = open_module(request.path, request.arguments)
        self._opened = opened
        functions = find_functions(opened)
        runs_implicitly()  # reads the user's files now, so that the first trace need not
        return m.ModuleOpened(
            request.generation, opened.file, opened.name, functions, tuple(opened.sources), tuple(opened.warnings)
        )

    def choose_function(self, request: m.ChooseFunction) -> m.FunctionChosen:
        """Choose the function that signatures are traced on, afresh: no earlier trace is known to it."""
        from graphscope.worker.choose_function import choose_function
        from graphscope.worker.trace_function import Tracer

        opened = _needed(self._opened, "no module is open", "Open a module first.")
        self._report(f"looking up {request.function}", 0, 0)
        self._chosen = self._tracer = None
        chosen = choose_function(opened, request)
        self._tracer = Tracer(opened, chosen, self._report)
        self._chosen = chosen
        return m.FunctionChosen(
            request.generation,
            chosen.name,
            chosen.kind,
            chosen.file,
            chosen.line,
            chosen.parameters,
            chosen.input_signature,
        )

    def trace_signature(self, request: m.TraceSignature) -> m.SignatureTraced:
        """Trace one signature on the chosen function."""
        tracer = _needed(self._tracer, "no function is chosen", "Choose a function first.")
        self._report(f"tracing {request.signature}", 0, 0)
        return m.SignatureTraced(request.generation, request.number, tracer.trace(request.number, request.signature))

    def run_grappler(self, request: m.RunGrappler) -> m.GrapplerDone:
        """Have Grappler optimise the chosen function's graph."""
        from graphscope.worker.run_grappler import run_grappler

        chosen = _needed(self._chosen, "no function is chosen", "Choose a function first.")
        doing = "running the function to see what Grappler does" if request.mode == "run" else "asking Grappler"
        self._report(doing, 0, 0)
        return m.GrapplerDone(request.generation, run_grappler(self._opened, chosen, request, self._report))

    def compile_xla(self, request: m.CompileXla) -> m.XlaDone:
        """Have XLA compile the chosen function."""
        from graphscope.worker.compile_xla import compile_xla

        chosen = _needed(self._chosen, "no function is chosen", "Choose a function first.")
        self._report("compiling with XLA", 0, 0)
        return m.XlaDone(request.generation, compile_xla(self._opened, chosen, request, self._report))


def _needed(value: Optional[Any], message: str, advice: str) -> Any:
    if value is None:
        raise UsageError(message, advice=advice)
    return value
