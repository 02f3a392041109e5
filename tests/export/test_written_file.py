"""Tests of files that are written whole or not at all, where they may be written."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from graphscope.errors import ExportError
from graphscope.export.written_file import check_target, write_text, write_whole


def test_that_a_file_is_replaced_whole_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_text("old")
    path.chmod(0o640)
    write_text(str(path), "new ƒ \udc80")
    assert path.read_bytes() == "new ƒ \\udc80".encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["report.json"]


def test_that_a_link_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_text("old")
    (tmp_path / "link.json").symlink_to(tmp_path / "real.json")
    write_text(str(tmp_path / "link.json"), "new")
    assert (tmp_path / "real.json").read_text() == "new"
    assert (tmp_path / "link.json").is_symlink()


def test_that_a_pipe_is_written_as_it_is() -> None:
    reading, writing = os.pipe()
    write_text(f"/dev/fd/{writing}", "through a pipe")
    assert os.read(reading, 100) == b"through a pipe"
    os.close(reading)
    os.close(writing)


def test_that_a_write_that_fails_leaves_the_old_file_and_no_rest(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_text("old")

    def fail(beside: str) -> None:
        Path(beside).write_text("half")
        raise OSError(28, "No space left on device")

    with pytest.raises(ExportError, match="No space left"):
        write_whole(str(path), fail)
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.png"]


@pytest.mark.parametrize(("name", "said"), [("", "no file"), ("folder", "is a folder"), ("no/a.svg", "no folder")])
def test_that_a_target_that_cannot_be_written_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    with pytest.raises(ExportError, match=said) as raised:
        check_target(name)
    assert raised.value.exit_code == 2
    assert raised.value.advice
