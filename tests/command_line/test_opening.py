"""Tests of modules that open badly or oddly, through the whole command line and a real worker."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from graphscope.__main__ import main
from tests.command_line import modules

pytestmark = pytest.mark.worker

Capture = pytest.CaptureFixture[str]


def fault_of(words: list[str], capsys: Capture) -> tuple[int, str]:
    """The exit code, and the one line on standard error; nothing was put on standard output."""
    code = main(words)
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("graphscope: ")
    assert said.err.count("\n") == 1
    return code, said.err


def test_that_a_broken_import_is_exit_3_with_the_users_line(tmp_path: Path, capsys: Capture) -> None:
    path = modules.write_module(tmp_path, modules.BROKEN)
    code, said = fault_of(["trace", path, "--function", "f", "--json", "-"], capsys)
    assert code == 3
    assert said.startswith(f"graphscope: KeyError: 'units' ({path}:4). ")


def test_that_an_endless_import_is_exit_4_with_the_line_that_ran(tmp_path: Path, capsys: Capture) -> None:
    path = modules.write_module(tmp_path, modules.ENDLESS)
    words = ["trace", path, "--function", "f", "--json", str(tmp_path / "r.json"), "--timeout", "1.5"]
    code, said = fault_of(words, capsys)
    assert code == 4
    assert "took longer than 1.5 s" in said
    assert f"({path}:3)" in said
    assert "--timeout" in said
    assert os.listdir(tmp_path) == ["users_module.py"]


def test_that_a_function_that_is_not_there_is_exit_3_with_what_was_meant(tmp_path: Path, capsys: Capture) -> None:
    path = modules.write_module(tmp_path, modules.LOOPING)
    code, said = fault_of(["trace", path, "--function", "grov", "--signature", "float32[2], 1"], capsys)
    assert code == 3
    assert "grov" in said
    assert "grow" in said.partition("grov")[2]


def test_that_a_module_that_exits_leaves_a_warning_and_what_it_defined(tmp_path: Path, capsys: Capture) -> None:
    path = modules.write_module(tmp_path, modules.LEAVING)
    assert main(["trace", path, "--function", "early", "--signature", "float32[2]"]) == 0
    said = capsys.readouterr()
    assert said.err.startswith("graphscope: warning: the module exited with status 3")
    assert "(x: float32[2])  traced" in said.out


def _functions(path: str, capsys: Capture, *more: str) -> dict[str, Any]:
    assert main(["functions", path, "--json", "-", *more]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    found: dict[str, Any] = json.loads(said.out)
    return found


def test_that_functions_lists_what_a_module_with_arguments_defines(tmp_path: Path, capsys: Capture) -> None:
    path = modules.write_module(tmp_path, modules.ARGUMENTS)
    found = _functions(path, capsys, "--", "--width", "3")
    assert found["module"]["file"] == path
    told = [(each["expression"], each["kind"], each["line"]) for each in found["functions"]]
    assert [each[:2] for each in told] == [("widen", "function"), ("own", "tf.function"), ("alone", "tf.function")]
    assert [line for _, _, line in told] in ([6, 9, 13], [6, 10, 14])
    assert found["functions"][1]["input_signature"] == "float32[None]"


def test_that_a_notebooks_functions_are_listed_with_their_cells(tmp_path: Path, capsys: Capture) -> None:
    path = modules.write_notebook(tmp_path)
    fade, broken = _functions(path, capsys)["functions"]
    assert (fade["expression"], fade["file"], fade["cell"]) == ("fade", path, 2)
    assert (broken["expression"], broken["cell"]) == ("broken", 3)


def test_that_a_reader_that_leaves_ends_it_quietly(tmp_path: Path) -> None:
    path = modules.write_module(tmp_path, modules.LOOPING)
    reading, writing = os.pipe()
    os.close(reading)
    words = [sys.executable, "-m", "graphscope", "functions", path]
    done = subprocess.run(words, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert done.stderr == b""
    assert done.returncode == 128 + signal.SIGPIPE
