"""The layout ladder: our own layers at once, Graphviz's dot where it does better within a budget of time."""

from __future__ import annotations

import time
from collections.abc import Callable

from graphscope.layout.compose import place
from graphscope.layout.dot_process import DotProcess
from graphscope.layout.layered import place_layered
from graphscope.layout.level import Level, LevelPlacement, PlaceLevel, share_of_room
from graphscope.layout.level_cache import LevelCache
from graphscope.layout.placement import Diagram, Placement

BUDGET = 1.5
_MOST_BOXES = 400
"""Levels above this are never given to dot: it has cliffs on real op graphs."""


def layered_place(diagram: Diagram, place_level: PlaceLevel = place_layered) -> Placement:
    """The whole diagram at once, by our own layered layout or another that is as quick (a LevelCache of it)."""
    return place(diagram, place_level)


def best_place(
    diagram: Diagram,
    dot: DotProcess | None,
    budget: float = BUDGET,
    cache: LevelCache | None = None,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> Placement:
    """The whole diagram, each level by dot where that is suited and done in time, else by our own layers.

    ``budget`` is in seconds and for the whole diagram. Blocks: to be called from a background thread. What came of a
    level is kept in ``cache`` for good, so that what was seen once looks the same again.
    """
    layered = cache if cache is not None else LevelCache(place_layered)
    end = time.monotonic() + budget

    def best(level: Level) -> LevelPlacement:
        own = layered(level)
        if dot is None or layered.is_settled(level) or not suits_dot(level, own) or is_cancelled():
            return own
        remaining = end - time.monotonic()
        made = dot.place(level, remaining) if remaining > 0 else None
        if made is None or share_of_room(made, level.room) < share_of_room(own, level.room):
            if not is_cancelled():
                layered.settle(level)
            return own
        layered.settle(level)
        return layered.keep(level, made)

    return place(diagram, best)


def suits_dot(level: Level, own: LevelPlacement) -> bool:
    """Whether dot may draw a level better: small, linked, and not so long that our own layers wrapped it."""
    return bool(level.links) and 1 < len(level.sizes) <= _MOST_BOXES and own.columns == 1
