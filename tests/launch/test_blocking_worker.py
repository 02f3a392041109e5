"""The command line's worker: answers, errors by their exit code, and time limits that name the line."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from graphscope.errors import ModuleError, UsageError, WorkerError
from graphscope.launch.blocking_worker import BlockingWorker, StepTimedOut
from graphscope.launch.command_prefix import parse_prefix
from graphscope.protocol import messages as m

pytestmark = pytest.mark.worker
Module = Callable[..., str]

ENDLESS_TRACE = """
import tensorflow as tf


@tf.function
def spin(x, go=True):
    while go:
        x = x + 1
    return x
"""


def test_that_an_answer_and_its_output_come_back(worker: BlockingWorker, module: Module) -> None:
    path = module("print('x' * 40_000)")
    reply, output = worker.ask(m.OpenModule(0, path), 60)
    assert isinstance(reply, m.ModuleOpened)
    assert reply.file == path
    assert output == "x" * 40_000 + "\n"


def test_that_progress_is_told(worker: BlockingWorker, module: Module) -> None:
    heard: list[m.Progress] = []
    worker.ask(m.OpenModule(0, module("")), 60, heard.append)
    assert heard[0].text == "opening train.py"


def test_that_output_before_a_failure_is_not_told_with_the_next_step(worker: BlockingWorker, module: Module) -> None:
    with pytest.raises(ModuleError):
        worker.ask(m.OpenModule(0, module("print('before')\nraise KeyError('units')")), 60)
    assert worker.last_output == "before\n"
    assert worker.ask(m.OpenModule(0, module("print('after')")), 60)[1] == "after\n"


def test_that_an_error_of_the_module_names_its_type_and_line(worker: BlockingWorker, module: Module) -> None:
    path = module("x = {}\nx['units']\n")
    with pytest.raises(ModuleError, match="KeyError: 'units'") as told:
        worker.ask(m.OpenModule(0, path), 60)
    assert (told.value.file, told.value.line, told.value.exit_code) == (path, 2, 3)


def test_that_a_question_out_of_turn_is_wrong_use(module: Module) -> None:
    with BlockingWorker(parse_prefix(None)) as worker:
        with pytest.raises(UsageError, match="no function is chosen"):
            worker.ask(m.TraceSignature(0, 0, ""), 60)
        with pytest.raises(UsageError, match="no module is open"):
            worker.ask(m.ChooseFunction(0, "f"), 60)


def test_that_a_step_that_takes_too_long_names_the_loop(module: Module) -> None:
    text = "import time\n\n\ndef wait():\n    time.sleep(0.001)\n\n\nprint('in')\nwhile True:\n    wait()\n    wait()\n"
    path = module(text)
    with BlockingWorker(parse_prefix(None)) as worker:
        start = time.monotonic()
        with pytest.raises(StepTimedOut) as told:
            worker.ask(m.OpenModule(0, path), 1)
        assert time.monotonic() - start < 4
        pattern = r"opening train\.py took longer than 1 s; it was at line (5|9|10|11), in the loop of line 9"
        assert told.match(pattern)
        assert (told.value.file, told.value.line) == (path, 9)
        assert worker.last_output == "in\n"
        with pytest.raises(WorkerError, match="too long while opening train"):
            worker.ask(m.OpenModule(0, path), 1)


def test_that_a_trace_that_takes_too_long_names_the_users_loop(module: Module) -> None:
    """Converted code runs from a generated file; the line told is the user's own."""
    path = module(ENDLESS_TRACE)
    with BlockingWorker(parse_prefix(None)) as worker:
        worker.ask(m.OpenModule(0, path), 60)
        worker.ask(m.ChooseFunction(0, "spin"), 60)
        with pytest.raises(StepTimedOut, match=r"tracing int32\[\] took longer than 2 s") as told:
            worker.ask(m.TraceSignature(0, 0, "int32[]"), 2)
        assert (told.value.file, told.value.line) == (path, 7)


def test_that_a_worker_that_ends_is_told_and_stays_ended(module: Module) -> None:
    with BlockingWorker(parse_prefix(None)) as worker:
        for _ in range(2):
            with pytest.raises(WorkerError, match="ended its process while it was imported, with status 3"):
                worker.ask(m.OpenModule(0, module("import os\nos._exit(3)")), 60)


def test_that_an_error_in_the_with_block_ends_the_worker_at_once(module: Module) -> None:
    with pytest.raises(KeyboardInterrupt), BlockingWorker(parse_prefix(None)) as worker:
        raise KeyboardInterrupt
    assert worker.wait(0)
