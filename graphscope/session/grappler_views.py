"""Asks throw-away workers what Grappler makes of rows, one after another; the main worker is not touched."""

from __future__ import annotations

import dataclasses
from typing import Any

from graphscope.model.from_protocol import grappler_run, user_error
from graphscope.model.trace import UserError
from graphscope.protocol import messages as m
from graphscope.session.observers import Change
from graphscope.session.request_queue import RequestQueue
from graphscope.session.session_state import SessionState, WorkerStatus
from graphscope.session.signature_rows import SignatureRow
from graphscope.session.worker_port import WorkerPort

RUN = "run"
STATIC = "static"


class GrapplerViews:
    """The conversations with the workers that may die."""

    def __init__(self, state: SessionState, port: WorkerPort) -> None:
        self._state = state
        self.queue = RequestQueue(port, self)
        self.mode = RUN
        self.consented = False
        """Whether the user asked for runs by name, so that nothing need be explained."""
        self._asked: list[int] = []
        self._current: int | None = None

    @property
    def busy(self) -> bool:
        """Whether a run is under way or waits."""
        return self._current is not None or bool(self._asked)

    def ask(self, key: int) -> None:
        """Have the row's graph optimised, unless it was or is about to be."""
        row = self._state.rows.row(key)
        if row is None or row.grappler is not None or row.grappler_waits or self._state.capture is not None:
            return
        row.grappler_waits, row.grappler_error = True, ""
        self._asked.append(key)
        self._state.tell(Change.GRAPPLER)
        self._next()

    def forget(self) -> None:
        """Drop every run under way: the rows are traced anew or are gone."""
        for row in self._state.rows:
            row.grappler, row.grappler_waits, row.grappler_error = None, False, ""
        self._asked.clear()
        if self._current is not None:
            self._finished()
        self._state.tell(Change.GRAPPLER)

    def drop(self, *keys: int) -> None:
        """Forget what Grappler made of these rows, and stop what is under way for them."""
        self._asked = [key for key in self._asked if key not in keys]
        for row in self._state.rows:
            if row.key in keys:
                row.grappler, row.grappler_waits, row.grappler_error = None, False, ""
        if self._current in keys:
            self._finished()
        self._state.tell(Change.GRAPPLER)

    def cancel(self) -> None:
        """Stop the run under way, and those that wait."""
        for row in self._state.rows:
            if row.grappler_waits and row.key != self._current:
                row.grappler_waits, row.grappler_error = False, "cancelled"
        self._asked.clear()
        if self._current is not None:
            self.queue.port.cancel()

    def _next(self) -> None:
        while self._current is None and self._asked:
            row = self._state.rows.row(self._asked.pop(0))
            if row is not None:
                self._current = row.key
                self._start(row)

    def _start(self, row: SignatureRow) -> None:
        module, function = self._state.module, self._state.function
        if module is None or function is None:
            self._current = None
            return
        earlier = tuple(each.text for each in self._state.rows.rows[: self._state.rows.index(row.key)])
        options = dataclasses.asdict(function.options)
        self.queue.begin(
            m.OpenModule(0, module.path, module.arguments),
            m.ChooseFunction(0, function.expression, **options),
            m.RunGrappler(0, row.text, earlier, self.mode, inputs=row.grappler_inputs if self.mode == RUN else None),
        )

    # ---- what the queue tells ----------------------------------------------------------------------------------

    def request_sent(self, request: Any) -> None:
        """Show what is being done."""
        self._status("Grappler: " + ("opening the module again" if isinstance(request, m.OpenModule) else "running"))

    def request_progressed(self, progress: m.Progress) -> None:
        """Show how far it is."""
        self._status(f"Grappler: {progress.text}", progress.done, progress.total)

    def request_answered(self, request: Any, reply: Any, output: str) -> None:
        """Take in the result; the worker has done its work then."""
        row = self._row()
        if isinstance(reply, m.GrapplerDone) and row is not None:
            row.grappler = grappler_run(reply.grappler)
            if row.grappler.error is not None:
                row.grappler_error = _words(row.grappler.error)
        elif isinstance(reply, m.Failed):
            error = user_error(reply.error)
            self.request_interrupted(request, error or UserError("", "the run failed"), output)
            return
        if isinstance(reply, m.GrapplerDone):
            self._finished()

    def request_interrupted(self, request: Any, error: UserError, output: str) -> None:
        """The run gave nothing; the row says why."""
        row = self._row()
        if row is not None:
            row.grappler_error = _words(error)
        self._finished()

    def _row(self) -> SignatureRow | None:
        return None if self._current is None else self._state.rows.row(self._current)

    def _finished(self) -> None:
        row = self._row()
        if row is not None:
            row.grappler_waits = False
        self._current = None
        self.queue.discard()
        self._state.optimiser = WorkerStatus()
        self._state.tell(Change.GRAPPLER, Change.WORKER)
        self._next()

    def _status(self, activity: str, done: int = 0, total: int = 0) -> None:
        self._state.optimiser = WorkerStatus(activity=activity, done=done, total=total)
        self._state.tell(Change.WORKER)


def _words(error: UserError) -> str:
    told = error.message[:1].upper() + error.message[1:]
    return f"{told}\n\n{error.advice}" if error.advice else told
