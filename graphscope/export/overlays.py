"""Overlays: what is laid over a picture without changing it (selection, search, difference), by box id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graphscope.analysis.picture import Box
    from graphscope.layout.placement import Rect


@dataclass(frozen=True, slots=True)
class Ghost:
    """A box that is gone, and where it stood."""

    box: Box
    rect: Rect


@dataclass(frozen=True)
class Overlays:
    """Marks on boxes. ``matches`` and ``lines`` tell how many ops of a box match, so that a closed group shows it."""

    selection: frozenset[str] = frozenset()
    uses: frozenset[str] = frozenset()
    """Tags that stand for what is selected."""
    matches: Mapping[str, int] = field(default_factory=dict)
    """Boxes lit by a search → number of ops in them that match."""
    lines: frozenset[str] = frozenset()
    """Boxes whose ops come from the source line that is lit."""
    changed: frozenset[str] = frozenset()
    """Boxes that have another form in the other pane."""
    only: frozenset[str] = frozenset()
    """Boxes that the other pane has not."""
    faded: frozenset[str] = frozenset()
    """Boxes to step back, such as those that are the same in both panes while a difference is shown."""
    ghosts: tuple[Ghost, ...] = ()
    """What was there before, and is not in the picture any more."""


NO_OVERLAYS = Overlays()
