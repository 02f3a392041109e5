"""What stands in an empty pane is there from its first line to its last."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from graphscope.export.look import load_theme
from graphscope.ui.graph.pane_message import paint_message

pytestmark = pytest.mark.gui

THEME = load_theme("light")
LINES = tuple(f"line {number} of what to do next" for number in range(12))


def inked_rows(text: str, width: int = 500, height: int = 400) -> list[int]:
    """Rows of pixels that have something on them when the message is painted."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    paper = QColor(THEME.colours["panel"])
    image.fill(paper)
    painter = QPainter(image)
    paint_message(painter, QRectF(0, 0, width, height), THEME, ("It is refused", text))
    painter.end()
    return [y for y in range(height) if any(image.pixelColor(x, y) != paper for x in range(width))]


def blocks(rows: list[int]) -> int:
    """How many runs of rows there are without a gap: the lines of text."""
    return sum(1 for before, row in zip([-2, *rows], rows, strict=False) if row > before + 1)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("count", [1, 4, 12])
def test_that_all_lines_of_advice_are_seen_in_the_middle_of_the_pane(count: int) -> None:
    rows = inked_rows("\n".join(LINES[:count]))
    assert blocks(rows) == count + 1
    assert abs((rows[0] + rows[-1]) / 2 - 200) <= 8


@pytest.mark.usefixtures("qapp")
def test_that_advice_stays_inside_a_pane_that_cannot_hold_it() -> None:
    rows = inked_rows("\n".join(LINES), height=120)
    assert rows[0] >= 0
    assert blocks(rows) >= 4
