"""A drawing written as a PNG or PDF file, with no window and no display; what it shows is the drawing's."""

from __future__ import annotations

import functools
import math
from pathlib import Path

from PySide6.QtCore import QFile, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QColor, QImage, QImageWriter, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtWidgets import QApplication

from graphscope.errors import ExportError
from graphscope.export.drawing import MARGIN
from graphscope.export.shapes import Drawing
from graphscope.ui.fonts import load_fonts
from graphscope.ui.graph.figure_painter import paint_figure

LONGEST_SIDE = 32_000
MOST_PIXELS = 64_000_000
_LEAST_SCALE = 0.25
_ADVICE = "check that the folder exists and can be written to"


def render_png(drawing: Drawing, path: Path, scale: float = 2.0) -> float:
    """Write the drawing to ``path``; the scale it was written at is returned, less than asked where it is huge."""
    scale = possible_scale(drawing.width, drawing.height, scale)
    if scale < _LEAST_SCALE:
        raise ExportError(
            f"the picture, {drawing.width:.0f} by {drawing.height:.0f} points, is too large for a PNG",
            advice="export it as .svg or .pdf, or close some groups first",
        )
    _ensure_application()
    size = (math.ceil(drawing.width * scale), math.ceil(drawing.height * scale))
    image = QImage(*size, QImage.Format.Format_RGB32)
    image.fill(QColor(drawing.background))
    painter = QPainter(image)
    painter.scale(scale, scale)
    _paint(painter, drawing)
    painter.end()
    image.setText("Title", drawing.title)
    writer = QImageWriter(str(path), b"png")
    if not writer.write(image):
        raise ExportError(f"cannot write {path}: {writer.errorString()}", advice=_ADVICE)
    return scale


def render_pdf(drawing: Drawing, path: Path) -> None:
    """Write the drawing to ``path`` as one page of its own size, its words kept as words."""
    _ensure_application()
    file = QFile(str(path))
    if not file.open(QIODevice.OpenModeFlag.WriteOnly):
        raise ExportError(f"cannot write {path}: {file.errorString()}", advice=_ADVICE)
    writer = QPdfWriter(file)
    writer.setTitle(drawing.title)
    writer.setCreator("Graphscope")
    writer.setResolution(72)
    page = QPageSize(
        QSizeF(drawing.width, drawing.height), QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch
    )
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF()))
    painter = QPainter(writer)
    painter.fillRect(0, 0, math.ceil(drawing.width), math.ceil(drawing.height), QColor(drawing.background))
    _paint(painter, drawing)
    painter.end()
    file.close()


def possible_scale(width: float, height: float, wanted: float) -> float:
    """The scale that was asked for, or the largest at which a picture of that size is still one that can be opened."""
    return min(wanted, LONGEST_SIDE / max(width, height), math.sqrt(MOST_PIXELS / (width * height)))


def _paint(painter: QPainter, drawing: Drawing) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(MARGIN, MARGIN)
    for figure in drawing.figures:
        paint_figure(painter, figure)


@functools.cache
def _offscreen_application() -> QApplication:
    return QApplication(["graphscope", "-platform", "offscreen"])


def _ensure_application() -> None:
    """Text needs an application object; where there is none yet, one is made that needs no display."""
    if QApplication.instance() is None:
        _offscreen_application()
    load_fonts()
