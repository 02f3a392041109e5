"""A connection over real workers: output and its step, cancelling, and every end."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from graphscope.launch.connection import WorkerConnection
from graphscope.launch.ending import Ending
from graphscope.launch.events import Arrived, Ended, Printed
from graphscope.protocol import messages as m

pytestmark = pytest.mark.worker

ENDLESS = """
import subprocess, sys, time
away = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
near = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print("children", away.pid, near.pid, flush=True)
while True:
    time.sleep(0.01)
"""
STUBBORN = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("deaf", flush=True)
while True:
    time.sleep(0.01)
"""


def alive(process: int) -> bool:
    """Whether a process is there, and not merely waiting to be reaped."""
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False


def _under_way(arrived: Arrived) -> bool:
    return isinstance(arrived.message, m.Progress)


def test_that_a_worker_says_what_it_is(connect: Callable[..., tuple[WorkerConnection, object]]) -> None:
    connection, ear = connect()
    ready = ear.message(m.Ready)
    assert ready.process == connection.process
    assert ready.executable == sys.executable
    assert ready.python == ".".join(map(str, sys.version_info[:3]))
    assert ready.devices[0] == "CPU:0"
    assert [each.message.text for each in ear.arrived()[:-1]] == ["importing TensorFlow"]
    connection.close()
    ended = ear.ended()
    assert (ended.ending, ended.sentence) == (Ending.CLOSED, "the worker was closed")
    assert ear.events[-1] is ended


def test_that_cancelling_ends_an_endless_step_and_all_it_started(connect, module) -> None:
    connection, ear = connect()
    connection.send(m.OpenModule(1, module(ENDLESS)))
    ear.wait_for(lambda: (ear.printed().endswith("\n") and "children" in ear.printed()) or None)
    children = [int(word) for word in ear.printed().split("children")[1].split()[:2]]
    assert all(map(alive, children))
    start = time.monotonic()
    connection.cancel()
    asked = time.monotonic() - start
    ended = ear.ended()
    assert time.monotonic() - start < 2.5
    assert asked < 0.1
    assert ended.ending is Ending.CANCELLED
    assert ended.sentence == "cancelled while opening train.py"
    deadline = start + 2.5
    while any(map(alive, children)) and time.monotonic() < deadline:
        os.sched_yield()
    assert not any(map(alive, children))


def test_that_a_worker_deaf_to_termination_is_killed_after_two_seconds(connect, module) -> None:
    connection, ear = connect()
    connection.send(m.OpenModule(1, module(STUBBORN)))
    ear.hear_text("deaf")
    start = time.monotonic()
    connection.cancel()
    assert ear.ended().ending is Ending.CANCELLED
    assert 1.9 < time.monotonic() - start < 2.5


def test_that_closing_a_busy_worker_does_not_wait_for_it(connect, module) -> None:
    connection, ear = connect()
    connection.send(m.OpenModule(1, module("print('busy', flush=True)\nwhile True: pass")))
    ear.hear_text("busy")
    start = time.monotonic()
    connection.close()
    assert ear.ended().ending is Ending.CLOSED
    assert time.monotonic() - start < 2.5


def test_that_output_is_told_live_and_with_its_step(connect, module) -> None:
    connection, ear = connect()
    path = module("import os\nprint('first é')\nos.write(1, b'\\xff\\xfe\\x1e native')\nos.write(2, b'last')")
    connection.send(m.OpenModule(1, path))
    connection.send(m.OpenModule(2, module("print('second')", "other.py")))
    second = ear.wait_for(
        lambda: next((each for each in ear.arrived() if each.message.generation == 2 and each.output), None)
    )
    first = next(each for each in ear.arrived() if isinstance(each.message, m.ModuleOpened))
    assert first.output == "first é\n\ufffd\ufffd\x1e nativelast"
    assert second.output == "second\n"
    assert ear.printed().endswith(first.output + second.output)
    places = [ear.events.index(each) for each in (first, second)]
    assert all(isinstance(each, (Arrived, Printed)) for each in ear.events[: places[1]])


def test_that_a_killed_worker_is_told(connect, module) -> None:
    connection, ear = connect()
    ready = ear.message(m.Ready)
    connection.send(m.OpenModule(1, module("print('up', flush=True)\nwhile True: pass")))
    ear.hear_text("up\n")
    os.kill(ready.process, signal.SIGKILL)
    ended = ear.ended()
    assert ended.ending is Ending.KILLED
    assert ended.sentence == "the worker was killed by SIGKILL while opening train.py"
    assert ended.output == "up\n"
    connection.send(m.OpenModule(2, "late.py"))
    connection.cancel()
    assert ear.events[-1] is ended


@pytest.mark.parametrize(
    ("text", "ending", "sentence"),
    [
        (
            "import os\nprint('bye')\nos._exit(3)",
            Ending.EXITED_AT_IMPORT,
            "the module ended its process while it was imported, with status 3",
        ),
        (
            "import os\nos.write(2, b'F0000 00:00 x.cc:1] Check failed: a == b (1 vs. 2)\\n')\nos.abort()",
            Ending.ABORTED,
            "native code crashed the worker while opening train.py (train.py, line 3): "
            "Check failed: a == b (1 vs. 2) (x.cc:1)",
        ),
        (
            "import ctypes\n\nctypes.string_at(0)",
            Ending.ABORTED,
            "native code crashed the worker while opening train.py (train.py, line 3): SIGSEGV",
        ),
        ("import os\nos._exit(137)", Ending.OUT_OF_MEMORY, "the worker ran out of memory while opening train.py"),
    ],
    ids=["exit", "abort", "segfault", "memory"],
)
def test_that_the_end_of_a_worker_is_told(connect, module, text: str, ending: Ending, sentence: str) -> None:
    connection, ear = connect()
    connection.send(m.OpenModule(1, module(text)))
    ended: Ended = ear.ended()
    assert (ended.ending, ended.sentence) == (ending, sentence)
    assert ended.advice


def test_that_an_answer_carries_the_generation_of_its_question(connect, module) -> None:
    """So that whoever asked again can drop it."""
    connection, ear = connect()
    for generation in (5, 6, 9):
        connection.send(m.OpenModule(generation, module("")))
    ear.wait_for(
        lambda: next((each for each in ear.arrived() if each.message.generation == 9 and not _under_way(each)), None)
    )
    assert [each.message.generation for each in ear.arrived() if isinstance(each.message, m.ModuleOpened)] == [5, 6, 9]


def test_that_whereabouts_come_while_a_step_runs(connect, module) -> None:
    connection, ear = connect()
    path = module("import time\n\n\nwhile True:\n    print('up', flush=True)\n    time.sleep(0.01)\n")
    connection.send(m.OpenModule(1, path))
    ear.hear_text("up")
    connection.ask_whereabouts(1)
    whereabouts = ear.message(m.Whereabouts)
    assert whereabouts.file == path
    assert whereabouts.line in (4, 5, 6)
    assert whereabouts.loop_line == 4
