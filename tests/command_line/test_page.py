"""Tests of `--export FILE.html` and `--export-pass` on a real run of Grappler."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from graphscope.__main__ import main
from tests.samples.expectations import SAMPLES

pytestmark = pytest.mark.worker

SVG = "{http://www.w3.org/2000/svg}svg"
HTML = "{http://www.w3.org/1999/xhtml}"


def test_that_a_page_holds_what_really_ran_and_a_wrong_pass_is_told_with_those_that_ran(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, drawing, report = (tmp_path / name for name in ("run.html", "pass.svg", "report.json"))
    words = ["trace", str(SAMPLES / "grappler_playground.py"), "--function", "fuse", "--signature", "float32[8, 4]"]
    exports = ["--export", str(page), "--export", str(drawing), "--json", str(report)]
    passes = ["--export-pass", "remapper", "--export-pass", "remaper:3"]
    assert main([*words, "--grappler", "run", *exports, *passes]) == 2
    said = capsys.readouterr()
    assert said.err.startswith("graphscope: --export-pass: Grappler ran no pass remaper:3. Choose of those that ran: ")
    assert "remapper:0, " in said.err
    assert said.err.count("\n") == 1
    assert "_FusedMatMul" in drawing.read_text()
    assert sorted(tmp_path.iterdir()) == sorted([page, drawing, report])
    tree = ElementTree.fromstring(page.read_text().partition("\n")[2])
    steps = {each.get("id"): each for each in tree.iter(f"{HTML}section") if "-pass-" in (each.get("id") or "")}
    fused = [each for each in steps.values() if "became _FusedMatMul in remapper" in "".join(each.itertext())]
    assert len(fused) == 1
    assert "_FusedMatMul" in "".join(fused[0].find(f".//{SVG}").itertext())
    listed = [link.get("href") for each in tree.iter(f"{HTML}li") for link in each.iter(f"{HTML}a")]
    assert listed == [f"#{name}" for name in steps]
    assert any("return tf.nn.relu(" in "".join(each.itertext()) for each in tree.iter(f"{HTML}code"))
