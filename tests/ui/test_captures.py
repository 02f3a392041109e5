"""The window on a capture: no worker, no TensorFlow, no module; and captures saved from the window."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from graphscope.capture.read_capture import read_capture
from graphscope.capture.write_capture import capture_bytes
from graphscope.session.signature_rows import RowState
from graphscope.ui.application import Application
from tests.capture.captures import filled

pytestmark = pytest.mark.gui
PATIENCE = 60_000
ROOT = Path(__file__).resolve().parents[2]
COUNTING = """
import os, sys
from graphscope.launch import connection
from graphscope.__main__ import main

def refused(*_, **__):
    os._exit(99)

connection.WorkerConnection.start = refused
code = main(sys.argv[1:])
print(code, sorted({"tensorflow", "keras"} & set(sys.modules)))
"""


@pytest.fixture
def capture(tmp_path: Path) -> str:
    """A capture's file, of a module that this machine does not have."""
    file = tmp_path / "double.gscope"
    file.write_bytes(capture_bytes(filled()))
    return str(file)


def is_shown(application: Application) -> bool:
    panes = application.window.panes
    return len(panes.panes) == 2 and not panes.busy and all(pane.picture is not None for pane in panes.panes)


def test_that_a_capture_is_drawn_without_tensorflow_and_without_a_worker(capture: str, tmp_path: Path) -> None:
    picture = tmp_path / "window.png"
    environment = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    command = [sys.executable, "-c", COUNTING, capture, "--screenshot", str(picture), "--view", "A=after"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    # One signature of the capture failed to trace, which is 1 as it was then.
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "1 []"), done.stderr
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_that_a_capture_that_is_broken_is_told_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "broken.gscope"
    file.write_bytes(b"PK")
    command = [sys.executable, "-m", "graphscope", str(file), "--screenshot", str(tmp_path / "window.png")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"graphscope: {file} cannot be opened: it is no capture")


def test_that_the_window_shows_a_capture_and_f5_says_what_to_do(
    qtbot: QtBot, open_window: Callable[..., Application], capture: str
) -> None:
    application = open_window(path=capture)
    window = application.window
    qtbot.waitUntil(lambda: is_shown(application), timeout=PATIENCE)
    qtbot.keyClick(window, Qt.Key.Key_F5)
    assert application.worker.process is None
    assert window.status.complaint() == "double.gscope is a capture: open double.py to trace it again"
    assert window.status.words() == "● capture  traced with TensorFlow 2.21.0 on Python 3.11.7"
    assert window.windowTitle() == "double – double.gscope – Graphscope"
    assert "def double(x):" in window.source.view.toPlainText()
    assert [row.state for row in application.session.state.rows][:2] == [RowState.TRACED, RowState.REUSED]


def test_that_a_capture_dropped_on_the_window_is_opened(
    qtbot: QtBot, open_window: Callable[..., Application], capture: str
) -> None:
    application = open_window()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(capture)])
    event = QDropEvent(
        QPoint(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    application.window.dropEvent(event)
    qtbot.waitUntil(lambda: is_shown(application), timeout=PATIENCE)


def test_that_ctrl_s_saves_what_is_shown(
    qtbot: QtBot, open_window: Callable[..., Application], capture: str, tmp_path: Path
) -> None:
    application = open_window(path=capture)
    window = application.window
    qtbot.waitUntil(lambda: is_shown(application), timeout=PATIENCE)
    target = tmp_path / "again.gscope"
    window.actions_.save.trigger()
    dialog = window.findChild(QFileDialog)
    assert dialog is not None
    assert dialog.defaultSuffix() == "gscope"
    dialog.fileSelected.emit(str(target))
    dialog.reject()
    qtbot.waitUntil(lambda: window.status.complaint() == f"Saved as {target}", timeout=PATIENCE)
    assert read_capture(str(target)) == filled()


def test_that_a_place_that_cannot_be_written_is_told(
    qtbot: QtBot, open_window: Callable[..., Application], capture: str, tmp_path: Path
) -> None:
    application = open_window(path=capture)
    window = application.window
    qtbot.waitUntil(lambda: is_shown(application), timeout=PATIENCE)
    application.session.captures.save(str(tmp_path / "nowhere" / "a.gscope"))
    qtbot.waitUntil(lambda: "cannot be written" in window.status.complaint(), timeout=PATIENCE)


def test_that_a_capture_still_being_written_is_whole_after_the_window_is_closed(
    qtbot: QtBot, open_window: Callable[..., Application], capture: str, tmp_path: Path
) -> None:
    application = open_window(path=capture)
    qtbot.waitUntil(lambda: is_shown(application), timeout=PATIENCE)
    target = tmp_path / "late.gscope"
    application.session.captures.save(str(target))
    application.captures.shut_down()
    assert read_capture(str(target)) == filled()
