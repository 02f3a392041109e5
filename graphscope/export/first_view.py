"""First view: what is open when a graph is first seen, such that all of it fits the pane and can be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphscope.analysis.default_view import MOST_BOXES as MOST_BY_ITSELF
from graphscope.analysis.default_view import default_picture
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
    return first_drawing(concrete, statements, sources, room, levels)[0]


def first_drawing(
    concrete: ConcreteFunction,
    statements: Sequence[Statement] | None,
    sources: Mapping[str, str],
    room: Room | None,
    levels: PlaceLevel | None = None,
) -> tuple[ViewState, Picture, Placement]:
    """The same, with its picture and where its boxes lie, which had to be known to choose it."""
    placed: dict[int, Placement] = {}

    def fits(picture: Picture) -> bool:
        if room is None:
            return len(picture.boxes) <= MOST_BY_ITSELF
        if len(picture.boxes) > MOST_BOXES:
            return False
        placed[id(picture)] = placement = lay_out(picture, levels=levels, room=room)
        return is_within(placement, room)

    view, picture = default_picture(concrete, statements, sources, fits)
    known = placed.get(id(picture))
    return view, picture, known if known is not None else lay_out(picture, levels=levels, room=room)


def is_within(placement: Placement, room: Room) -> bool:
    """Whether a drawing fits a room."""
    return placement.width <= room[0] + 0.5 and placement.height <= room[1] + 0.5
