"""Requests of one worker, sent one after another; late answers are dropped. What they mean is the session's."""

from __future__ import annotations

import dataclasses
from collections import deque
from typing import Any, Protocol

from graphscope.model.trace import UserError
from graphscope.protocol import messages as m
from graphscope.session.worker_port import WorkerPort


class QueueListener(Protocol):
    """Who hears of the requests of a queue."""

    def request_sent(self, request: Any) -> None:
        """The request is being worked on from now."""

    def request_answered(self, request: Any, reply: Any, output: str) -> None:
        """Its final reply came, with what the user's code printed meanwhile."""

    def request_progressed(self, progress: m.Progress) -> None:
        """How far the running request is."""

    def request_interrupted(self, request: Any, error: UserError, output: str) -> None:
        """The worker ended before it answered; ``request`` is None when nothing was asked. The queue is empty now."""


class RequestQueue:
    """One request under way at a time; a new batch makes what is still under way stale."""

    def __init__(self, port: WorkerPort, listener: QueueListener) -> None:
        self.port = port
        self._listener = listener
        self._waiting: deque[Any] = deque()
        self._running: Any = None
        self._generation = 0
        self.whereabouts: m.Whereabouts | None = None

    @property
    def generation(self) -> int:
        """The number that answers must carry to be heard."""
        return self._generation

    @property
    def busy(self) -> bool:
        """Whether a request of this generation is under way or waiting."""
        return bool(self._waiting) or (self._running is not None and not self._stale(self._running))

    @property
    def running(self) -> Any:
        """The request that is being worked on, stale ones included, or None."""
        return self._running

    @property
    def waiting(self) -> tuple[Any, ...]:
        """The requests that will be sent after the running one."""
        return tuple(self._waiting)

    def begin(self, *requests: Any) -> None:
        """Start a new batch; the answer to what is still under way will be dropped."""
        self._generation += 1
        self._waiting.clear()
        self.add(*requests)

    def add(self, *requests: Any) -> None:
        """Put more requests at the end of this batch."""
        self._waiting.extend(dataclasses.replace(each, generation=self._generation) for each in requests)
        self._send_next()

    def ask_whereabouts(self) -> None:
        """Ask which line of the user's is running."""
        if self._running is not None:
            self.port.send(m.WhereAreYou(self._running.generation))

    def discard(self) -> None:
        """Forget everything and drop the worker quietly."""
        self._generation += 1
        self._waiting.clear()
        self._running = None
        self.whereabouts = None
        self.port.discard()

    def received(self, reply: Any, output: str) -> None:
        """A reply of the worker came."""
        if isinstance(reply, m.Whereabouts):
            self.whereabouts = reply
            return
        if self._running is None or reply.generation != self._running.generation:
            return
        stale = self._stale(self._running)
        if isinstance(reply, m.Progress):
            if not stale:
                self._listener.request_progressed(reply)
            return
        request, self._running, self.whereabouts = self._running, None, None
        if not stale:
            self._listener.request_answered(request, reply, output)
        self._send_next()

    def ended(self, error: UserError, output: str) -> None:
        """The worker is gone; what was asked of it in this generation will not be answered."""
        request, self._running = self._running, None
        where, self.whereabouts = self.whereabouts, None
        if request is not None and self._stale(request):
            self._send_next()
            return
        self._waiting.clear()
        if where is not None and error.line is None:
            error = dataclasses.replace(error, file=where.file, line=where.loop_line or where.line)
        self._listener.request_interrupted(request, error, output)

    def give_up(self) -> None:
        """Send nothing more of this batch."""
        self._waiting.clear()

    def _stale(self, request: Any) -> bool:
        return bool(request.generation != self._generation)

    def _send_next(self) -> None:
        if self._running is None and self._waiting:
            self._running = self._waiting.popleft()
            self._listener.request_sent(self._running)
            self.port.send(self._running)
