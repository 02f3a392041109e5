"""A worker for the command line, which asks one thing at a time and waits for the answer; the window does not wait."""

from __future__ import annotations

import dataclasses
import os
import queue
import time
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any

from graphscope.errors import GraphscopeError, ModuleError, UsageError, WorkerError
from graphscope.launch.connection import WorkerConnection
from graphscope.launch.ending import Ending
from graphscope.launch.events import Arrived, Ended, Event
from graphscope.launch.steps import step_name
from graphscope.protocol import messages as m

START_SECONDS = 180.0
"""TensorFlow takes seconds to import, on a cold network disk a minute; only a command that hangs takes longer."""
_END_SECONDS = 10.0
_SAMPLES = 5
_SAMPLING_SECONDS = 2.0
_BETWEEN_SAMPLES = 0.05
_SLICE = 0.5
_ERRORS: dict[int, type[GraphscopeError]] = {2: UsageError, 3: ModuleError, 4: WorkerError}
_OWN_ERRORS = {"UsageError", "ModuleError", "WorkerError", "ProtocolError"}

OnProgress = Callable[[m.Progress], None]


class StepTimedOut(WorkerError):
    """A step took too long; ``file`` and ``line`` tell where it was: the line of the loop, where there is one."""


class BlockingWorker:
    """A running worker: ``with BlockingWorker(prefix) as worker: reply, output = worker.ask(OpenModule(0, path))``."""

    def __init__(
        self,
        prefix: Sequence[str],
        environment: Mapping[str, str] | None = None,
        working_folder: str | None = None,
        start_timeout: float = START_SECONDS,
    ) -> None:
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._connection = WorkerConnection(prefix, self._events.put, environment, working_folder)
        self._start_timeout = start_timeout
        self._generation = 0
        self._ended: Ended | None = None
        self.ready: m.Ready | None = None
        self.last_output = ""
        """What the last step printed, also where it failed, ran out of time or ended the worker."""

    def __enter__(self) -> BlockingWorker:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._connection.close()
        else:
            self._connection.cancel()
        self._connection.wait(_END_SECONDS)

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until the worker has ended; whether it has."""
        return self._connection.wait(timeout)

    def start(self, on_progress: OnProgress | None = None) -> m.Ready:
        """Start the worker and wait until it has TensorFlow. Raises WorkerError."""
        self._connection.start()
        try:
            reply, _ = self._answer(m.Hello(m.PROTOCOL, ""), self._start_timeout, on_progress)
        except BaseException:
            self._connection.cancel()
            self._connection.wait(_END_SECONDS)
            raise
        assert isinstance(reply, m.Ready)
        self.ready = reply
        return reply

    def ask(self, request: Any, timeout: float | None = None, on_progress: OnProgress | None = None) -> tuple[Any, str]:
        """The final reply to ``request`` and what was printed meanwhile; the request's generation is filled in here.

        Raises StepTimedOut, after which the worker is gone; WorkerError where it ended; and what Failed tells.
        """
        if self._ended is not None:
            raise WorkerError(self._ended.sentence, advice=self._ended.advice)
        self.last_output = ""
        self._generation += 1
        numbered = dataclasses.replace(request, generation=self._generation)
        self._connection.send(numbered)
        return self._answer(numbered, timeout, on_progress)

    def _answer(self, request: Any, timeout: float | None, on_progress: OnProgress | None) -> tuple[Any, str]:
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            event = self._next(deadline)
            if event is None:
                raise self._timed_out(request, timeout or 0.0)
            if isinstance(event, Ended):
                raise WorkerError(event.sentence, advice=event.advice)
            if not isinstance(event, Arrived) or event.message.generation != request.generation:
                continue
            if isinstance(event.message, m.Failed):
                raise _raised(event.message, request)
            if isinstance(event.message, m.FINAL_REPLIES):
                return event.message, event.output
            if isinstance(event.message, m.Progress) and on_progress is not None:
                on_progress(event.message)

    def _next(self, deadline: float | None) -> Event | None:
        """The next event; None where the deadline passes first."""
        event = self._waited_for(deadline)
        if event is None:
            return None
        if isinstance(event, Ended):
            self._ended = event
        if isinstance(event, (Ended, Arrived)):
            self.last_output += event.output
        return event

    def _waited_for(self, deadline: float | None) -> Event | None:
        """Wait in slices: an interrupt that comes just before a wait would be heard only after it."""
        while True:
            left = _SLICE if deadline is None else max(0.0, deadline - time.monotonic())
            try:
                return self._events.get(timeout=min(_SLICE, left))
            except queue.Empty:
                if left < _SLICE:
                    return None

    def _timed_out(self, request: Any, seconds: float) -> StepTimedOut:
        """Ask where the worker is, end it, and tell both."""
        place = self._whereabouts(request.generation)
        self._connection.cancel(Ending.TIMED_OUT)
        if self._connection.wait(_END_SECONDS):
            while self._ended is None:
                self._next(None)
        what = f"{step_name(request)} took longer than {seconds:g} s"
        advice = Ending.TIMED_OUT.advice if not isinstance(request, m.Hello) else Ending.NOT_PYTHON.advice
        if place is None or place.file is None:
            return StepTimedOut(what, advice=advice)
        name = os.path.basename(place.file)
        where = f"line {place.line}" if step_name(request).endswith(name) else f"{name}, line {place.line}"
        message = f"{what}; it was at {where}"
        if place.loop_line is not None:
            message += f", in the loop of line {place.loop_line}"
        return StepTimedOut(message, file=place.file, line=place.loop_line or place.line, advice=advice)

    def _whereabouts(self, generation: int) -> m.Whereabouts | None:
        """Where the user's code is; asked some times, since not each of its lines need stand in the loop at fault."""
        best = None
        deadline = time.monotonic() + _SAMPLING_SECONDS
        for _ in range(_SAMPLES):
            self._connection.ask_whereabouts(generation)
            answer = self._awaited_whereabouts(deadline)
            if answer is None:
                break
            if answer.file is not None:
                best = answer
            if answer.loop_line is not None:
                break
            self._next(min(deadline, time.monotonic() + _BETWEEN_SAMPLES))
        return best

    def _awaited_whereabouts(self, deadline: float) -> m.Whereabouts | None:
        while (event := self._next(deadline)) is not None and self._ended is None:
            if isinstance(event, Arrived) and isinstance(event.message, m.Whereabouts):
                return event.message
        return None


def _raised(failed: m.Failed, request: m.Request) -> GraphscopeError:
    """The error that a Failed reply tells of; an error of the user's code keeps the name of its type."""
    error = failed.error
    ours = error.type in _OWN_ERRORS or isinstance(request, m.Hello)
    message = error.message if ours else f"{error.type}: {error.message}".removesuffix(": ")
    kind = _ERRORS.get(failed.exit_code, GraphscopeError)
    return kind(message, file=error.file, line=error.line, advice=error.advice)
