"""The first commands a stranger types: what they say where Python is too old, or something of the system is missing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with spaces in its name, holding the scripts; nothing is installed from it."""
    folder = tmp_path / "a checkout with spaces"
    shutil.copytree(ROOT / "packaging", folder / "packaging")
    return folder


def _tool(folder: Path, name: str, script: str) -> None:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/bash\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


def _run(checkout: Path, script: str, **environment: str) -> subprocess.CompletedProcess[str]:
    tools = checkout / "tools"
    tools.mkdir(exist_ok=True)
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    command = ["bash", str(checkout / "packaging" / script)]
    environment = {**os.environ, "PATH": path, **environment}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_that_an_old_python_is_told_in_one_line(checkout: Path) -> None:
    _tool(checkout / "tools", "old", 'case "$*" in *python_version*) echo 3.9.2;; *version_info*) exit 1;; esac')
    answer = _run(checkout, "make_environment.sh", PYTHON="old")
    assert answer.returncode == 1
    (line,) = answer.stderr.splitlines()
    assert "Graphscope needs Python 3.10 or newer, and old is 3.9.2. Name another: make setup PYTHON=" in line


def test_that_one_who_is_not_root_is_told_the_line_to_type(checkout: Path) -> None:
    _tool(checkout / "tools", "bare", 'case "$*" in *python_version*) echo 3.11.2;; *ensurepip*) exit 1;; esac')
    _tool(checkout / "tools", "id", "echo 1000")
    _tool(checkout / "tools", "apt-get", "echo apt-get was called; exit 9")
    answer = _run(checkout, "make_environment.sh", PYTHON="bare")
    assert answer.returncode == 1
    assert answer.stdout == ""
    assert "sudo apt-get update && sudo apt-get install -y python3-venv" in answer.stderr


def test_that_root_has_the_missing_package_installed(checkout: Path) -> None:
    _tool(checkout / "tools", "bare", 'case "$*" in *python_version*) echo 3.11.2;; *ensurepip*) exit 1;; esac')
    _tool(checkout / "tools", "id", "echo 0")
    _tool(checkout / "tools", "apt-get", 'echo "$*" >>"$LOG"')
    log = checkout / "log"
    answer = _run(checkout, "make_environment.sh", PYTHON="bare", LOG=str(log))
    assert answer.returncode == 1
    assert "still cannot make virtual environments" in answer.stderr
    assert log.read_text(encoding="utf-8").split("\n")[1].endswith("python3-venv")


def test_that_a_missing_system_library_is_named_with_the_line_that_installs_it(checkout: Path) -> None:
    interpreter = checkout / ".venv" / "bin"
    interpreter.mkdir(parents=True)
    _tool(interpreter, "python", "echo libEGL.so.1: cannot open shared object file; exit 1")
    _tool(checkout / "tools", "id", "echo 1000")
    _tool(checkout / "tools", "apt-get", "exit 9")
    answer = _run(checkout, "system_libraries.sh")
    assert answer.returncode == 1
    assert "libEGL.so.1: cannot open shared object file" in answer.stderr
    assert "sudo apt-get install -y libegl1 " in answer.stderr


def test_that_a_complete_system_is_left_alone(checkout: Path) -> None:
    (checkout / ".venv").symlink_to(sys.prefix)
    _tool(checkout / "tools", "apt-get", "echo apt-get was called; exit 9")
    answer = _run(checkout, "system_libraries.sh", DISPLAY="", WAYLAND_DISPLAY="")
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, "", "")


def test_that_make_tells_what_it_can_make() -> None:
    answer = subprocess.run(
        ["make", "--no-print-directory", "help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    told = {line.split("\t")[0] for line in answer.stdout.splitlines()}
    names = ("setup", "run", "test", "lint", "picture", "package", "benchmark", "clean", "help")
    assert told == {f"make {name}" for name in names}
