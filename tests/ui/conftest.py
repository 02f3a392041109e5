"""A true window with true workers, offscreen, and nothing of it left behind."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from pytestqt.qtbot import QtBot

from graphscope.app import WindowRequest
from graphscope.launch.command_prefix import parse_prefix
from graphscope.ui.application import Application

OpenWindow = Callable[..., Application]
PATIENCE = 60_000
"""Milliseconds that a worker with TensorFlow may take on a busy machine."""


@pytest.fixture
def open_window(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenWindow]:
    """Call it with the fields of a WindowRequest to get a window that is shown and has begun."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    opened: list[Application] = []

    def open_with(**fields: object) -> Application:
        request = WindowRequest(**fields)  # type: ignore[arg-type]
        application = Application(request, parse_prefix(request.python))
        opened.append(application)
        application.window.show()
        application.begin()
        return application

    yield open_with
    for application in opened:
        application.close()
    qtbot.wait(0)


@pytest.fixture
def module(tmp_path: Path) -> Callable[[str], str]:
    """Writes a module and gives its path."""

    def write(text: str) -> str:
        file = tmp_path / "example.py"
        file.write_text(text, encoding="utf-8")
        return str(file)

    return write
