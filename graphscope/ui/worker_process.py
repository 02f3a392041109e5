"""A worker as the window's thread sees it: started warm or when first needed, its events turned into Qt signals."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from graphscope.launch.ending import Ending
from graphscope.launch.events import Arrived, Ended, Event, Printed
from graphscope.model.trace import UserError
from graphscope.protocol import messages as m

if TYPE_CHECKING:
    from graphscope.launch.connection import WorkerConnection

WHEREABOUTS_MILLISECONDS = {Ending.CANCELLED: 300, Ending.TIMED_OUT: 2000}
"""How long the worker is given to say which line it is at: a user who cancelled waits for it, an overdue step does not.
The worker answers beside the code that runs, so a busy machine makes it slow."""
ASK_AGAIN_MILLISECONDS = 100
LAST_SECONDS = 4.0
_ERROR_TYPES = {Ending.TIMED_OUT: "TimeoutError", Ending.CANCELLED: "Cancelled"}


class WorkerProcess(QObject):
    """Owns one connection at a time. It is the session's WorkerPort.

    Events come from the connection's threads; one that belongs to a connection already dropped is not passed on.
    """

    ready = Signal(object)
    received = Signal(object, str)
    printed = Signal(str)
    ended = Signal(object, str)
    _happened = Signal(object, object)

    def __init__(
        self,
        prefix: Sequence[str],
        timeout: float | None = None,
        environment: Callable[[], Mapping[str, str]] | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._prefix = tuple(prefix)
        self._timeout = timeout
        self._environment = environment
        self._connection: WorkerConnection | None = None
        self._dropped: list[WorkerConnection] = []
        self._alive = threading.Lock()
        self._closed = False
        self._is_ready = False
        self._asked: m.Request | None = None
        self._why = Ending.CANCELLED
        self._clock = self._timer(self._time_is_up)
        self._mercy = self._timer(self._stop_now)
        self._next_question = self._timer(self._ask_whereabouts)
        self._happened.connect(self._handle)

    @property
    def process(self) -> int | None:
        """The number of the worker's process, None where none runs."""
        return self._connection.process if self._connection is not None else None

    def warm_up(self) -> None:
        """Start a worker now, so that TensorFlow is imported by the time one is needed."""
        from graphscope.launch.connection import WorkerConnection  # the window is painted before a worker is started

        if self._connection is None and not self._closed:
            self._is_ready = False
            extra = self._environment() if self._environment is not None else None
            connection = WorkerConnection(self._prefix, lambda event: self._pass_on(connection, event), extra)
            self._connection = connection
            connection.start()

    def send(self, request: m.Request) -> None:
        """Send a request, starting a worker where there is none."""
        self.warm_up()
        if self._connection is None:
            return
        if not isinstance(request, m.WhereAreYou):
            self._asked = request
            self._start_clock()
        self._connection.send(request)

    def cancel(self) -> None:
        """Stop the worker within two seconds, after asking it which line it is at."""
        self._stop_soon(Ending.CANCELLED)

    def discard(self) -> None:
        """Drop the worker quietly."""
        connection, self._connection = self._connection, None
        self._asked, self._is_ready = None, False
        self._clock.stop()
        self._mercy.stop()
        self._next_question.stop()
        if connection is not None:
            connection.cancel(Ending.CLOSED)
            self._dropped = [each for each in self._dropped if not each.over]
            self._dropped.append(connection)

    def shut_down(self) -> None:
        """End every worker, and wait until they are gone; nothing is told any more."""
        with self._alive:
            self._closed = True
        self.discard()
        for connection in self._dropped:
            connection.wait(LAST_SECONDS)

    # ---- from the connection's threads ---------------------------------------------------------------------------

    def _pass_on(self, connection: WorkerConnection, event: Event) -> None:
        with self._alive:
            if not self._closed:
                self._happened.emit(connection, event)

    # ---- in the window's thread ----------------------------------------------------------------------------------

    def _handle(self, connection: WorkerConnection, event: Event) -> None:
        if connection is not self._connection or self._closed:
            return
        if isinstance(event, Printed):
            # What TensorFlow says of itself while it is imported is not the user's; how it ended tells of failures.
            if self._is_ready:
                self.printed.emit(event.text)
        elif isinstance(event, Ended):
            self._end(event)
        elif isinstance(event, Arrived):
            self._arrive(event)

    def _arrive(self, event: Arrived) -> None:
        message = event.message
        if isinstance(message, m.Ready):
            self._is_ready = True
            self._start_clock()
            self.ready.emit(message)
            return
        if isinstance(message, m.Whereabouts):
            self.received.emit(message, "")
            if self._mercy.isActive():
                self._told_whereabouts(message)
            return
        if isinstance(message, m.FINAL_REPLIES):
            self._asked = None
            self._clock.stop()
            if self._mercy.isActive():
                self._answered_after_all()
        self.received.emit(message, event.output)

    def _end(self, event: Ended) -> None:
        self._connection = None
        self._asked, self._is_ready = None, False
        self._clock.stop()
        self._mercy.stop()
        self._next_question.stop()
        kind = _ERROR_TYPES.get(event.ending, "WorkerError")
        self.ended.emit(UserError(kind, event.sentence, advice=event.advice), event.output)

    def _start_clock(self) -> None:
        if self._timeout is not None and self._is_ready and self._asked is not None:
            self._clock.start(max(1, round(self._timeout * 1000)))

    def _time_is_up(self) -> None:
        self._stop_soon(Ending.TIMED_OUT)

    def _stop_soon(self, why: Ending) -> None:
        if self._connection is None or self._mercy.isActive():
            return
        self._why = why
        self._clock.stop()
        self._ask_whereabouts()
        self._mercy.start(WHEREABOUTS_MILLISECONDS[why])

    def _ask_whereabouts(self) -> None:
        if self._connection is not None and self._asked is not None and self._is_ready:
            self._connection.ask_whereabouts(self._asked.generation)

    def _told_whereabouts(self, place: m.Whereabouts) -> None:
        """Stop; while TensorFlow converts or builds, no line of the user's is running: then it is asked again."""
        if place.file is None:
            self._next_question.start(ASK_AGAIN_MILLISECONDS)
        else:
            self._stop_now()

    def _answered_after_all(self) -> None:
        """An answer just in time stands; a user who cancelled wants the rest stopped all the same."""
        if self._why is Ending.TIMED_OUT:
            self._mercy.stop()
            self._next_question.stop()
        else:
            self._stop_now()

    def _stop_now(self) -> None:
        self._mercy.stop()
        self._next_question.stop()
        if self._connection is not None:
            self._connection.cancel(self._why)

    def _timer(self, work: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.timeout.connect(work)
        return timer
