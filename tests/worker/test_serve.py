"""What a worker does with the user's code around it: its output, its imports, its exits, its standard input."""

from __future__ import annotations

import json
import queue
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from graphscope.errors import GraphscopeError
from graphscope.launch.blocking_worker import BlockingWorker
from graphscope.launch.command_prefix import parse_prefix
from graphscope.launch.connection import POLITE_SECONDS, WorkerConnection
from graphscope.launch.events import Event, Printed
from graphscope.protocol import messages as m

pytestmark = pytest.mark.worker


@pytest.fixture(scope="module")
def worker() -> Iterator[BlockingWorker]:
    """One worker for all tests here: none of them may harm it, which is part of what they show."""
    with BlockingWorker(parse_prefix(None)) as started:
        yield started


@pytest.fixture
def output_of(worker: BlockingWorker, tmp_path: Path) -> Callable[[str], str]:
    """What a module prints while it is opened."""

    def run(text: str) -> str:
        path = tmp_path / "train.py"
        path.write_text(text, encoding="utf-8")
        output: str = worker.ask(m.OpenModule(0, str(path)), 60)[1]
        return output

    return run


@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("print('a', 'b')", "a b\n"),
        ("import sys\nsys.stderr.write('error')\nprint('out')", "errorout\n"),
        ("import os\nprint('one')\nos.write(1, b'two')\nprint('three')", "one\ntwothree\n"),
        ("import os\nos.write(1, bytes(range(128, 136)))", "\ufffd" * 8),
        ("import sys\nsys.stdout.buffer.write(b'\\xe9\\xff')", "\ufffd\ufffd"),
        ("print('\\udc80 \\u20ac')", "\\udc80 €\n"),
        ("import os\nos.system('echo from a child')", "from a child\n"),
        ("import ctypes\nctypes.CDLL(None).puts(b'from C')", "from C\n"),
        ("import ctypes\nctypes.CDLL(None).printf(b'no newline')\n", "no newline"),
        ("import os\nos.write(1, b'0000000a\\n{\"@kind\": 1}')", '0000000a\n{"@kind": 1}'),
        ("import tensorflow as tf\ntf.print('tensors', tf.constant([1, 2]))", "tensors [1 2]\n"),
        ("import contextlib, io\nwith contextlib.redirect_stdout(io.StringIO()):\n    print('kept')", ""),
        ("import os\nos.write(1, b'\\x1e:1\\x1e')", "\x1e:1\x1e"),
    ],
)
def test_that_all_that_is_printed_arrives(output_of: Callable[[str], str], text: str, output: str) -> None:
    assert output_of(text) == output


def test_that_a_closed_or_replaced_stream_harms_no_step(output_of: Callable[[str], str]) -> None:
    replaced = "import sys\nprint('before')\nkept = sys.stdout\nsys.stdout = None\n"
    assert output_of(replaced) == "before\n"
    assert output_of("import sys\nsys.stdout = sys.__stdout__\nprint('after')") == "after\n"


def test_that_the_users_code_finds_no_input_and_does_not_wait(output_of: Callable[[str], str]) -> None:
    text = "try:\n    input()\nexcept EOFError:\n    print('nothing')\nimport os\nprint(os.read(0, 10))\n"
    assert output_of(text) == "nothing\nb''\n"


def test_that_a_breakpoint_does_not_stop_the_worker(output_of: Callable[[str], str]) -> None:
    assert output_of("breakpoint()\nprint('on')") == "on\n"


def test_that_the_user_code_runs_in_the_main_thread(output_of: Callable[[str], str]) -> None:
    text = "import signal, threading\nsignal.getsignal(2)\nprint(threading.current_thread().name)"
    assert output_of(text) == "MainThread\n"


def test_that_nothing_of_the_window_is_loaded_or_within_reach(output_of: Callable[[str], str]) -> None:
    text = """
import json, sys
windows = [name for name in ("PySide6", "networkx", "pygraphviz") if name in sys.modules]
ours = sorted({name.split(".")[1] for name in sys.modules if name.startswith("graphscope.")})
try:
    import graphscope.session
    reached = True
except ModuleNotFoundError:
    reached = False
package = sys.modules["graphscope"].__file__.rpartition("/")[0]
print(json.dumps([windows, ours, reached, [entry for entry in sys.path if entry.startswith(package)]]))
"""
    windows, ours, reached, folders = json.loads(output_of(text))
    assert windows == []
    assert ours == ["errors", "protocol", "worker"]
    assert not reached
    assert folders == []


def test_that_our_modules_show_their_source_in_tracebacks(output_of: Callable[[str], str]) -> None:
    text = "from graphscope.worker import serve\nimport inspect\nprint(inspect.getsource(serve.serve).splitlines()[0])"
    assert output_of(text) == "def serve() -> None:\n"


@pytest.mark.parametrize(
    "text", ["class Stop(BaseException): pass\nraise Stop('now')", "raise KeyboardInterrupt", "raise ZeroDivisionError"]
)
def test_that_no_exception_of_the_users_ends_the_worker(
    output_of: Callable[[str], str], worker: BlockingWorker, text: str
) -> None:
    with pytest.raises(GraphscopeError):
        output_of(text)
    assert output_of("print('still here')") == "still here\n"


def test_that_the_end_of_standard_input_ends_a_busy_worker(tmp_path: Path) -> None:
    """When the window dies, its workers must not stay."""
    path = tmp_path / "busy.py"
    path.write_text("print('busy')\nwhile True: pass\n")
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    connection = WorkerConnection(parse_prefix(None), events.put)
    connection.start()
    connection.send(m.OpenModule(1, str(path)))
    while not (isinstance(event := events.get(timeout=60), Printed) and "busy" in event.text):
        pass
    connection.close()
    assert connection.wait(POLITE_SECONDS)
