"""What a worker has written for itself is gone when it is, however it ended."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from graphscope.errors import WorkerError
from graphscope.launch.blocking_worker import BlockingWorker
from graphscope.protocol import messages as m
from graphscope.protocol.private_folder import PRIVATE_FOLDER, new_private_folder

pytestmark = pytest.mark.worker

SECONDS = 120.0
CODE = """
import tensorflow as tf

@tf.function
def positive(x):
    if x > 0:
        x = -x
    return x

@tf.function
def dies(x):
    import os, signal
    os.kill(os.getpid(), signal.SIGKILL)
"""


def traced(worker: BlockingWorker, file: Path, function: str) -> None:
    worker.ask(m.OpenModule(0, str(file)), SECONDS)
    worker.ask(m.ChooseFunction(0, function), SECONDS)
    worker.ask(m.TraceSignature(0, 0, "float32[]"), SECONDS)


@pytest.fixture
def place(tmp_path: Path) -> dict[str, str]:
    """An environment whose folder for temporary files is a test's own."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    return {"TMPDIR": str(temporary), PRIVATE_FOLDER: str(temporary / Path(new_private_folder()).name)}


@pytest.mark.parametrize("ending", ["in order", "killed"])
def test_that_the_code_that_autograph_wrote_goes_with_the_worker(
    ending: str, place: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "train.py"
    file.write_text(CODE, encoding="utf-8")
    with BlockingWorker((sys.executable,), place) as worker:
        traced(worker, file, "positive")
        assert [each.name[:5] for each in Path(place[PRIVATE_FOLDER]).glob("*.py")] == ["__aut"]
        if ending == "killed":
            with pytest.raises(WorkerError, match="SIGKILL"):
                traced(worker, file, "dies")
    assert list(Path(place["TMPDIR"]).iterdir()) == []
