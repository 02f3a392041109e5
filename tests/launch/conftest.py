"""Real workers for the tests of this folder, and an ear for what a connection tells."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import pytest

from graphscope.launch.blocking_worker import BlockingWorker
from graphscope.launch.command_prefix import parse_prefix
from graphscope.launch.connection import WorkerConnection
from graphscope.launch.events import Arrived, Ended, Event, Printed

E = TypeVar("E")
PATIENCE = 60.0


class Ear:
    """Collects the events of one connection, and waits for those that a test needs."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._changed = threading.Condition()

    def hear(self, event: Event) -> None:
        """To be given to a connection as ``on_event``."""
        with self._changed:
            self.events.append(event)
            self._changed.notify_all()

    def wait_for(self, found: Callable[[], E | None], seconds: float = PATIENCE) -> E:
        """What ``found`` returns, as soon as it is not None."""
        with self._changed:
            assert self._changed.wait_for(lambda: found() is not None, seconds), self.events
            value = found()
        assert value is not None
        return value

    def message(self, kind: type[E]) -> E:
        """The first message of that kind."""
        return self.wait_for(
            lambda: next((each.message for each in self.arrived() if isinstance(each.message, kind)), None)
        )

    def arrived(self) -> list[Arrived]:
        """All messages so far."""
        return [each for each in self.events if isinstance(each, Arrived)]

    def ended(self, seconds: float = PATIENCE) -> Ended:
        """The end."""
        return self.wait_for(lambda: next((each for each in self.events if isinstance(each, Ended)), None), seconds)

    def printed(self) -> str:
        """All that was printed so far."""
        return "".join(each.text for each in self.events if isinstance(each, Printed))

    def hear_text(self, text: str) -> None:
        """Wait until ``text`` was printed."""
        self.wait_for(lambda: text in self.printed() or None)


Connect = Callable[..., tuple[WorkerConnection, Ear]]


@pytest.fixture
def connect() -> Iterator[Connect]:
    """Starts connections, and lets none outlive its test."""
    connections = []

    def start(prefix: Sequence[str] = (), folder: str | None = None) -> tuple[WorkerConnection, Ear]:
        ear = Ear()
        connection = WorkerConnection(prefix or parse_prefix(None), ear.hear, working_folder=folder)
        connections.append(connection)
        connection.start()
        return connection, ear

    yield start
    for connection in connections:
        connection.cancel()
        assert connection.wait(PATIENCE)


@pytest.fixture(autouse=True)
def no_thread_left() -> Iterator[None]:
    """Every thread around a worker that a test started ends with it."""
    before = set(threading.enumerate())
    yield
    deadline = time.monotonic() + PATIENCE
    for thread in set(threading.enumerate()) - before:
        if thread.name.startswith("worker "):
            thread.join(max(0.0, deadline - time.monotonic()))
            assert not thread.is_alive(), thread.name


@pytest.fixture(scope="module")
def worker() -> Iterator[BlockingWorker]:
    """One real worker with TensorFlow, for the tests of a module that leave it whole."""
    with BlockingWorker(parse_prefix(None)) as started:
        yield started


@pytest.fixture
def module(tmp_path: Path) -> Callable[..., str]:
    """Writes a module of the user's and returns its path."""

    def write(text: str, name: str = "train.py") -> str:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write
