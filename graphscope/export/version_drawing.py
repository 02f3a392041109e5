"""Each version of a graph drawn at the places of all of them, so that what stays does not move; it lays out nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace

from graphscope.analysis.build_picture import build_picture
from graphscope.analysis.picture import Box, Picture, Wire
from graphscope.analysis.versions import Versions
from graphscope.analysis.view_state import Stubs, ViewState
from graphscope.export.box_sizes import box_size
from graphscope.export.drawing import routed
from graphscope.export.overlays import Ghost
from graphscope.layout.placement import Placement, Rect, Route
from graphscope.model.trace import ConcreteFunction

_WIDER = 30.0
"""How much wider than its place a box may become, whose op has got a longer name: less than the gap beside it."""


@dataclass(frozen=True, eq=False)
class WholeDrawing:
    """All versions in one picture, and where everything in it lies."""

    versions: Versions
    state: ViewState
    picture: Picture
    placement: Placement


def version_picture(whole: WholeDrawing, concrete: ConcreteFunction) -> Picture:
    """One version, with tags for what the whole has tags for: how often an op is used changes from one to another."""
    tagged = frozenset(whole.picture.stubs)
    state = replace(whole.state, stubs=Stubs(0, tagged, whole.state.stubs.never), first=frozenset())
    return build_picture(concrete, state, whole.versions.levels(concrete))


def ghosts(whole: WholeDrawing, before: Picture, now: Picture) -> tuple[Ghost, ...]:
    """What one version shows and another does not any more."""
    places = whole.placement.rects
    gone = (box for name, box in before.boxes.items() if name not in now.boxes and name in places)
    return tuple(Ghost(box, places[box.id]) for box in gone if box.kind not in ("stub", "part"))


def version_placement(whole: WholeDrawing, picture: Picture) -> Placement:
    """A version's picture at the places of the whole."""
    places = whole.placement.rects
    rects = {name: _fitted(box, places[name]) for name, box in picture.boxes.items() if name in places}
    known: dict[tuple[str, str], dict[bool, Route]] = {}
    for wire, route in routed(whole.picture, whole.placement):
        known.setdefault((wire.source, wire.target), {})[wire.control] = route
    routes = filter(None, (_route(wire, known, rects) for wire in picture.wires))
    return replace(whole.placement, rects=rects, routes=tuple(routes))


def _fitted(box: Box, place: Rect) -> Rect:
    """A box as wide as its words ask for, about the middle of its place; what opens keeps its place as it is."""
    if box.kind != "op":
        return place
    width = min(box_size(box)[0], place.width + _WIDER)
    return Rect(place.x + (place.width - width) / 2, place.y, width, place.height)


def _route(wire: Wire, known: dict[tuple[str, str], dict[bool, Route]], rects: dict[str, Rect]) -> Route | None:
    """The way that the wire has in the whole. One that it has not there falls straight."""
    routes = known.get((wire.source, wire.target))
    if routes is not None:
        return routes.get(wire.control) or next(iter(routes.values()))
    source, target = rects.get(wire.source), rects.get(wire.target)
    if source is None or target is None:
        return None
    start, end = (source.x + source.width / 2, source.y + source.height), (target.x + target.width / 2, target.y)
    return Route(wire.source, wire.target, (start, end))
