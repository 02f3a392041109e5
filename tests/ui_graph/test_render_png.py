"""Pictures as files: right in size, the same as in the window, and possible with no display."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

from graphscope.errors import ExportError
from graphscope.export.drawing import MARGIN, make_drawing
from graphscope.export.look import load_theme
from graphscope.ui.graph.render_png import LONGEST_SIDE, MOST_PIXELS, possible_scale, render_pdf, render_png
from tests.ui_graph.pictures import clip_loop

pytestmark = pytest.mark.gui
LIGHT = load_theme("light")


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_that_a_png_has_the_drawings_size_times_the_scale(qapp: object, tmp_path: Path, scale: float) -> None:
    drawing = make_drawing(*clip_loop(), LIGHT, title="clip_loop")
    assert render_png(drawing, tmp_path / "a.png", scale) == scale
    image = QImage(str(tmp_path / "a.png"))
    assert (image.width(), image.height()) == (round(drawing.width * scale), round(drawing.height * scale))
    assert image.text("Title") == "clip_loop"
    band = image.pixelColor(round((MARGIN + 350) * scale), round((MARGIN + 210) * scale))
    assert band == QColor(LIGHT.look("while").band)
    assert image.pixelColor(2, 2) == QColor(LIGHT.colours["pane"])


def test_that_a_huge_drawing_is_written_smaller_than_asked(qapp: object, tmp_path: Path) -> None:
    drawing = replace(make_drawing(*clip_loop(), LIGHT), width=40_000.0, height=200.0)
    assert render_png(drawing, tmp_path / "a.png", 2.0) == LONGEST_SIDE / 40_000
    assert QImage(str(tmp_path / "a.png")).width() == LONGEST_SIDE


@pytest.mark.parametrize("size", [(100.0, 100.0), (50_000.0, 30.0), (20_000.0, 9_000.0), (7_000.0, 7_000.0)])
def test_that_no_png_has_more_pixels_than_can_be_opened(size: tuple[float, float]) -> None:
    scale = possible_scale(*size, 2.0)
    assert size[0] * size[1] * scale**2 <= MOST_PIXELS * 1.0001
    assert max(size) * scale <= LONGEST_SIDE * 1.0001
    assert scale <= 2.0


def test_that_a_drawing_too_large_for_a_png_is_refused_with_advice(qapp: object, tmp_path: Path) -> None:
    drawing = replace(make_drawing(*clip_loop(), LIGHT), width=500_000.0)
    with pytest.raises(ExportError, match="too large for a PNG") as caught:
        render_png(drawing, tmp_path / "a.png")
    assert ".svg" in caught.value.advice
    assert not (tmp_path / "a.png").exists()


@pytest.mark.parametrize("render", [render_png, render_pdf])
def test_that_a_file_that_cannot_be_written_is_told(qapp: object, tmp_path: Path, render: object) -> None:
    drawing = make_drawing(*clip_loop(), LIGHT)
    with pytest.raises(ExportError, match="cannot write"):
        render(drawing, tmp_path / "no such folder" / "a.png")  # type: ignore[operator]


def test_that_a_pdf_has_one_page_of_the_drawings_size(qapp: object, tmp_path: Path) -> None:
    drawing = make_drawing(*clip_loop(), LIGHT, title="clip_loop")
    render_pdf(drawing, tmp_path / "a.pdf")
    data = (tmp_path / "a.pdf").read_bytes()
    assert data.startswith(b"%PDF")
    assert b"/Count 1" in data
    assert (
        f"/MediaBox [0 0 {drawing.width:.6f} ".encode() in data or f"/MediaBox [0 0 {drawing.width:g} ".encode() in data
    )


def test_that_a_picture_is_written_where_there_is_no_display_and_no_application(tmp_path: Path) -> None:
    program = (
        "from pathlib import Path; import sys\n"
        "from graphscope.export.drawing import make_drawing; from graphscope.export.look import load_theme\n"
        "from graphscope.ui.graph.render_png import render_png; from tests.ui_graph.pictures import clip_loop\n"
        "render_png(make_drawing(*clip_loop(), load_theme('light')), Path(sys.argv[1]))\n"
    )
    bare = {"PYTHONPATH": str(Path(__file__).parents[2]), "PATH": "/usr/bin", "HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "a.png")], env=bare, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert not QImage(str(tmp_path / "a.png")).isNull()
