"""WorkerPort: all that a session wants of a worker, so that tests can stand in for it; it starts none itself."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from graphscope.protocol.messages import Request


class WorkerPort(Protocol):
    """A worker that is started when first written to. What it answers arrives at the session's own methods."""

    def send(self, request: Request) -> None:
        """Send a request, starting a worker where there is none."""

    def cancel(self) -> None:
        """Stop the worker, whatever it is doing; the session is told of its end."""

    def discard(self) -> None:
        """Drop the worker quietly: nothing that it still says is passed on; the next request starts another."""


class Optimisers(NamedTuple):
    """The workers that are thrown away: one runs Grappler, one has XLA compile."""

    grappler: WorkerPort
    xla: WorkerPort
