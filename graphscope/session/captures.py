"""Captures: opens .gscope files in place of a module and saves what was traced; reading and writing is the port's."""

from __future__ import annotations

import dataclasses
from typing import Protocol

from graphscope import __version__
from graphscope.capture.capture import Capture, CapturedFunction, CapturedSignature, is_capture
from graphscope.errors import GraphscopeError
from graphscope.model.grappler import GrapplerRun
from graphscope.model.trace import UserError
from graphscope.protocol.messages import Ready
from graphscope.protocol.records import FoundFunction
from graphscope.session.grappler_wish import Outcome, Outcomes, Wish, read_options
from graphscope.session.kept_panes import kept_panes, restored_panes
from graphscope.session.module_opening import ChosenFunction, FunctionOptions, OpenedModule
from graphscope.session.observers import Change
from graphscope.session.pane_views import PaneViews
from graphscope.session.panes import Panes
from graphscope.session.session_state import SessionState, WorkerStatus
from graphscope.session.signature_rows import RowState, SignatureRow

NO_RUN = "This capture holds no Grappler run of this signature.\n\nOpen the module it was made of to run it."
_DONE = (RowState.TRACED, RowState.REUSED, RowState.FAILED, RowState.SKIPPED)


class CapturePort(Protocol):
    """Reads and writes captures. What comes of it arrives at the methods of Captures."""

    def read(self, path: str) -> None:
        """Read a capture; what is still being read has been overtaken."""

    def write(self, path: str, capture: Capture) -> None:
        """Write a capture, whole or not at all."""

    def cancel(self) -> None:
        """Read no further."""


