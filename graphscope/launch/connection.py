"""One worker and the threads at its pipes: requests in, events out; what they mean is known elsewhere."""

from __future__ import annotations

import os
import queue
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import IO, Any

from graphscope.errors import ProtocolError
from graphscope.launch.child_process import ChildProcess
from graphscope.launch.command_prefix import worker_command
from graphscope.launch.ending import Ending
from graphscope.launch.environment import worker_environment
from graphscope.launch.events import Arrived, Ended, Event, Printed
from graphscope.launch.process_tree import memory_kills
from graphscope.launch.step_output import StepOutput
from graphscope.launch.verdict import Evidence, Verdict, could_not_start, verdict
from graphscope.protocol import messages as m
from graphscope.protocol.frames import decode, encode, read_frame
from graphscope.protocol.order import ReplyOrder
from graphscope.protocol.private_folder import PRIVATE_FOLDER, new_private_folder, remove_private_folder

POLITE_SECONDS = 1.0
PIPE_SECONDS = 2.0
"""How long the marks of a step, and at the end the last output, are waited for."""


class WorkerConnection:
    """A worker from start to end. ``on_event`` is called from threads of the connection, one call at a time.

    Exactly one Ended comes, as the last event, whatever happens.
    """

    def __init__(
        self,
        prefix: Sequence[str],
        on_event: Callable[[Event], None],
        environment: Mapping[str, str] | None = None,
        working_folder: str | None = None,
    ) -> None:
        self._prefix = tuple(prefix)
        self._on_event = on_event
        self._environment = {PRIVATE_FOLDER: new_private_folder(), **(environment or {})}
        self._folder = working_folder
        self._mark = secrets.token_hex(8)
        self._output = StepOutput(self._mark, lambda text: self._tell(Printed(text)))
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._order = ReplyOrder()
        self._state = threading.Lock()
        self._telling = threading.RLock()
        self._child: ChildProcess | None = None
        self._evidence: dict[str, Any] = {}
        self._over = threading.Event()

    @property
    def process(self) -> int | None:
        """The number of the local process, where one was started."""
        return self._child.number if self._child is not None else None

    @property
    def over(self) -> bool:
        """Whether the worker has ended, and this was told."""
        return self._over.is_set()

    def start(self) -> None:
        """Start the process and greet it; Ready or Failed will arrive. Does not wait, and does not raise."""
        command, first = worker_command(self._prefix)
        kills = memory_kills()
        try:
            self._child = child = ChildProcess(command, worker_environment(os.environ, self._environment), self._folder)
        except OSError as error:
            self._thread("end", self._finish, could_not_start(self._prefix, error))
            return
        if first:
            self._outgoing.put(first)
        self.send(m.Hello(m.PROTOCOL, self._mark))
        requests, frames, output = child.pipes
        self._thread("requests", self._write, requests)
        readers = (self._thread("frames", self._read_frames, frames), self._thread("output", self._read_output, output))
        self._thread("end", self._wait, child, readers, kills)

    def send(self, request: m.Request) -> None:
        """Send a request; does not block. After the end it is dropped, since Ended has told."""
        with self._state:
            self._order.sent(request)
            self._outgoing.put(encode(request))

    def ask_whereabouts(self, generation: int) -> None:
        """Ask which line of the user's is running; Whereabouts will arrive, unless native code holds everything up."""
        self.send(m.WhereAreYou(generation))

    def cancel(self, ending: Ending = Ending.CANCELLED) -> None:
        """End the worker and all it started: terminate, and kill what is left after two seconds. Does not wait."""
        self._stop(ending)

    def close(self) -> None:
        """Let the worker go at the end of its input; one that does not is cancelled. Does not wait."""
        self._stop(Ending.CLOSED, patience=POLITE_SECONDS)

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until Ended has been told; whether it has."""
        return self._over.wait(timeout)

    # ---- ending --------------------------------------------------------------------------------------------------

    def _stop(self, ending: Ending, patience: float = 0.0, complaint: str = "") -> None:
        child = self._child
        if child is None or child.ended:
            return
        with self._state:
            self._evidence.setdefault("stopped", ending)
            self._evidence.setdefault("complaint", complaint)
        if patience:
            self._outgoing.put(None)
        self._thread("stop", child.end, patience)

    def _wait(self, child: ChildProcess, readers: Sequence[threading.Thread], kills: int) -> None:
        status = child.reap()
        self._outgoing.put(None)
        for reader in readers:
            reader.join(PIPE_SECONDS)
        with self._state:
            evidence = Evidence(
                self._prefix,
                status,
                self._output.recent(),
                self._order.current,
                oom_kills=memory_kills() - kills,
                **self._evidence,
            )
        self._finish(verdict(evidence))

    def _finish(self, found: Verdict) -> None:
        remove_private_folder(self._environment)  # a worker that was killed has left it
        with self._telling:
            self._tell(Ended(found.ending, found.sentence, found.advice, self._output.rest()))
            self._over.set()

    # ---- the threads at the pipes --------------------------------------------------------------------------------

    def _write(self, pipe: IO[bytes]) -> None:
        try:
            with pipe:
                while (frame := self._outgoing.get()) is not None:
                    pipe.write(frame)
                    pipe.flush()
        except OSError:
            pass  # the process has ended, which _wait tells

    def _read_output(self, pipe: IO[bytes]) -> None:
        with pipe:
            while data := pipe.read1(1 << 16):  # type: ignore[attr-defined]
                self._output.feed(data)
        self._output.feed(b"")

    def _read_frames(self, pipe: IO[bytes]) -> None:
        with pipe:
            try:
                while (payload := read_frame(pipe)) is not None:  # type: ignore[arg-type]
                    self._receive(decode(payload))
            except ProtocolError as error:
                self._stop(Ending.GARBLED, complaint=error.message)

    def _receive(self, message: Any) -> None:
        with self._state:
            request = self._order.received(message)
            if isinstance(message, m.Ready):
                self._evidence["ready"] = True
            elif isinstance(message, m.Failed) and isinstance(request, m.Hello):
                self._evidence["refused"] = message
        final = isinstance(message, m.FINAL_REPLIES)
        self._tell(Arrived(message, self._output.take(message.output_mark, PIPE_SECONDS) if final else ""))

    def _tell(self, event: Event) -> None:
        with self._telling:
            # A process that escaped may still hold a pipe and print; nobody listens then.
            if not self._over.is_set():
                self._on_event(event)

    def _thread(self, name: str, work: Callable[..., Any], *arguments: Any) -> threading.Thread:
        thread = threading.Thread(target=work, args=arguments, name=f"worker {name}", daemon=True)
        thread.start()
        return thread
