"""Figures of a drawing painted with Qt: made ready once, then painted many times; what they look like is export's."""

from __future__ import annotations

import functools

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QStaticText, QTransform

from graphscope.export.shapes import Block, Figure, Outline, Shape, Step, Text
from graphscope.ui.fonts import role_font

_NO_PEN = QPen(Qt.PenStyle.NoPen)
_NO_BRUSH = QBrush(Qt.BrushStyle.NoBrush)


class ReadyBlock:
    """A block with its pen and brush made."""

    __slots__ = ("brush", "pen", "radius", "rect")

    def __init__(self, block: Block) -> None:
        self.rect = QRectF(block.x, block.y, block.width, block.height)
        self.radius = block.radius
        self.brush, self.pen = _brush(block.fill), _pen(block.line, block.line_width)

    def paint(self, painter: QPainter, _: bool) -> None:
        """Paint it."""
        painter.setPen(self.pen)
        painter.setBrush(self.brush)
        painter.drawRoundedRect(self.rect, self.radius, self.radius)


class ReadyOutline:
    """An outline with its path made."""

    __slots__ = ("brush", "path", "pen")

    def __init__(self, outline: Outline) -> None:
        self.path = path_of(outline.steps)
        self.brush, self.pen = _brush(outline.fill), _pen(outline.line, outline.line_width, outline.dashed)

    def paint(self, painter: QPainter, _: bool) -> None:
        """Paint it."""
        painter.setPen(self.pen)
        painter.setBrush(self.brush)
        painter.drawPath(self.path)


class ReadyText:
    """A line of text, laid out."""

    __slots__ = ("at", "font", "pen", "text")

    def __init__(self, text: Text) -> None:
        self.font = _font(text.role)
        metrics = _metrics(text.role)
        self.pen = _pen(text.colour, 1.0)
        self.text = QStaticText(text.text)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setPerformanceHint(QStaticText.PerformanceHint.AggressiveCaching)
        self.text.prepare(QTransform(), self.font)
        width = metrics.horizontalAdvance(text.text) if text.anchor != "start" else 0.0
        shift = width / 2 if text.anchor == "middle" else width if text.anchor == "end" else 0.0
        self.at = QPointF(text.x - shift, text.baseline - metrics.ascent())

    def paint(self, painter: QPainter, words: bool) -> None:
        """Paint it, unless words are too small to be read now."""
        if words:
            painter.setPen(self.pen)
            painter.setFont(self.font)
            painter.drawStaticText(self.at, self.text)


ReadyShape = ReadyBlock | ReadyOutline | ReadyText


def ready(figure: Figure) -> tuple[ReadyShape, ...]:
    """The figure's shapes, made ready to be painted."""
    return tuple(map(_ready, figure.shapes))


def paint_figure(painter: QPainter, figure: Figure) -> None:
    """Paint a figure once."""
    for shape in ready(figure):
        shape.paint(painter, True)


def path_of(steps: tuple[Step, ...]) -> QPainterPath:
    """The steps of an outline as Qt's path."""
    path = QPainterPath()
    for kind, numbers in steps:
        if kind == "M":
            path.moveTo(*numbers)
        elif kind == "L":
            path.lineTo(*numbers)
        elif kind == "C":
            path.cubicTo(*numbers)
        else:
            path.closeSubpath()
    return path


def _ready(shape: Shape) -> ReadyShape:
    if isinstance(shape, Block):
        return ReadyBlock(shape)
    return ReadyOutline(shape) if isinstance(shape, Outline) else ReadyText(shape)


@functools.cache
def _brush(colour: str) -> QBrush:
    return QBrush(QColor(colour)) if colour else _NO_BRUSH


@functools.cache
def _pen(colour: str, width: float, dashed: bool = False) -> QPen:
    if not colour:
        return _NO_PEN
    pen = QPen(QColor(colour), width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if dashed:
        pen.setDashPattern([4 / width, 3 / width])
    return pen


@functools.cache
def _font(role: str) -> QFont:
    return role_font(role)


@functools.cache
def _metrics(role: str) -> QFontMetricsF:
    return QFontMetricsF(role_font(role))
