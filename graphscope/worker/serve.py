"""Serves one window until it hangs up: requests in order on the main thread, questions about it on another.

User code runs on the main thread only; what the requests do is the Desk's business.
"""

from __future__ import annotations

import dataclasses
import faulthandler
import os
import queue
import threading
import traceback
from typing import Any, cast

from graphscope.errors import GraphscopeError, ProtocolError
from graphscope.protocol.frames import decode, encode, read_frame
from graphscope.protocol.messages import FINAL_REPLIES, Failed, Hello, Progress, WhereAreYou
from graphscope.protocol.private_folder import remove_private_folder
from graphscope.protocol.records import ErrorRecord
from graphscope.worker.desk import Desk
from graphscope.worker.handshake import shake_hands
from graphscope.worker.output_channel import OutputChannel
from graphscope.worker.user_frames import innermost_user_line
from graphscope.worker.whereabouts import whereabouts

REFUSED = 4
"""Exit status of a worker that could not shake hands."""


def serve() -> None:
    """Take over the descriptors, shake hands, and work until standard input ends. Does not return."""
    conversation = Conversation(OutputChannel())
    faulthandler.enable(file=2, all_threads=False)
    threading.Thread(target=conversation.listen, name="graphscope control", daemon=True).start()
    conversation.greet()
    while True:
        conversation.work()


class Conversation:
    """Both ends of the frame channel: what has been asked, and a lock around what is answered."""

    def __init__(self, channel: OutputChannel) -> None:
        self._channel = channel
        self._requests: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._writing = threading.Lock()
        self._main = threading.get_ident()
        self._desk = Desk(self._report)
        self._generation = 0

    def listen(self) -> None:
        """Read frames until the end: the control thread. When the window has hung up, nothing is worth finishing."""
        try:
            payload = read_frame(self._channel.requests)
            while payload is not None:
                message = decode(payload)
                if isinstance(message, WhereAreYou):
                    self._send(encode(whereabouts(self._main, message.generation)))
                else:
                    self._requests.put(message)
                payload = read_frame(self._channel.requests)
        except ProtocolError as error:
            self.reply(_failed(0, error))
            os._exit(REFUSED)
        remove_private_folder(os.environ)
        os._exit(0)

    def greet(self) -> None:
        """The handshake; a worker that is refused ends here."""
        hello = self._requests.get()
        if isinstance(hello, Hello):
            self._channel.name_marks(hello.mark)
        self._report("importing TensorFlow")
        answer = shake_hands(hello)
        self.reply(answer)
        if isinstance(answer, Failed):
            os._exit(REFUSED)

    def work(self) -> None:
        """Wait for one request and answer it, whatever the user's code does, short of ending the process."""
        request = self._requests.get()
        self._generation = request.generation
        try:
            self.reply(self._desk.answer(request))
        except GraphscopeError as error:
            self.reply(_failed(request.generation, error))
        except BaseException as error:  # noqa: BLE001 - SystemExit and the like of the user's must be answered too
            if not isinstance(error, (SystemExit, KeyboardInterrupt)):
                traceback.print_exc()
            self.reply(_failed(request.generation, error))

    def reply(self, reply: Any) -> None:
        """Send a reply; before a final one the output is marked."""
        if type(reply) in FINAL_REPLIES:
            reply = dataclasses.replace(cast(Any, reply), output_mark=self._channel.mark())
        self._send(encode(reply))

    def _report(self, text: str, done: int = 0, total: int = 0) -> None:
        self._send(encode(Progress(self._generation, text, done, total)))

    def _send(self, frame: bytes) -> None:
        try:
            with self._writing:
                self._channel.replies.write(frame)
                self._channel.replies.flush()
        except OSError:
            os._exit(0)  # the window is gone


def _failed(generation: int, error: BaseException) -> Failed:
    file, line = innermost_user_line(error.__traceback__) or (None, None)
    if isinstance(error, GraphscopeError):
        record = ErrorRecord(type(error).__name__, error.message, error.file or file, error.line or line, error.advice)
        return Failed(generation, record, error.exit_code)
    return Failed(generation, ErrorRecord(type(error).__name__, str(error), file, line), exit_code=4)
