"""Starting a worker where there is none to start, and through commands of several words; real commands, real ends."""

from __future__ import annotations

import os
import shlex
import sys
import venv
from collections.abc import Callable
from pathlib import Path

import pytest

from graphscope.errors import WorkerError
from graphscope.launch.blocking_worker import BlockingWorker, StepTimedOut
from graphscope.launch.ending import Ending
from graphscope.protocol import messages as m


@pytest.fixture
def bare(tmp_path: Path) -> str:
    """The interpreter of a virtual environment without packages."""
    folder = tmp_path / "bare venv"
    venv.create(folder, with_pip=False, symlinks=True)
    return str(folder / "bin" / "python")


def old_tensorflow(folder: Path) -> None:
    """What an interpreter with a TensorFlow of 2022 shows of it before it is refused."""
    (folder / "tensorflow").mkdir()
    (folder / "tensorflow" / "__init__.py").write_text("__version__ = '2.11.0'\n")


@pytest.mark.parametrize(
    ("prefix", "ending", "sentence"),
    [
        (("/no/such/python",), Ending.NOT_FOUND, "there is no interpreter or command /no/such/python"),
        (("/bin/true",), Ending.NOT_PYTHON, "it ended with status 0 and no word"),
        (("/bin/cat",), Ending.NOT_PYTHON, "not a frame header"),
        (("/bin/cat", "-"), Ending.NOT_PYTHON, "/bin/cat - is not a Python that can start a worker"),
        (("/usr/bin/env", "no-such-python"), Ending.NOT_FOUND, "no-such-python"),
        (("/bin/sh", "-c", "kill -9 $$"), Ending.KILLED, "killed by SIGKILL while starting"),
        ((sys.executable, "-S", "-I"), Ending.NO_TENSORFLOW, "has no TensorFlow"),
    ],
)
def test_that_a_start_that_fails_is_told(connect, prefix: tuple[str, ...], ending: Ending, sentence: str) -> None:
    _, ear = connect(prefix)
    ended = ear.ended()
    assert ended.ending is ending
    assert sentence in ended.sentence
    assert ended.advice


def test_that_a_file_that_is_no_program_is_told(connect, tmp_path: Path) -> None:
    program = tmp_path / "python"
    program.write_bytes(b"\x7fnothing\n")
    program.chmod(0o755)
    _, ear = connect((str(program),))
    ended = ear.ended()
    assert ended.ending is Ending.NOT_PYTHON
    assert "exec format error" in ended.sentence


def test_that_a_working_folder_that_is_gone_is_told(connect, tmp_path: Path) -> None:
    _, ear = connect(folder=str(tmp_path / "gone"))
    assert ear.ended().sentence == f"the working folder {tmp_path / 'gone'} does not exist"


def test_that_an_interpreter_without_tensorflow_is_told(bare: str) -> None:
    with pytest.raises(WorkerError) as told:
        BlockingWorker((bare,)).start()
    assert told.value.message == f"{bare} has no TensorFlow"
    assert f"{bare} -m pip install tensorflow" in told.value.advice


def test_that_a_tensorflow_that_cannot_be_imported_is_told(bare: str, tmp_path: Path) -> None:
    (tmp_path / "tensorflow.py").write_text("import numpy_of_long_ago")
    with pytest.raises(WorkerError, match=r"cannot be imported: ModuleNotFoundError: .*numpy_of_long_ago"):
        BlockingWorker((bare,), {"PYTHONPATH": str(tmp_path)}).start()


def test_that_an_old_tensorflow_is_refused(connect, bare: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old_tensorflow(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    _, ear = connect((bare,))
    ended = ear.ended()
    assert ended.ending is Ending.TOO_OLD
    assert ended.sentence == f"{bare} has TensorFlow 2.11.0; Graphscope needs 2.15 or newer"


def test_that_a_command_that_never_answers_is_given_up(tmp_path: Path) -> None:
    program = tmp_path / "silent"
    program.write_text("#!/bin/sh\nexec tail -f /dev/null\n")
    program.chmod(0o755)
    worker = BlockingWorker((str(program), "word"), start_timeout=0.3)
    with pytest.raises(StepTimedOut, match=r"starting took longer than 0\.3 s$"):
        worker.start()
    assert worker.wait(10)


@pytest.mark.worker
@pytest.mark.parametrize("shape", ["env", "ssh"])
def test_that_a_worker_starts_where_its_files_are_not(shape: str, tmp_path: Path, module: Callable[..., str]) -> None:
    """``ssh`` here is what ssh does at its far end: the words joined, and a shell that parses them."""
    prefix = ["env", sys.executable]
    if shape == "ssh":
        far_end = tmp_path / "ssh"
        far_end.write_text('#!/bin/sh\nshift\nexec /bin/sh -c "$*"\n')
        far_end.chmod(0o755)
        prefix = [str(far_end), "host", shlex.quote(sys.executable)]
    with BlockingWorker(prefix) as worker:
        assert worker.ready is not None
        assert worker.ready.executable == sys.executable
        path = module("import graphscope.worker.serve as s, linecache\nprint(type(s.__loader__).__name__)\n")
        reply, output = worker.ask(m.OpenModule(0, path), 60)
        assert reply.file == path
        assert output == "ExactImporter\n"


def test_that_an_interpreter_in_a_folder_with_spaces_is_found(bare: str) -> None:
    assert " " in bare
    assert os.path.exists(bare)
    with pytest.raises(WorkerError, match="has no TensorFlow"):
        BlockingWorker((bare, "-I")).start()
