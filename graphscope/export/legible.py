"""Legible: how small a picture may be shown so that all its words can still be read; it places nothing."""

from __future__ import annotations

from graphscope.export.look import TYPES

LEAST_PIXELS = 9.0
_AFAR = "tiny"
"""The role of words that are set in pixels of the screen, whatever the scale."""
LEGIBLE = LEAST_PIXELS / min(type_.pixels for role, type_ in TYPES.items() if role != _AFAR)
"""The least scale at which every word is at least so many pixels high."""
MARGIN = 16.0
"""Pixels of the pane that are kept free round a drawing that is fitted."""


def room_in(width: float, height: float) -> tuple[float, float]:
    """The size of the largest drawing that a pane of so many pixels shows whole and legible."""
    return (width - 2 * MARGIN) / LEGIBLE, (height - 2 * MARGIN) / LEGIBLE
