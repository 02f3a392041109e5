"""What a box that is gone looks like: its outline, faint and dashed, and its title; nothing can be done with it."""

from __future__ import annotations

from graphscope.export.box_shapes import RADIUS, name_of
from graphscope.export.look import Theme
from graphscope.export.overlays import Ghost
from graphscope.export.shapes import CLOSE, Figure, Outline, Shape, Step, Text, curve, line, move
from graphscope.export.text_width import elide

_HANDLE = 0.4477
"""Where the handles of a round corner lie, in radii from the corner."""
_INSET = 12.0
_TITLED = 18.0
"""An outline that is lower has no room for its title."""


def ghost_figure(ghost: Ghost, theme: Theme) -> Figure:
    """The outline where the box stood. One that was open has its title in its upper left corner."""
    box, rect = ghost.box, ghost.rect
    steps = _rounded((rect.x, rect.y, rect.width, rect.height), min(RADIUS, rect.height / 3, rect.width / 3))
    shapes: tuple[Shape, ...] = (Outline(steps, line=theme.colours["control_wire"], line_width=1.2, dashed=True),)
    title = elide(name_of(box), "subtitle", rect.width - 2 * _INSET)
    if title and rect.height >= _TITLED:
        baseline = rect.y + (16.0 if box.is_open else rect.height / 2 + 4.0)
        shapes = (*shapes, Text(rect.x + _INSET, baseline, title, "subtitle", theme.colours["muted"]))
    return Figure("", f"gone: {box.title}", shapes)


def _rounded(place: tuple[float, float, float, float], radius: float) -> tuple[Step, ...]:
    x, y, width, height = place
    right, bottom, k = x + width, y + height, radius * _HANDLE
    return (
        move(x + radius, y),
        line(right - radius, y),
        curve(right - k, y, right, y + k, right, y + radius),
        line(right, bottom - radius),
        curve(right, bottom - k, right - k, bottom, right - radius, bottom),
        line(x + radius, bottom),
        curve(x + k, bottom, x, bottom - k, x, bottom - radius),
        line(x, y + radius),
        curve(x, y + k, x + k, y, x + radius, y),
        CLOSE,
    )
