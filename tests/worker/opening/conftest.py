"""Modules of the user's, written to a folder of their own and opened in this process, which is left as it was."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from graphscope.worker.open_module import Opened, open_module
from graphscope.worker.user_imports import UserImports

Write = Callable[..., Path]
Open = Callable[..., Opened]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a file of the given source below the test's folder and returns its path."""

    def written(name: str, source: str = "", encoding: str = "utf-8") -> Path:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(textwrap.dedent(source), encoding=encoding)
        return file

    return written


@pytest.fixture
def opening(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Opened]]:
    """open_module; what it changed in the process is put back at the end."""
    monkeypatch.setattr(sys, "argv", list(sys.argv))
    yield lambda path, *arguments: open_module(str(path), arguments)
    for finder in list(sys.meta_path):
        if isinstance(finder, UserImports):
            finder.close()


@pytest.fixture
def opened(write: Write, opening: Open) -> Open:
    """Writes source to ``lesson.py`` (or another name) and opens it."""

    def written_and_opened(source: str, name: str = "lesson.py") -> Opened:
        return opening(write(name, source))

    return written_and_opened
