"""Where resources and samples are found: in a checkout, and inside the package where a wheel put them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ASK = "from graphscope.bundled_files import resource, sample; print(resource('themes')); print(sample('x.py'))"


def _answers(installed: Path) -> list[Path]:
    package = installed / "graphscope"
    package.mkdir(parents=True, exist_ok=True)
    for name in ("__init__.py", "bundled_files.py"):
        shutil.copy(ROOT / "graphscope" / name, package)
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, sys.argv[1]); {ASK}", str(installed)]
    answer = subprocess.run(command, cwd=installed, capture_output=True, text=True, check=True)
    return [Path(line) for line in answer.stdout.splitlines()]


def test_that_a_checkout_uses_its_top_level_folders(tmp_path: Path) -> None:
    (tmp_path / "resources").mkdir()
    (tmp_path / "samples").mkdir()
    assert _answers(tmp_path) == [tmp_path / "resources" / "themes", tmp_path / "samples" / "x.py"]


def test_that_a_wheel_uses_the_folders_inside_the_package(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "graphscope"):
        (folder / "resources").mkdir(parents=True)
        (folder / "samples").mkdir()
    inside = tmp_path / "graphscope"
    assert _answers(tmp_path) == [inside / "resources" / "themes", inside / "samples" / "x.py"]


def test_that_fonts_come_with_their_licence() -> None:
    fonts = ROOT / "resources" / "fonts"
    assert list(fonts.glob("*.?tf"))
    assert "SIL OPEN FONT LICENSE" in (fonts / "OFL.txt").read_text(encoding="utf-8").upper()
