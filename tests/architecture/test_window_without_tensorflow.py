"""The running app, window shown and graphs drawn, never loads TensorFlow into its own process; the worker does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHOWN = (
    "--function",
    "clip_loop",
    "--signature",
    "float32[None, 4], 3, True",
    "--signature",
    "float32[8, 4], 3, False",
)


def _libraries_loaded(*arguments: str) -> set[str]:
    """The top-level modules that ``graphscope arguments`` loads, as the interpreter lists them (-X importtime)."""
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "PYTHONPROFILEIMPORTTIME")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    command = [sys.executable, "-X", "importtime", "-m", "graphscope", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, [line for line in done.stderr.splitlines() if not line.startswith("import time:")]
    lines = (line for line in done.stderr.splitlines() if line.startswith("import time:"))
    return {line.rpartition("|")[2].strip().partition(".")[0] for line in lines}


@pytest.mark.gui
@pytest.mark.worker
def test_that_the_window_draws_two_traces_without_tensorflow(tmp_path: Path) -> None:
    picture = tmp_path / "window.png"
    loaded = _libraries_loaded("samples/clip_loop.py", *SHOWN, "--screenshot", str(picture))
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert "PySide6" in loaded
    assert not loaded & {"tensorflow", "keras"}


@pytest.mark.worker
def test_that_the_command_line_traces_without_tensorflow_or_qt() -> None:
    loaded = _libraries_loaded("trace", "samples/clip_loop.py", *SHOWN)
    assert "graphscope" in loaded
    assert not loaded & {"tensorflow", "keras", "PySide6"}
