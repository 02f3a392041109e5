"""First view: what is open when a graph is first seen, such that all of it fits the pane and can be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphscope.analysis.default_view import default_view
from graphscope.analysis.picture import Picture
from graphscope.analysis.view_state import ViewState
from graphscope.export.lay_out import lay_out
from graphscope.layout.level import PlaceLevel
from graphscope.layout.placement import Placement
from graphscope.model.trace import ConcreteFunction, Statement

MOST_BOXES = 60
Room = tuple[float, float]


def first_view(
    concrete: ConcreteFunction,
    statements: Sequence[Statement] | None,
    sources: Mapping[str, str],
    room: Room | None,
    levels: PlaceLevel | None = None,
) -> ViewState:
    """The default view, opened no further than ``room`` holds; without one, no further than a page's worth of boxes."""
    if room is None:
        return default_view(concrete, statements, sources)

    def fits(picture: Picture) -> bool:
        return len(picture.boxes) <= MOST_BOXES and is_within(lay_out(picture, levels=levels, room=room), room)

    return default_view(concrete, statements, sources, fits)


def is_within(placement: Placement, room: Room) -> bool:
    """Whether a drawing fits a room."""
    return placement.width <= room[0] + 0.5 and placement.height <= room[1] + 0.5
