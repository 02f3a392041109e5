"""From the text of --python to a command: what is one word, what is not found, what a remote shell gets."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from graphscope.errors import UsageError, WorkerError
from graphscope.launch.command_prefix import parse_prefix, worker_command
from graphscope.protocol.bundle import BOOTSTRAP


def executable(path: Path, text: str = "#!/bin/sh\n") -> Path:
    """An executable file at ``path``."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


@pytest.mark.parametrize("text", [None, "", "  "])
def test_that_the_running_interpreter_is_meant_where_none_is_named(text: str | None) -> None:
    assert parse_prefix(text) == (sys.executable,)


def test_that_a_command_is_looked_up_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    executable(tmp_path / "box")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert parse_prefix("box exec -i 'my box' python") == (str(tmp_path / "box"), "exec", "-i", "my box", "python")


def test_that_a_path_with_spaces_is_one_word(tmp_path: Path) -> None:
    path = executable(tmp_path / "my venv" / "bin" / "python")
    assert parse_prefix(str(path)) == (str(path),)
    assert parse_prefix(f"  {path} ") == (str(path),)
    assert parse_prefix(f"{shlex.quote(str(path))} -I") == (str(path), "-I")


def test_that_a_relative_path_holds_in_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = executable(tmp_path / "venv" / "bin" / "python")
    monkeypatch.chdir(tmp_path)
    assert parse_prefix("venv/bin/python") == (str(path),)


def test_that_the_folder_of_a_virtual_environment_stands_for_its_interpreter(tmp_path: Path) -> None:
    path = executable(tmp_path / "venv" / "bin" / "python")
    assert parse_prefix(str(tmp_path / "venv")) == (str(path),)


def test_that_a_link_is_not_resolved(tmp_path: Path) -> None:
    """A virtual environment's interpreter is a link; what it links to has other packages."""
    link = tmp_path / "python"
    link.symlink_to(sys.executable)
    assert parse_prefix(str(link)) == (str(link),)


def test_that_home_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    executable(tmp_path / "venv" / "bin" / "python")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert parse_prefix("~/venv/bin/python") == (str(tmp_path / "venv/bin/python"),)
    assert parse_prefix("~/venv/bin/python -I") == (str(tmp_path / "venv/bin/python"), "-I")


@pytest.mark.parametrize("text", ["no-such-python", "/no/such/python", "no-such-ssh host python3"])
def test_that_a_command_that_is_not_there_is_told(text: str) -> None:
    with pytest.raises(WorkerError, match=f"there is no interpreter or command {text.split()[0]}$") as told:
        parse_prefix(text)
    assert told.value.exit_code == 4
    assert "--python" in told.value.advice


def test_that_a_file_that_cannot_be_run_is_told(tmp_path: Path) -> None:
    path = tmp_path / "python"
    path.write_text("")
    with pytest.raises(WorkerError, match="it is not executable"):
        parse_prefix(str(path))


@pytest.mark.parametrize(("text", "complaint"), [("python 'a", "no closing quotation"), ("''", "\"''\" is empty")])
def test_that_a_command_that_cannot_be_read_is_wrong_use(text: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        parse_prefix(text)


def test_that_an_interpreter_alone_runs_the_file() -> None:
    command, first = worker_command((sys.executable,))
    assert command[:2] == [sys.executable, "-u"]
    assert command[2].endswith(os.path.join("graphscope", "worker", "__main__.py"))
    assert Path(command[2]).is_file()
    assert first == b""


def test_that_a_longer_command_is_sent_the_files() -> None:
    command, first = worker_command(("srun", "python"))
    assert command == ["srun", "python", "-u", "-c", BOOTSTRAP]
    size, _, payload = first.partition(b"\n")
    assert int(size) == len(payload)


@pytest.mark.parametrize("prefix", [("/usr/bin/ssh", "host", "python3"), ("cloud", "ssh", "box", "--", "python3")])
def test_that_a_remote_shell_gets_the_script_back_whole(prefix: tuple[str, ...]) -> None:
    """ssh joins its words with spaces and has the remote shell parse them."""
    command, _ = worker_command(prefix)
    parsed = subprocess.run(
        ["/bin/sh", "-c", 'for word in "$@"; do :; done; eval "set -- $word"; printf %s "$1"', "sh", command[-1]],
        capture_output=True,
        text=True,
        check=True,
    )
    assert parsed.stdout == BOOTSTRAP
