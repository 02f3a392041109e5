"""KeptDrawings: drawings of graphs seen in several versions, so that a step between them costs none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from graphscope.analysis.picture import Picture
from graphscope.analysis.versions import Versions
from graphscope.export.overlays import Ghost
from graphscope.export.version_drawing import WholeDrawing, ghosts, version_picture, version_placement
from graphscope.layout.placement import Placement
from graphscope.model.trace import ConcreteFunction
from graphscope.ui.background_layout import Drawn, Wanted

_MOST = 6
"""Wholes: by what is open and hidden, and by the room that they were made for."""


class KeptWhole:
    """One drawing of all versions, and those of single versions at its places."""

    def __init__(self, versions: Versions, drawn: Drawn, final: bool) -> None:
        self.drawing = WholeDrawing(versions, drawn.state, drawn.picture, drawn.placement)
        self.final = final
        # What they were made of is kept along, so that no other takes its id.
        self._pictures: dict[int, tuple[ConcreteFunction, Picture]] = {}
        self._placements: dict[int, Placement] = {}

    def place(self, placement: Placement) -> None:
        """Better places, which are final."""
        self.drawing, self.final = replace(self.drawing, placement=placement), True
        self._placements.clear()

    def drawn(self, wish: Wanted) -> Drawn:
        """The version that is wanted."""
        picture = self._picture(wish.concrete)
        placement = self._placements.get(id(picture))
        if placement is None:
            placement = self._placements[id(picture)] = version_placement(self.drawing, picture)
        gone: tuple[Ghost, ...] = ()
        if wish.before is not None and wish.before is not wish.concrete:
            gone = ghosts(self.drawing, self._picture(wish.before), picture)
        return Drawn(wish, self.drawing.state, picture, placement, self.final, gone)

    def _picture(self, concrete: ConcreteFunction) -> Picture:
        if id(concrete) not in self._pictures:
            self._pictures[id(concrete)] = (concrete, version_picture(self.drawing, concrete))
        return self._pictures[id(concrete)][1]

    def prepare(self, wish: Wanted, is_old: Callable[[], bool]) -> None:
        """Make the versions next to one, and then the others, as long as nothing else is to be done."""
        for concrete in self.drawing.versions.nearest(wish.concrete):
            if is_old():
                return
            self.drawn(replace(wish, concrete=concrete, before=None))


class KeptDrawings:
    """The wholes of one pane, by what they show; the oldest are forgotten."""

    def __init__(self) -> None:
        self._wholes: dict[object, KeptWhole] = {}

    def whole(self, wish: Wanted, versions: Versions) -> KeptWhole | None:
        """The one that a wish is of, if it is known."""
        return self._wholes.get(_key(wish, versions))

    def keep(self, wish: Wanted, versions: Versions, drawn: Drawn, final: bool) -> KeptWhole:
        """Remember one."""
        while len(self._wholes) >= _MOST:
            del self._wholes[next(iter(self._wholes))]
        whole = self._wholes[_key(wish, versions)] = KeptWhole(versions, drawn, final)
        return whole


def _key(wish: Wanted, versions: Versions) -> object:
    """The words of titles are of the same trace in every version."""
    return versions, wish.state, wish.statements, wish.room
