"""Box sizes: how large a box must be for its words, in pixels; the words themselves are the analysis's."""

from __future__ import annotations

from graphscope.analysis.picture import Box
from graphscope.export.box_shapes import BAND, STUB_ROOM, name_of
from graphscope.export.text_width import text_width

_LEAST, _MOST = 120.0, 260.0
_HEIGHT = 36.0
_BANDED = 58.0
_DIAMOND = 64.0
_PART_HEADER = 16.0
_STUB = 20.0
_MOST_STUB = 160.0
_STEP = 4.0
"""Widths are multiples of this, so that boxes of nearly equal words line up."""


def box_size(box: Box) -> tuple[float, float]:
    """Width and height of a closed box, or the least width of an open one; longer words are elided by the painter."""
    if box.is_open:
        role = "part" if box.kind == "part" else "band"
        words = text_width(name_of(box), role) + (text_width(box.subtitle, "caption") + 12 if box.subtitle else 0)
        return _rounded(min(words + 56, 380.0)), header_height(box) + 24
    if box.kind == "stub":
        return _rounded(min(text_width(box.title, "caption") + STUB_ROOM, _MOST_STUB)), _STUB
    extra = 24 if box.can_open else 14
    width = max(text_width(name_of(box), "title"), text_width(box.subtitle, "subtitle")) + 14 + extra
    if box.kind == "region" and box.look == "if":
        return _rounded(min(max(width, 140.0), 220.0)), _DIAMOND
    if box.kind == "region" and box.look == "while":
        return _rounded(min(max(text_width(name_of(box), "band") + 44, 180.0), 320.0)), _BANDED
    return _rounded(min(max(width, _LEAST), _MOST)), _HEIGHT


def header_height(box: Box) -> float:
    """The height kept free above what is inside an open box, for its title."""
    return _PART_HEADER if box.kind == "part" or box.kind == "group" else BAND


def _rounded(width: float) -> float:
    return -(-width // _STEP) * _STEP
