"""The worker's source as data: complete, exact, and unpacked by the bootstrap without losing what follows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from graphscope.protocol.bundle import BOOTSTRAP, packed, worker_sources

PACKAGE = Path(__file__).resolve().parents[2] / "graphscope"


def test_that_the_bundle_holds_what_a_worker_imports_and_no_more() -> None:
    sources = worker_sources(str(PACKAGE))
    rooms = {name.split(".")[1] for name in sources if name.count(".")}
    assert rooms == {"errors", "protocol", "worker"}
    assert {"graphscope", "graphscope.protocol", "graphscope.worker", "graphscope.worker.serve"} <= set(sources)
    assert "graphscope.worker.__main__" not in sources


def test_that_the_bundle_holds_each_file_as_it_is() -> None:
    for name, (file, text) in worker_sources(str(PACKAGE)).items():
        assert Path(file).read_text(encoding="utf-8") == text, name


def test_that_the_bootstrap_is_one_line_without_quotes_that_shells_mind() -> None:
    assert "\n" not in BOOTSTRAP
    assert not set("'$`\\!") & set(BOOTSTRAP)


def test_that_the_bootstrap_leaves_what_follows_the_bundle_unread(tmp_path: Path) -> None:
    """Read ahead by a buffer, the first frames would be lost."""
    begin = "import os\ndef begin(sources):\n    os.write(1, os.read(0, 100) + sources['graphscope'][1].encode())\n"
    bundle = packed({"graphscope.worker.exact_importer": ("x.py", begin), "graphscope": ("y.py", "é" * 100_000)})
    done = subprocess.run(
        [sys.executable, "-u", "-c", BOOTSTRAP], input=bundle + b"frame", capture_output=True, check=True
    )
    assert done.stdout.decode() == "frame" + "é" * 100_000


def test_that_the_bootstrap_says_when_standard_input_is_closed() -> None:
    done = subprocess.run([sys.executable, "-c", BOOTSTRAP], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert b"standard input is closed" in done.stderr
    assert b"Traceback" not in done.stderr


def test_that_the_bootstrap_takes_nothing_from_the_working_folder(tmp_path: Path) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('shadowed')")
    bundle = packed({"graphscope.worker.exact_importer": ("x.py", "def begin(sources): print('begun')")})
    done = subprocess.run(
        [sys.executable, "-c", BOOTSTRAP], input=bundle, cwd=tmp_path, capture_output=True, check=False
    )
    assert done.stdout.decode().split() == ["begun"]