class Captures:
    """The conversation with the port, and what is shown of a capture."""

    def __init__(self, state: SessionState, port: CapturePort, views: PaneViews) -> None:
        self._state = state
        self._views = views
        self._port = port
        self._ready: Ready | None = None
        self.reading = False
        self.status = WorkerStatus()
        state.observers.on(Change.WORKER, self._remember_worker)

    @property
    def shown(self) -> bool:
        """Whether a capture is what is open, or was to be opened."""
        module = self._state.module
        return module is not None and is_capture(module.path)

    @property
    def can_save(self) -> bool:
        """Whether there is something traced."""
        return bool(self._rows())

    # ---- opening -----------------------------------------------------------------------------------------------

    def open(self, path: str) -> None:
        """Open a capture in place of a module."""
        self._state.module = OpenedModule(path)
        self.reading, self.status = True, WorkerStatus(activity=f"reading {path}")
        self._port.read(path)

    def leave(self) -> None:
        """Something else is opened."""
        self._state.capture = None
        self.reading = False
        self._port.cancel()

    def cancel(self) -> None:
        """Read no further; F5 reads it again."""
        module = self._state.module
        if self.reading and module is not None:
            self._port.cancel()
            self._failed(
                UserError("Cancelled", f"{module.path} was not read to its end", advice="Press F5 to read it.")
            )

    def read_progressed(self, activity: str, done: int, total: int) -> None:
        """How far reading is."""
        self.status = WorkerStatus(activity=activity, done=done, total=total)
        self._state.tell(Change.WORKER)

    def opened(self, capture: Capture) -> None:
        """Show it as it was when it was saved."""
        state, function = self._state, capture.function
        if state.module is None or not self.reading:
            return
        self.reading, self.status = False, WorkerStatus()
        state.capture = capture
        state.sources.texts.update(capture.sources)
        found = FoundFunction(
            function.expression, function.name, function.kind, function.file, function.line, function.parameters
        )
        state.module = OpenedModule(state.module.path, file=state.module.path, name=function.module, functions=(found,))
        state.function = ChosenFunction(
            function.expression,
            FunctionOptions(function.autograph, function.jit_compile, function.reduce_retracing),
            function.name,
            function.kind,
            function.file,
            function.line,
            function.parameters,
        )
        state.rows.fill(tuple(each.text for each in capture.signatures))
        for number, (row, signature) in enumerate(zip(state.rows, capture.signatures, strict=True)):
            self._fill(row, number, signature)
        if capture.panes:
            self._views.restore(restored_panes(capture.panes, [row.key for row in state.rows]))
        # Rows first: they open the panes, whose graphs are laid out elsewhere while all else is shown.
        state.tell(Change.ROWS, Change.MODULE, Change.FUNCTION, Change.GRAPPLER, Change.WORKER)

    def refused(self, error: GraphscopeError) -> None:
        """It cannot be read, or not by this version."""
        if self.reading:
            self._failed(UserError(type(error).__name__, error.message, advice=error.advice), error.exit_code)

    def _failed(self, error: UserError, exit_code: int = 3) -> None:
        self.reading, self.status = False, WorkerStatus()
        if self._state.module is not None:
            self._state.module = dataclasses.replace(self._state.module, error=error, exit_code=exit_code)
        self._state.tell(Change.MODULE, Change.WORKER)

    def _fill(self, row: SignatureRow, number: int, signature: CapturedSignature) -> None:
        trace = signature.trace
        row.number, row.trace, row.state = number, trace, RowState(trace.outcome)
        row.outcomes = Outcomes(_wish(trace.grappler))
        for run in signature.all_runs or (None,):
            row.outcomes.known.setdefault(_wish(run), Outcome(run, error=_why_no_graph(run)))
        if trace.output:
            self._state.step = f"tracing {self._state.rows.letter(row.key)}  {signature.text}"
            self._state.print(trace.output)

    # ---- what cannot be done with a capture ---------------------------------------------------------------------

    def refuses(self, wish: str) -> bool:
        """Whether a capture is open, which cannot do that; the user is told what to do instead."""
        capture, module = self._state.capture, self._state.module
        if capture is None or module is None:
            return False
        self._state.say(f"{module.name_shown} is a capture: open {capture.function.module} {wish}")
        return True

    # ---- saving ------------------------------------------------------------------------------------------------

    def save(self, path: str) -> None:
        """Write what is traced now into a file."""
        capture = self.captured()
        if capture is not None:
            self._port.write(path, capture)

    def saved(self, path: str) -> None:
        """It is written."""
        left = len(self._state.rows) - len(self._rows())
        without = f" without {left} signature{'' if left == 1 else 's'} not traced" if left else ""
        self._state.say(f"Saved as {path}{without}", fault=False)

    def not_saved(self, error: GraphscopeError) -> None:
        """It could not be written."""
        self._state.say(f"{error.message}. {error.advice}".rstrip())

    def captured(self) -> Capture | None:
        """What is traced now, in the order of tracing; None where nothing is."""
        rows, function = self._rows(), self._function()
        places = {row.number: place for place, row in enumerate(rows)}
        signatures = []
        for row in rows:
            assert row.trace is not None
            trace = dataclasses.replace(
                row.trace, reuses=places.get(row.trace.reuses) if row.trace.reuses is not None else None
            )
            others = tuple(
                each.run
                for each in row.outcomes.known.values()
                if each.run is not None and each.run is not row.grappler
            )
            signatures.append(CapturedSignature(row.text, dataclasses.replace(trace, grappler=row.grappler), others))
        if function is None or not signatures:
            return None
        panes = self._views.panes if self._views.are_arranged else Panes()
        kept = kept_panes(panes, {row.key: place for place, row in enumerate(rows)})
        return Capture(*self._versions(), function, tuple(signatures), dict(self._state.sources.texts), kept)

    def _rows(self) -> list[SignatureRow]:
        rows = [row for row in self._state.rows if row.trace is not None and row.state in _DONE]
        return sorted(rows, key=lambda row: -1 if row.number is None else row.number)

    def _function(self) -> CapturedFunction | None:
        if self._state.capture is not None:
            return self._state.capture.function
        module, function = self._state.module, self._state.function
        if module is None or function is None:
            return None
        return CapturedFunction(
            module=module.path,
            expression=function.expression,
            name=function.name or function.expression,
            kind=function.kind,
            file=function.file,
            line=function.line,
            parameters=function.parameters,
            arguments=module.arguments,
            **dataclasses.asdict(function.options),
        )

    def _versions(self) -> tuple[str, str, str]:
        """Of what traced; the worker may be gone since."""
        capture, ready = self._state.capture, self._ready
        if capture is not None:
            return capture.graphscope, capture.tensorflow, capture.python
        return __version__, ready.tensorflow if ready else "", ready.python if ready else ""

    def _remember_worker(self) -> None:
        self._ready = self._state.worker.ready or self._ready


def _wish(run: GrapplerRun | None) -> Wish:
    """What was asked for; what the function was called with is known in words only."""
    return Wish() if run is None else Wish(run.mode, read_options(run.options), only=run.only)


def _why_no_graph(run: GrapplerRun | None) -> str:
    if run is None:
        return NO_RUN
    return "" if run.error is None else f"{run.error.message}\n\n{run.error.advice}".strip()
