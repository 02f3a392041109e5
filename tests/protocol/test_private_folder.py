"""The folder of a worker's own on disk."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from graphscope.protocol.private_folder import (
    PRIVATE_FOLDER,
    make_private_folder,
    new_private_folder,
    remove_private_folder,
)


def test_that_each_worker_has_a_folder_of_its_own_which_is_made_when_it_is_needed() -> None:
    one, other = new_private_folder(), new_private_folder()
    assert one != other
    assert not Path(one).exists()


def test_that_only_a_workers_folder_is_ever_removed(tmp_path: Path) -> None:
    strange = tmp_path / "thesis"
    ours = tmp_path / Path(new_private_folder()).name
    for folder in (strange, ours):
        folder.mkdir()
        remove_private_folder({PRIVATE_FOLDER: str(folder)})
    remove_private_folder({})
    assert strange.exists()
    assert not ours.exists()


def test_that_nobody_else_can_read_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PRIVATE_FOLDER, str(tmp_path / "made" / Path(new_private_folder()).name))
    folder = make_private_folder()
    assert make_private_folder() == folder
    assert os.stat(folder).st_mode & 0o077 == 0


def test_that_a_process_that_was_told_none_has_one_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.delenv(PRIVATE_FOLDER, raising=False)
    folder = make_private_folder()
    assert list(tmp_path.iterdir()) == [Path(folder)]
    remove_private_folder(os.environ)
    assert list(tmp_path.iterdir()) == []
    monkeypatch.delenv(PRIVATE_FOLDER)
