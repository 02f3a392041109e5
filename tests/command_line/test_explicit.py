"""`trace --explicit`: each trace of the report has its function written out; it is refused where nothing holds it."""

from __future__ import annotations

import json

import pytest

from graphscope.__main__ import main
from graphscope.command_line.parser import parse
from graphscope.errors import UsageError
from tests.samples.expectations import SAMPLES


@pytest.mark.worker
def test_that_each_trace_is_written_out_in_both_dialects(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(SAMPLES / "tensor_control_flow.py")
    words = ["trace", path, "--function", "absolute", "--signature", "float32[]", "--signature", "float32[]"]
    assert main([*words, "--explicit", "--json", "-"]) == 0
    traces = json.loads(capsys.readouterr().out)["traces"]
    assert [each["outcome"] for each in traces] == ["traced", "reused"]
    form = traces[0]["explicit_form"]
    assert traces[1]["explicit_form"] == form
    assert "tf.cond(" in form["tensorflow"]
    assert "jax.lax.cond(" in form["jax"]
    assert (form["complete"], form["remarks"]) == (True, [])


def test_that_explicit_without_a_report_is_told() -> None:
    with pytest.raises(UsageError, match="--explicit needs --json"):
        parse(["trace", "a.py", "--function", "f", "--explicit"])
