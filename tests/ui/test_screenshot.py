"""The window as a picture, made by a process of its own without a display, as scripts and the README want it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest
from PySide6.QtGui import QImage

pytestmark = [pytest.mark.gui, pytest.mark.worker]

DRIVER = """
import sys
from pathlib import Path
from graphscope.app import WindowRequest, run_window
from graphscope.errors import GraphscopeError
try:
    code = run_window(WindowRequest(**eval(sys.argv[1]), screenshot=Path(sys.argv[2]), size=(1280, 800)))
except GraphscopeError as error:
    print(error.message)
    code = error.exit_code
print("tensorflow" in sys.modules)
sys.exit(code)
"""

STEP = """
import tensorflow as tf

@tf.function
def step(x):
    return tf.nn.relu(tf.matmul(x, tf.ones([4, 4])) + 1.0)
"""


def draw(
    tmp_path: Path, platform: Mapping[str, str] = MappingProxyType({}), **request: object
) -> tuple[int, str, QImage]:
    picture = tmp_path / "window.png"
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment.pop("QT_QPA_PLATFORM", None)
    environment.update(platform)
    environment["PYTHONPATH"] = os.getcwd()
    done = subprocess.run(
        [sys.executable, "-c", DRIVER, repr(request), str(picture)],
        capture_output=True,
        text=True,
        env=environment,
        timeout=240,
        check=False,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout, QImage(str(picture))


@pytest.fixture
def step(tmp_path: Path) -> str:
    file = tmp_path / "step.py"
    file.write_text(STEP, encoding="utf-8")
    return str(file)


def test_that_two_signatures_and_a_view_after_grappler_are_drawn_without_a_display(tmp_path: Path, step: str) -> None:
    signatures = ("float32[None, 4]", "float32[8, 4]")
    code, output, image = draw(tmp_path, path=step, function="step", signatures=signatures, views={"B": "after"})
    assert code == 0
    assert output.splitlines() == [str(tmp_path / "window.png"), "False"]
    assert (image.width(), image.height()) == (1280, 800)
    colours = {image.pixel(x, y) for x in range(0, 1280, 4) for y in range(0, 800, 4)}
    assert len(colours) > 40


def test_that_a_signature_that_fails_is_drawn_and_told_by_the_exit_code(tmp_path: Path, step: str) -> None:
    # A variable that is set to nothing is as good as none.
    nothing = {"QT_QPA_PLATFORM": "", "DISPLAY": "", "WAYLAND_DISPLAY": ""}
    code, _, image = draw(tmp_path, nothing, path=step, function="step", signatures=("float32[3, 3]",))
    assert code == 1
    assert not image.isNull()


def test_that_a_module_that_does_not_open_is_drawn_and_told_by_the_exit_code(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text("def f(:\n", encoding="utf-8")
    code, output, image = draw(tmp_path, path=str(file))
    assert code == 3
    assert "syntax" in output
    assert not image.isNull()
