"""Tests of `graphscope trace` through a real worker: what is reported, and what is kept when the worker is lost."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from graphscope.__main__ import main
from tests.command_line import modules
from tests.samples.expectations import SAMPLES

pytestmark = pytest.mark.worker

Capture = pytest.CaptureFixture[str]


def report_of(words: list[str], capsys: Capture, code: int = 0) -> dict[str, Any]:
    """The report on standard output, and nothing else on either stream."""
    assert main(["trace", "--json", "-", *words]) == code
    said = capsys.readouterr()
    assert said.err == ""
    report: dict[str, Any] = json.loads(said.out)
    return report


def outcomes(report: dict[str, Any]) -> list[str]:
    return [trace["outcome"] for trace in report["traces"]]


@pytest.mark.parametrize(
    ("sample", "function", "expected", "optimised"),
    [
        ("watching_tracing", "double", ["traced", "reused", "traced", "traced"], [0, 2, 3]),
        ("tensor_control_flow", "absolute_by_hand", ["traced"], [0]),
    ],
)
def test_that_a_sample_is_traced_and_optimised_end_to_end(
    sample: str, function: str, expected: list[str], optimised: list[int]
) -> None:
    path = str(SAMPLES / f"{sample}.py")
    words = [sys.executable, "-m", "graphscope", "trace", path, "--function", function]
    done = subprocess.run([*words, "--grappler", "run", "--json", "-"], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    report = json.loads(done.stdout)
    assert outcomes(report) == expected
    assert report["function"]["name"] == function
    assert report["function"]["file"] == path
    assert [entry["trace"] for entry in report["grappler"]] == optimised
    for entry in report["grappler"]:
        assert entry["mode"] == "run"
        assert entry["before"]["nodes"] == sum(entry["before"]["ops"].values()) > 0
        assert entry["after"]["ops"]["_Retval"] >= 1
        assert entry["passes"]


def test_that_what_was_traced_before_a_timeout_is_kept(tmp_path: Path, capsys: Capture) -> None:
    path = modules.write_module(tmp_path, modules.LOOPING)
    signatures = [word for n in (1, 2, 3) for word in ("--signature", f"float32[2], {n}")]
    report = report_of([path, "--function", "grow", *signatures, "--timeout", "3"], capsys, code=1)
    assert outcomes(report) == ["traced", "failed", "skipped"]
    first, second, third = report["traces"]
    assert first["output"] == "tracing 1\n"
    assert first["graph"]["ops"]["AddV2"] == 1
    assert second["error"]["type"] == "TimeoutError"
    assert second["error"]["file"] == path
    assert second["error"]["line"] in (7, 8)
    assert second["error"]["advice"]
    assert third["graph"] is None
    assert "error" not in third


def test_that_what_was_traced_before_the_worker_vanished_is_kept(tmp_path: Path, capsys: Capture) -> None:
    path = modules.write_module(tmp_path, modules.VANISHING)
    signatures = [word for n in (1, 2, 3) for word in ("--signature", f"float32[{n}]")]
    report = report_of([path, "--function", "step", *signatures], capsys, code=4)
    assert outcomes(report) == ["traced", "failed", "skipped"]
    assert report["traces"][1]["error"]["type"] == "WorkerError"
    assert "status 7" in report["traces"][1]["error"]["message"]


def test_that_a_signature_that_cannot_be_read_is_exit_2(tmp_path: Path, capsys: Capture) -> None:
    path = modules.write_module(tmp_path, modules.LOOPING)
    words = ["trace", path, "--function", "grow", "--signature", "float32[2], 1", "--signature", "float32[2"]
    assert main([*words, "--json", "-"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "float32[2" in said.err
    assert said.err.count("\n") == 1


def test_that_a_notebook_is_traced_with_cells_and_lines(tmp_path: Path, capsys: Capture) -> None:
    path = modules.write_notebook(tmp_path)
    report = report_of([path, "--function", "fade", "--signature", "float32[None]"], capsys)
    assert report["function"]["cell"] == 2
    (statement,) = report["traces"][0]["control_flow"]
    assert (statement["file"], statement["cell"], statement["line"]) == (path, 2, 3)
    assert (statement["outcome"], statement["op_types"]) == ("staged", ["StatelessIf"])
    assert main(["trace", path, "--function", "broken", "--signature", "float32[2]"]) == 1
    said = capsys.readouterr()
    assert "AttributeError" in said.out
    assert "lesson.ipynb cell 3, line 3" in said.out
    assert said.err == ""


@pytest.mark.parametrize(
    ("function", "signature"), [("own", "x: float32[None]"), ("alone", ""), ("widen", None)], ids=str
)
def test_that_a_signature_is_suggested_where_none_is_given(
    tmp_path: Path, capsys: Capture, function: str, signature: str | None
) -> None:
    path = modules.write_module(tmp_path, modules.ARGUMENTS)
    words = [path, "--function", function]
    if signature is not None:
        report = report_of([*words, "--", "--width", "2"], capsys)
        assert [trace["signature"] for trace in report["traces"]] == [signature]
        return
    assert main(["trace", *words, "--", "--width", "2"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("graphscope: widen(x) needs a signature, and its module suggests none")
    assert "--signature" in said


def test_that_every_format_is_written_beside_a_summary_for_people(tmp_path: Path, capsys: Capture) -> None:
    files = [tmp_path / f"graphs.{suffix}" for suffix in ("svg", "png", "pdf", "dot", "graphml", "json")]
    report = tmp_path / "report.txt"
    exports = [word for file in files for word in ("--export", str(file))]
    path = str(SAMPLES / "clip_loop.py")
    words = ["trace", path, "--function", "clip_loop", "--signature", "float32[None, 4], 3, True"]
    assert main([*words, "--signature", "float32[8, 4], 3, False", *exports, "--json", str(report)]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert "B  (x: float32[8, 4], steps: 3, training: False)  traced" in said.out
    assert "because x differs in shape: float32[None, 4] → float32[8, 4]" in said.out
    assert "while  staged  StatelessWhile (tf.while_loop)" in said.out
    assert outcomes(json.loads(report.read_text())) == ["traced", "traced"]
    assert sorted(tmp_path.iterdir()) == sorted([*files, report])
    assert files[0].read_text().count("<svg") == 1
    assert files[1].read_bytes().startswith(b"\x89PNG")
    assert files[2].read_bytes().startswith(b"%PDF")
    assert all(file.stat().st_size > 1000 for file in files)
