"""Tests of `graphscope trace --save` through a real worker: the capture tells what the report tells."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphscope.__main__ import main
from graphscope.capture.read_capture import read_capture
from graphscope.export.report import Report, TracedFunction, report_fields
from tests.samples.expectations import SAMPLES

CLIP_LOOP = str(SAMPLES / "clip_loop.py")
SHOWN = ("--function", "clip_loop", "--signature", "float32[8, 4], 3, True", "--signature", "float32[8, 4], 3, False")


@pytest.mark.worker
def test_that_a_capture_holds_all_that_the_report_tells(tmp_path: Path) -> None:
    saved, reported = tmp_path / "clip.gscope", tmp_path / "clip.json"
    written = ("--save", str(saved), "--json", str(reported))
    assert main(["trace", CLIP_LOOP, *SHOWN, "--grappler", "static", "--xla", *written]) == 0
    capture = read_capture(str(saved))
    function, traces = capture.function, tuple(each.trace for each in capture.signatures)
    told = report_fields(
        Report(
            capture.graphscope,
            capture.tensorflow,
            capture.python,
            TracedFunction(function.name, function.kind, function.file, function.line),
            traces,
            {number: trace.grappler for number, trace in enumerate(traces) if trace.grappler is not None},
            {number: trace.xla for number, trace in enumerate(traces) if trace.xla is not None},
        )
    )
    assert json.loads(json.dumps(told)) == json.loads(reported.read_text(encoding="utf-8"))
    assert [each.text for each in capture.signatures] == ["float32[8, 4], 3, True", "float32[8, 4], 3, False"]
    assert (function.module, function.expression) == (CLIP_LOOP, "clip_loop")
    assert capture.sources[str(function.file)] == Path(CLIP_LOOP).read_text(encoding="utf-8")


def test_that_a_place_that_cannot_be_written_is_told_before_anything_starts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "nowhere" / "a.gscope"
    words = ["trace", CLIP_LOOP, *SHOWN, "--python", "/no/such/python", "--save", str(target)]
    assert main(words) == 2
    assert f"{target} cannot be written: there is no folder" in capsys.readouterr().err


def test_that_one_file_is_not_written_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = str(tmp_path / "a.gscope")
    assert main(["trace", CLIP_LOOP, *SHOWN, "--save", target, "--json", target]) == 2
    assert f"{target} would be written twice" in capsys.readouterr().err
