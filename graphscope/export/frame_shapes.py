"""What an open box looks like: the frame of a region with its band, of one of its parts, of a group."""

from __future__ import annotations

from graphscope.analysis.picture import Box
from graphscope.export.box_shapes import BAND, chevron, name_of
from graphscope.export.look import Look
from graphscope.export.shapes import Block, Outline, Shape, Text, top_edge
from graphscope.export.text_width import elide, text_width
from graphscope.layout.placement import Rect

_RADIUS = 10.0


def open_frame(box: Box, rect: Rect, look: Look) -> tuple[Shape, ...]:
    """The shapes of a box that is open, without what is inside it."""
    return _part(box, rect, look) if box.kind == "part" or not look.band else _banded(box, rect, look)


def _banded(box: Box, rect: Rect, look: Look) -> tuple[Shape, ...]:
    x, y, width = rect.x, rect.y, rect.width
    room = width - 40
    title = elide(name_of(box), "band", room)
    shapes: list[Shape] = [
        Block(x, y, width, rect.height, _RADIUS, look.fill, look.border, look.border_width),
        Outline(top_edge(x, y, width, BAND, _RADIUS), fill=look.band),
        Text(x + 14, y + BAND / 2 + 4.3, title, "band", look.band_text),
    ]
    if box.can_open:
        shapes.append(chevron(x + width - 15, y + BAND / 2, True, look.band_text))
    used = text_width(title, "band") + 12
    subtitle = elide(box.subtitle, "caption", room - used) if box.subtitle else ""
    if subtitle:
        shapes.append(Text(x + 14 + used, y + BAND / 2 + 3.8, subtitle, "caption", look.band_text))
    return tuple(shapes)


def _part(box: Box, rect: Rect, look: Look) -> tuple[Shape, ...]:
    words = f"{name_of(box)} · {box.subtitle}" if box.subtitle else name_of(box)
    return (
        Block(rect.x, rect.y, rect.width, rect.height, 8, look.fill, look.border, look.border_width),
        Text(rect.x + 10, rect.y + 16, elide(words, "part", rect.width - 20), "part", look.title),
    )
