"""ThrowawayRuns: what is asked of workers that are thrown away, run after run; what a run is, its owner says."""

from __future__ import annotations

import dataclasses
from collections.abc import Container
from typing import Any, Generic, Protocol, TypeVar

from graphscope.model.from_protocol import user_error
from graphscope.model.trace import UserError
from graphscope.protocol import messages as m
from graphscope.session.observers import Change
from graphscope.session.request_queue import RequestQueue
from graphscope.session.session_state import SessionState, WorkerStatus
from graphscope.session.signature_rows import SignatureRow
from graphscope.session.worker_port import WorkerPort

What = TypeVar("What")
WhatIn = TypeVar("WhatIn", contravariant=True)


class RunsOwner(Protocol[WhatIn]):
    """Who knows what is run for a row, and what to do with what comes of it."""

    def request(self, row: SignatureRow, earlier: tuple[str, ...], what: WhatIn) -> Any:
        """The request for that row; ``earlier`` are the signatures above it."""

    def answered(self, key: int, what: WhatIn, reply: Any) -> None:
        """The run gave this."""

    def failed(self, key: int, what: WhatIn, request: Any, error: UserError) -> None:
        """The run gave nothing, during that request, and why."""


class ThrowawayRuns(Generic[What]):
    """The runs that wait, each of a row, and the one under way. ``words`` name the work and its doing."""

    def __init__(self, state: SessionState, port: WorkerPort, owner: RunsOwner[What], words: tuple[str, str]) -> None:
        self.queue = RequestQueue(port, self)
        self._state = state
        self._owner = owner
        self._name, self._doing = words
        self._asked: list[tuple[int, What]] = []
        self._current: tuple[int, What] | None = None

    @property
    def busy(self) -> bool:
        """Whether a run is under way or waits."""
        return self._current is not None or bool(self._asked)

    def add(self, key: int, what: What) -> None:
        """Have this run after those that wait."""
        self._asked.append((key, what))
        self._state.tell(Change.GRAPPLER)
        self._next()

    def drop(self, keys: Container[int]) -> None:
        """Forget what waits and what is under way for these rows."""
        self._asked = [asked for asked in self._asked if asked[0] not in keys]
        if self._current is not None and self._current[0] in keys:
            self._end()
        self._state.tell(Change.GRAPPLER)

    def clear(self) -> None:
        """Forget all that waits and what is under way."""
        self._asked.clear()
        if self._current is not None:
            self._end()
        self._state.tell(Change.GRAPPLER)

    def cancel(self) -> list[tuple[int, What]]:
        """Stop the run under way; those that waited are given back, and wait no more."""
        asked, self._asked = self._asked, []
        if self._current is not None:
            self.queue.port.cancel()
        return asked

    def _next(self) -> None:
        while self._current is None and self._asked:
            key, what = self._asked.pop(0)
            row = self._state.rows.row(key)
            if row is not None:
                self._current = key, what
                self._start(row, what)

    def _start(self, row: SignatureRow, what: What) -> None:
        module, function = self._state.module, self._state.function
        if module is None or function is None:
            self._current = None
            return
        earlier = tuple(each.text for each in self._state.rows.rows[: self._state.rows.index(row.key)])
        self.queue.begin(
            m.OpenModule(0, module.path, module.arguments),
            m.ChooseFunction(0, function.expression, **dataclasses.asdict(function.options)),
            self._owner.request(row, earlier, what),
        )

    def _end(self) -> None:
        """The worker has done its work, or is not wanted any more."""
        self._current = None
        self.queue.discard()
        self._state.optimisers.pop(self._name, None)
        self._state.tell(Change.GRAPPLER, Change.WORKER)
        self._next()

    # ---- what the queue tells ----------------------------------------------------------------------------------

    def request_sent(self, request: Any) -> None:
        """Show what is being done."""
        self._status("opening the module again" if isinstance(request, m.OpenModule) else self._doing)

    def request_progressed(self, progress: m.Progress) -> None:
        """Show how far it is."""
        self._status(progress.text, progress.done, progress.total)

    def request_answered(self, request: Any, reply: Any, output: str) -> None:
        """Take in the result; the worker has done its work then."""
        if isinstance(reply, m.Failed):
            error = user_error(reply.error) or UserError("", f"{self._name} gave nothing")
            self.request_interrupted(request, error, output)
        elif isinstance(reply, (m.GrapplerDone, m.XlaDone)):
            if self._current is not None:
                self._owner.answered(*self._current, reply)
            self._end()

    def request_interrupted(self, request: Any, error: UserError, output: str) -> None:
        """The run gave nothing; its owner says why."""
        if self._current is not None:
            self._owner.failed(*self._current, request, error)
        self._end()

    def _status(self, text: str, done: int = 0, total: int = 0) -> None:
        self._state.optimisers.pop(self._name, None)
        self._state.optimisers[self._name] = WorkerStatus(activity=f"{self._name}: {text}", done=done, total=total)
        self._state.tell(Change.WORKER)
