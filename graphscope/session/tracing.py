"""Opens the module and traces the rows on the main worker, in order, on a function object made afresh each time."""

from __future__ import annotations

import dataclasses
from typing import Any

from graphscope.errors import FreshWorkerError
from graphscope.model.from_protocol import trace as trace_of
from graphscope.model.from_protocol import user_error
from graphscope.model.trace import Trace, UserError
from graphscope.protocol import messages as m
from graphscope.session.module_opening import ChosenFunction, OpenedModule, stamps_of
from graphscope.session.observers import Change
from graphscope.session.request_queue import RequestQueue
from graphscope.session.session_state import SessionState, WorkerStatus
from graphscope.session.signature_rows import RowState, SignatureRow
from graphscope.session.worker_port import WorkerPort


class Tracing:
    """The conversation with the main worker."""

    def __init__(self, state: SessionState, port: WorkerPort) -> None:
        self._state = state
        self.queue = RequestQueue(port, self)
        self._in_worker: OpenedModule | None = None
        self._earlier: list[Trace] = []
        self._openings = 0
        """How often the present worker was asked to open a module."""

    @property
    def busy(self) -> bool:
        """Whether something is being opened or traced."""
        return self.queue.busy

    def open(self, path: str, arguments: tuple[str, ...]) -> None:
        """Open a module in the worker that is there; one that is still at something else is replaced."""
        if self.queue.running is not None:
            self._new_worker()
        self._in_worker = None
        self._state.module = OpenedModule(path, arguments)
        self.queue.begin(self._open_request())

    def leave(self) -> None:
        """The module is of no interest any more; a worker that is still at something is dropped."""
        if self.queue.running is not None:
            self._new_worker()
            self._state.worker = WorkerStatus()
        self._in_worker = None

    def trace(self, reopen: bool = False) -> None:
        """Trace every row, in order; the module is opened again where that is wanted or a source of it has changed."""
        state = self._state
        if state.module is None or state.function is None:
            return
        reopen = reopen or self._in_worker is None or bool(self._in_worker.changed_files())
        self._earlier = []
        requests: list[Any] = [self._open_request()] if reopen else []
        requests.append(self._choose_request(state.function))
        for number, row in enumerate(state.rows):
            if row.state not in (RowState.WAITING, RowState.TRACING):
                row.before = row.state
            row.number, row.state = number, RowState.WAITING
            requests.append(m.TraceSignature(0, number, row.text))
        self.queue.begin(*requests)
        state.tell(Change.ROWS)

    def _new_worker(self) -> None:
        self.queue.discard()
        self._in_worker, self._openings = None, 0
        self._state.worker = WorkerStatus(activity="starting a worker")
        self._state.tell(Change.WORKER)

    def _open_request(self) -> m.OpenModule:
        assert self._state.module is not None
        return m.OpenModule(0, self._state.module.path, self._state.module.arguments)

    def _choose_request(self, function: ChosenFunction) -> m.ChooseFunction:
        return m.ChooseFunction(0, function.expression, **dataclasses.asdict(function.options))

    # ---- what the queue tells ----------------------------------------------------------------------------------

    def request_sent(self, request: Any) -> None:
        """Show what is being done."""
        if isinstance(request, m.OpenModule):
            self._openings += 1
            activity = f"opening {request.path}"
            self._state.step = activity
        elif isinstance(request, m.ChooseFunction):
            activity = f"looking up {request.function}"
            self._state.step = activity
        else:
            row = self._state.rows.of_number(request.number)
            letter = self._state.rows.letter(row.key) if row else ""
            activity = f"tracing {letter}"
            self._state.step = f"{activity}  {request.signature}"
            if row is not None:
                row.state = RowState.TRACING
                self._state.tell(Change.ROWS)
        if self._state.worker.ready is None:
            activity = "starting a worker with TensorFlow"
        self._status(activity=activity, done=0, total=0, ending="", advice="")

    def request_progressed(self, progress: m.Progress) -> None:
        """Show how far it is."""
        self._status(activity=progress.text, done=progress.done, total=progress.total)

    def request_answered(self, request: Any, reply: Any, output: str) -> None:
        """Take in what came of it."""
        if isinstance(reply, m.ModuleOpened):
            self._opened(request, reply)
        elif isinstance(reply, m.FunctionChosen):
            self._chosen(reply)
        elif isinstance(reply, m.SignatureTraced):
            self._traced(reply, output)
        elif isinstance(reply, m.Failed):
            self._failed(request, _error_of(reply), reply.exit_code, output)
        if not self.queue.busy:
            self._status(activity="", done=0, total=0)

    def request_interrupted(self, request: Any, error: UserError, output: str) -> None:
        """The worker is gone: what was traced stays, what was running has failed, the rest is skipped."""
        self._in_worker, self._openings = None, 0
        self._state.worker = WorkerStatus(ending=error.message, advice=error.advice)
        if request is not None:
            self._failed(request, error, 4, output)
        self._state.tell(Change.WORKER)

    # ---- outcomes ----------------------------------------------------------------------------------------------

    def _opened(self, request: m.OpenModule, reply: m.ModuleOpened) -> None:
        state = self._state
        state.sources.add(reply.sources)
        state.module = self._in_worker = OpenedModule(
            path=request.path,
            arguments=request.arguments,
            file=reply.file,
            name=reply.name,
            functions=reply.functions,
            warnings=reply.warnings,
            stamps=stamps_of(reply.file, reply.sources),
        )
        state.tell(Change.MODULE)

    def _chosen(self, reply: m.FunctionChosen) -> None:
        function = self._state.function
        if function is not None:
            self._state.function = dataclasses.replace(
                function,
                name=reply.name,
                kind=reply.kind,
                file=reply.file,
                line=reply.line,
                parameters=reply.parameters,
                error=None,
                exit_code=0,
            )
        self._state.tell(Change.FUNCTION)

    def _traced(self, reply: m.SignatureTraced, output: str) -> None:
        self._state.sources.add(reply.trace.sources)
        trace = trace_of(reply.trace, output, self._earlier)
        self._earlier.append(trace)
        row = self._state.rows.of_number(reply.number)
        if row is not None:
            self._finish(row, trace)

    def _failed(self, request: Any, error: UserError, exit_code: int, output: str) -> None:
        state = self._state
        state.sources.read_here(error.file)
        if isinstance(request, m.TraceSignature):
            trace = Trace(signature=request.signature, outcome="failed", output=output, error=error)
            self._earlier.append(trace)
            row = state.rows.of_number(request.number)
            if row is not None:
                self._finish(row, trace)
        elif isinstance(request, m.ChooseFunction) and state.function is not None:
            state.function = dataclasses.replace(state.function, error=error, exit_code=exit_code)
            self.queue.give_up()
            state.tell(Change.FUNCTION)
        elif isinstance(request, m.OpenModule) and state.module is not None:
            if error.type == FreshWorkerError.__name__ and self._openings > 1:
                self._open_in_new_worker(request)
                return
            self._in_worker = None
            state.module = dataclasses.replace(state.module, error=error, exit_code=exit_code)
            self.queue.give_up()
            self._keep_what_was()
            state.tell(Change.MODULE, Change.ROWS)
        if not self.queue.busy:
            self._skip_the_rest()

    def _open_in_new_worker(self, request: m.OpenModule) -> None:
        """What needs a worker that has done nothing yet gets one, and then all that was asked for."""
        requests = (request, *self.queue.waiting)
        self._new_worker()
        self.queue.begin(*requests)

    def _keep_what_was(self) -> None:
        """The module did not open again: what was traced of it before is still shown."""
        for row in self._state.rows:
            if row.state in (RowState.WAITING, RowState.TRACING) and row.trace is not None:
                row.state = row.before

    def _finish(self, row: SignatureRow, trace: Trace) -> None:
        row.state, row.trace = RowState(trace.outcome), trace
        row.outcomes.known.clear()
        self._state.tell(Change.ROWS)

    def _skip_the_rest(self) -> None:
        for row in self._state.rows:
            if row.state in (RowState.WAITING, RowState.TRACING):
                self._finish(row, Trace(signature=row.text, outcome="skipped"))

    def _status(self, **changes: Any) -> None:
        self._state.worker = dataclasses.replace(self._state.worker, **changes)
        self._state.tell(Change.WORKER)


def _error_of(reply: m.Failed) -> UserError:
    error = user_error(reply.error)
    assert error is not None
    return error
