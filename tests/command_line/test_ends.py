"""Tests of how a run ends where no worker is needed to find out: exit codes, and one line that says what to do."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from graphscope.__main__ import main
from graphscope.command_line.console import Console, fault, one_line
from graphscope.errors import GraphscopeError, ModuleError

TRACE = ["trace", "model.py", "--function", "f"]


def told(capsys: pytest.CaptureFixture[str]) -> str:
    """The one line on standard error; nothing else was said."""
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert said.err.startswith("graphscope: ")
    return said.err


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["trace", "m.py"], "--function"),
        (["record", "train.py"], "does not have `graphscope record` yet"),
        ([*TRACE, "--save", "no/a.gscope"], "there is no folder"),
        ([*TRACE, "--export", "no/a.html"], "there is no folder"),
        ([*TRACE, "--export", "a.docx"], ".docx is no format"),
        ([*TRACE, "--export", "plain"], "no suffix is no format"),
        ([*TRACE, "--export", "no/a.svg"], "there is no folder"),
        ([*TRACE, "--export", "a.svg", "--export", "./a.svg"], "would be written twice"),
        ([*TRACE, "--export", "a.json", "--json", "a.json"], "would be written twice"),
        ([*TRACE, "--json", "no/a.json"], "there is no folder"),
        (["functions", "m.py", "--json", "."], "is a folder"),
        ([*TRACE, "--python", "python 'unclosed"], "cannot be read"),
    ],
)
def test_that_wrong_use_is_found_out_before_anything_is_started(
    words: list[str], part: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    assert part in told(capsys)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("words", [TRACE, ["functions", "model.py"]])
def test_that_a_missing_interpreter_is_exit_4(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "--python", "no/such/python"]) == 4
    said = told(capsys)
    assert "no/such/python" in said
    assert "--python" in said.partition("no/such/python")[2]


def test_that_a_command_that_is_no_python_is_exit_4(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*TRACE, "--python", "false"]) == 4
    assert "is not a Python that can start a worker" in told(capsys)


def test_that_an_error_is_one_line_with_its_place_and_what_to_do(tmp_path: Path) -> None:
    error = ModuleError("KeyError: 'a\nb'", file="/code/model.py", line=6, advice="Do\nthis.")
    assert fault(error) == "KeyError: 'a b' (/code/model.py:6). Do this."
    cell = GraphscopeError("no such name.", file="/code/lesson.ipynb#cell=3", line=2)
    assert fault(cell) == "no such name (/code/lesson.ipynb cell 3, line 2)"
    assert fault(ModuleError("broken", file="a.py", line=1)) == "broken (a.py:1). Mend that line, and run this again."


def test_that_an_endless_message_is_cut() -> None:
    assert len(one_line("x" * 100_000)) == 2000
    assert one_line("\x1b[31mred\x07\n") == "[31mred"


def test_that_progress_is_shown_to_a_terminal_only(capsys: pytest.CaptureFixture[str]) -> None:
    console = Console()
    console.progress("tracing")
    console.clear()
    assert capsys.readouterr().err == ""


def test_that_nothing_but_the_report_is_put_where_a_report_goes(capsys: pytest.CaptureFixture[str]) -> None:
    console = Console(quiet=True)
    console.say("for people")
    console.report("{}\n")
    assert capsys.readouterr().out == "{}\n"


def test_that_colour_is_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not Console().coloured
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert Console().coloured
    monkeypatch.setenv("NO_COLOR", "1")
    assert not Console().coloured


def _graphscope(*words: str, **more: object) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-m", "graphscope", *words], stdout=pipe, stderr=pipe, **more)  # type: ignore[call-overload,no-any-return]


def test_that_an_interrupt_is_130_and_no_traceback(tmp_path: Path) -> None:
    """The interpreter given never gets ready; it makes a file to say that it was started."""
    started = tmp_path / "started"
    os.mkfifo(started)
    command = f"sh -c 'echo > {started}; exec sleep 600'"
    run = _graphscope("functions", "m.py", "--python", command)
    started.read_bytes()
    run.send_signal(signal.SIGINT)
    _, said = run.communicate(timeout=60)
    assert run.returncode == 130
    assert said == b"graphscope: interrupted\n"
