"""The legal order of replies: Ready first, then for each request any Progress and one final reply."""

from __future__ import annotations

from typing import Any, Dict, Tuple

from graphscope.errors import ProtocolError
from graphscope.protocol import messages as m

_ANSWERS: Dict[type, Tuple[type, ...]] = {
    m.Hello: (m.Ready, m.Failed),
    m.OpenModule: (m.ModuleOpened, m.Failed),
    m.ChooseFunction: (m.FunctionChosen, m.Failed),
    m.TraceSignature: (m.SignatureTraced, m.Failed),
    m.RunGrappler: (m.GrapplerDone, m.Failed),
    m.CompileXla: (m.XlaDone, m.Failed),
}


class ReplyOrder:
    """Follows one conversation and refuses a reply that may not come now.

    Requests are queued by the worker, so several may be under way; they are answered in the order they were sent.
    WhereAreYou and Whereabouts are outside the order.
    """

    def __init__(self) -> None:
        self._waiting: list[Any] = []

    @property
    def idle(self) -> bool:
        """Whether every request has had its final reply."""
        return not self._waiting

    @property
    def current(self) -> Any:
        """The request that is being worked on: the oldest without its final reply, or None."""
        return self._waiting[0] if self._waiting else None

    def sent(self, request: Any) -> None:
        """Note a request that has gone out."""
        if not isinstance(request, m.WhereAreYou):
            self._waiting.append(request)

    def received(self, reply: Any) -> Any:
        """Check a reply that has come in and return the request it belongs to. Raises ProtocolError."""
        if isinstance(reply, m.Whereabouts):
            return None
        if not self._waiting:
            raise ProtocolError(f"{type(reply).__name__} came though nothing was asked")
        request = self._waiting[0]
        if reply.generation != request.generation:
            raise ProtocolError(f"{type(reply).__name__} of generation {reply.generation}, not {request.generation}")
        if isinstance(reply, m.Progress):
            return request
        if not isinstance(reply, _ANSWERS[type(request)]):
            raise ProtocolError(f"{type(reply).__name__} is no answer to {type(request).__name__}")
        return self._waiting.pop(0)
