"""Drawings put side by side into one, each under its title, as the window's panes show them; nothing is laid out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from graphscope.export.drawing import MARGIN
from graphscope.export.look import Theme
from graphscope.export.shapes import Block, Drawing, Figure, Outline, Shape, Step, Text
from graphscope.export.text_width import elide, text_width

_HEADER = 48.0
_WIDEST_TITLE = 640.0


@dataclass(frozen=True)
class Panel:
    """A drawing, what is written above it, and a smaller line below that."""

    drawing: Drawing
    title: str
    note: str = ""


def side_by_side(panels: Sequence[Panel], theme: Theme, title: str) -> Drawing:
    """One drawing of all, from left to right."""
    figures: list[Figure] = []
    left = height = 0.0
    tallest = max((panel.drawing.height for panel in panels), default=0.0)
    for panel in panels:
        drawing = panel.drawing
        words, note = elide(panel.title, "title", _WIDEST_TITLE), elide(panel.note, "caption", _WIDEST_TITLE)
        # A drawing's figures start at its margin, which its width holds on both sides.
        if left:
            figures.append(_divider(left - MARGIN, tallest, theme))
        header = (
            Text(left, 12.0, words, "title", theme.colours["text"]),
            Text(left, 28.0, note, "caption", theme.colours["muted"]),
        )
        figures.append(Figure("", panel.title, header if note else header[:1]))
        figures.extend(_moved(figure, left, _HEADER) for figure in drawing.figures)
        left += max(drawing.width, max(text_width(words, "title"), text_width(note, "caption")) + 2 * MARGIN)
        height = max(height, drawing.height + _HEADER)
    background = panels[0].drawing.background if panels else theme.colours["pane"]
    return Drawing(left, height, background, tuple(figures), title)


def _divider(x: float, height: float, theme: Theme) -> Figure:
    return Figure("", "", (Block(x, -MARGIN, 1.0, height + _HEADER, 0.0, theme.colours["line"]),))


def _moved(figure: Figure, x: float, y: float) -> Figure:
    return replace(figure, shapes=tuple(_moved_shape(shape, x, y) for shape in figure.shapes))


def _moved_shape(shape: Shape, x: float, y: float) -> Shape:
    if isinstance(shape, Block):
        return replace(shape, x=shape.x + x, y=shape.y + y)
    if isinstance(shape, Text):
        return replace(shape, x=shape.x + x, baseline=shape.baseline + y)
    assert isinstance(shape, Outline)
    return replace(shape, steps=tuple(_moved_step(step, x, y) for step in shape.steps))


def _moved_step(step: Step, x: float, y: float) -> Step:
    kind, numbers = step
    return kind, tuple(value + (y if index % 2 else x) for index, value in enumerate(numbers))
