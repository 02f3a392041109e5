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


def trace_sample(sample: str, *words: str) -> dict[str, Any]:
    """The report that the program itself writes about a sample, and nothing else that it says."""
    path = str(SAMPLES / f"{sample}.py")
    command = [sys.executable, "-m", "graphscope", "trace", path, *words, "--grappler", "run", "--json", "-"]
    done = subprocess.run(command, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    report: dict[str, Any] = json.loads(done.stdout)
    assert report["function"]["file"] == path
    for entry in report["grappler"]:
        assert entry["mode"] == "run"
        assert entry["before"]["nodes"] == sum(entry["before"]["ops"].values()) > 0
        assert entry["after"]["ops"]["_Retval"] >= 1
    return report


def test_that_each_graph_of_a_sample_is_traced_and_optimised_once() -> None:
    signatures = [word for x in ("tf.constant(1)", "tf.constant(2)", "3") for word in ("--signature", x)]
    report = trace_sample("watching_tracing", "--function", "double", *signatures)
    assert outcomes(report) == ["traced", "reused", "traced"]
    assert [trace["output"].startswith("python runs") for trace in report["traces"]] == [True, False, True]
    assert [entry["trace"] for entry in report["grappler"]] == [0, 2]


def test_that_a_sample_with_branches_goes_through_grappler_and_xla(tmp_path: Path) -> None:
    hlo = ["--xla", "--export-xla", "before", "--export-xla", "after"]
    written = [tmp_path / "hlo.svg", tmp_path / "hlo.dot"]
    exports = [word for path in written for word in ("--export", str(path))]
    report = trace_sample("tensor_control_flow", "--function", "absolute_by_hand", *hlo, *exports)
    assert outcomes(report) == ["traced"]
    (trace,), (grappler,), (xla,) = report["traces"], report["grappler"], report["xla"]
    assert trace["graph"]["ops"]["StatelessIf"] == 1
    assert len(trace["functions"]) == 2
    assert {each["name"] for each in grappler["passes"]} >= {"constant_folding", "remapper"}
    assert "error" not in xla
    assert xla["before"]["instructions"] >= sum(xla["before"]["ops"].values()) > 0
    assert set(xla["after"]) == {"instructions", "fusions", "ops"}
    for path, said in zip(written, ("◆ if · line 40 (by hand)<", 'label="conditional'), strict=True):
        text = path.read_text(encoding="utf-8")
        assert all(f"HLO {side} optimisation" in text for side in ("before", "after"))
        assert said in text
        assert "StatelessIf" not in text


def test_that_the_traces_stand_when_the_grappler_run_ends_its_process(tmp_path: Path, capsys: Capture) -> None:
    path = modules.write_module(tmp_path, modules.ABORTING)
    words = [path, "--function", "step", "--signature", "float32[3]", "--grappler", "run"]
    report = report_of(words, capsys, code=1)
    assert outcomes(report) == ["traced"]
    (entry,) = report["grappler"]
    assert set(entry) == {"trace", "mode", "error"}
    assert entry["error"]["type"] == "WorkerError"
    assert "crashed" in entry["error"]["message"]


def test_that_what_was_traced_before_a_timeout_is_kept(tmp_path: Path, capsys: Capture) -> None:
    path = modules.write_module(tmp_path, modules.LOOPING)
    signatures = [word for n in (1, 2, 3) for word in ("--signature", f"float32[2], {n}")]
    report = report_of([path, "--function", "grow", *signatures, "--timeout", "3"], capsys, code=1)
    assert outcomes(report) == ["traced", "failed", "skipped"]
    first, second, third = report["traces"]
    assert first["output"] == "tracing 1\n"
    assert first["graph"]["ops"]["AddV2"] == 1
    assert second["output"] == "tracing 2\n"
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
