"""What a closed box looks like: an op, a group, a closed loop or call, as shapes; frames of open ones are elsewhere."""

from __future__ import annotations

import re
from dataclasses import replace

from graphscope.analysis.picture import Box
from graphscope.export.look import Look, Theme
from graphscope.export.overlays import Overlays
from graphscope.export.shapes import Block, Outline, Shape, Text, left_edge, polygon, top_edge
from graphscope.export.text_width import elide, text_width
from graphscope.layout.placement import Rect

RADIUS = 7.0
STRIPE = 5.0
BAND = 24.0
"""Height of the coloured band with a region's title; a layout keeps at least this free above a region's parts."""
CAPTION = 16.0
STUB_ROOM = 30.0
"""Width of a tag beside its words."""
CONTROL_FLOW = frozenset({"if", "while"})
_INSET = 14.0
_MARGIN = 9.0


def marked_look(box: Box, theme: Theme, overlays: Overlays) -> Look:
    """The look of a box with the colours of its marks, if any, in place of its own.

    Branches and loops stay amber and green whatever differs in them: their badge tells it, as it does of what the line
    that is lit led to.
    """
    look = theme.look(box.look)
    if box.id in overlays.lines:
        return replace(look, fill=theme.marks["line_fill"], border=theme.marks["line"], border_width=3.0)
    for ids, mark in ((overlays.changed, "changed"), (overlays.only, "only")):
        if box.id in ids and box.look not in CONTROL_FLOW:
            return replace(look, fill=theme.marks[f"{mark}_fill"], border=theme.marks[mark], border_width=2.0)
    if box.id in overlays.matches:
        return replace(look, fill=theme.marks["match_fill"], border=theme.marks["match"], border_width=2.0)
    return look


def name_of(box: Box) -> str:
    """The box's title behind its glyph."""
    if box.glyph and not box.title.startswith(box.glyph):
        return f"{box.glyph} {box.title}"
    return box.title


def closed_box(box: Box, rect: Rect, look: Look) -> tuple[Shape, ...]:
    """The shapes of a box that is not open."""
    if is_diamond(box, rect):
        return _diamond(box, rect, look)
    if box.kind == "stub":
        return _tag(box, rect, look)
    if box.kind == "region" and look.band and rect.height >= 2 * BAND:
        return _banded(box, rect, look)
    return _plain(box, rect, look)


def _plain(box: Box, rect: Rect, look: Look) -> tuple[Shape, ...]:
    x, y, width, height = rect.x, rect.y, rect.width, rect.height
    radius = min(RADIUS, height / 3, width / 3)
    shapes: list[Shape] = [Block(x, y, width, height, radius, look.fill, look.border, look.border_width)]
    inset = 10.0
    if look.stripe:
        edge = left_edge(x, y, min(STRIPE, radius), height, radius)
        shapes.append(Outline(edge, fill=look.stripe))
        if look.border_width > 1.5:
            shapes.append(Block(x, y, width, height, radius, "", look.border, look.border_width))
        inset = _INSET
    room = width - inset - _MARGIN
    if box.can_open:
        shapes.append(chevron(x + width - 12, y + height / 2, False, look.subtitle))
        room -= 10
    return (*shapes, *_two_lines(box, (x + inset, y + height / 2, room), look))


def _two_lines(box: Box, place: tuple[float, float, float], look: Look) -> tuple[Shape, ...]:
    """Title over subtitle, or the title alone, left-aligned about the middle line."""
    x, middle, room = place
    title = elide(name_of(box), "title", room)
    if not box.subtitle:
        return (Text(x, middle + 4.3, title, "title", look.title),)
    subtitle = elide(box.subtitle, "subtitle", room)
    return (
        Text(x, middle - 2.8, title, "title", look.title),
        Text(x, middle + 11.7, subtitle, "subtitle", look.subtitle),
    )


def _tag(box: Box, rect: Rect, look: Look) -> tuple[Shape, ...]:
    """A small round tag with a dot in the colour of the op that it stands for."""
    x, y, width, height = rect.x, rect.y, rect.width, rect.height
    words = elide(box.title, "caption", width - STUB_ROOM + 4)
    return (
        Block(x, y, width, height, height / 2, look.fill, look.stripe or look.border, max(look.border_width, 1.2)),
        Block(x + 8, y + height / 2 - 3, 6, 6, 3, look.stripe or look.border),
        Text(x + 19, y + height / 2 + 3.9, words, "caption", look.title),
    )


def _banded(box: Box, rect: Rect, look: Look) -> tuple[Shape, ...]:
    """A closed region that is large enough for its band, and a line about what is in it."""
    x, y, width, height = rect.x, rect.y, rect.width, rect.height
    title = elide(name_of(box), "band", width - 32)
    shapes: list[Shape] = [
        Block(x, y, width, height, 9, look.fill, look.border, look.border_width),
        Outline(top_edge(x, y, width, BAND, 9), fill=look.band),
        Text(x + 12, y + BAND / 2 + 4.3, title, "band", look.band_text),
    ]
    if box.can_open:
        shapes.append(chevron(x + width - 13, y + BAND / 2, False, look.band_text))
    if box.subtitle:
        middle = y + BAND + (height - BAND) / 2
        subtitle = elide(box.subtitle, "part", width - 16)
        shapes.append(Text(x + width / 2, middle + 4, subtitle, "part", look.subtitle, "middle"))
    return tuple(shapes)


def is_diamond(box: Box, rect: Rect) -> bool:
    """Whether the box is drawn as a diamond: a closed branch with room for one."""
    return box.kind == "region" and box.look == "if" and not box.is_open and rect.height >= 50


def diamond_of(rect: Rect) -> tuple[float, float, float, float]:
    """Centre, half width and half height of the diamond that stands for a closed branch in this rectangle."""
    half_height = (rect.height - CAPTION) / 2
    return rect.x + rect.width / 2, rect.y + half_height, min(rect.width / 2, 2 * half_height), half_height


def _diamond(box: Box, rect: Rect, look: Look) -> tuple[Shape, ...]:
    x, y, half_width, half_height = diamond_of(rect)
    corners = ((x, y - half_height), (x + half_width, y), (x, y + half_height), (x - half_width, y))
    word = box.title if text_width(box.title, "title") <= half_width else box.title.split()[0]
    if text_width(word, "title") > half_width:
        # ``case`` of ``tf.switch_case``, which the caption then names whole.
        word = re.split(r"[._]", word)[-1]
    caption = box.subtitle if word == box.title else f"{box.title.removeprefix(word).lstrip(' ·')} · {box.subtitle}"
    shapes: list[Shape] = [
        Outline(polygon(corners), look.fill, look.border, look.border_width),
        Text(x, y + 4.3, elide(word, "title", half_width), "title", look.title, "middle"),
    ]
    caption = elide(caption.strip(" ·"), "caption", rect.width - 10)
    if box.can_open and "▸" not in caption:
        caption += " ▸"
    if caption:
        shapes.append(Text(x, rect.y + rect.height - 3.5, caption, "caption", look.subtitle, "middle"))
    return tuple(shapes)


def chevron(x: float, y: float, is_open: bool, colour: str) -> Outline:
    """A small triangle: to the right where a box can be opened, down where it is open."""
    if is_open:
        return Outline(polygon(((x - 4, y - 2), (x + 4, y - 2), (x, y + 3))), fill=colour)
    return Outline(polygon(((x - 2, y - 4), (x + 3, y), (x - 2, y + 4))), fill=colour)
