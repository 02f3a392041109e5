"""BackgroundLayout: a pane's picture built and placed off the window's thread, at once by our layers, then by dot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from graphscope.analysis.picture import Picture
from graphscope.analysis.view_state import ViewState
from graphscope.errors import GraphscopeError
from graphscope.layout.dot_process import DotProcess
from graphscope.layout.level import PlaceLevel
from graphscope.layout.level_cache import LevelCache
from graphscope.layout.placement import Placement
from graphscope.model.trace import ConcreteFunction, Statement
from graphscope.ui.latest_wish import LatestWish


@dataclass(frozen=True)
class Wanted:
    """What a pane wants drawn."""

    concrete: ConcreteFunction
    state: ViewState | None
    """None is the default view, which is worked out in the background too."""
    statements: tuple[Statement, ...] | None
    sources: Mapping[str, str]
    room: tuple[float, float] | None = None
    """The largest drawing that the pane shows whole and legible."""


@dataclass(frozen=True)
class Drawn:
    """What came of it. ``final`` is False while dot may still do better."""

    wanted: Wanted
    state: ViewState
    picture: Picture
    placement: Placement
    final: bool


class BackgroundLayout(LatestWish[Wanted]):
    """Draws the latest wish of one pane."""

    drawn = Signal(object)
    failed = Signal(str)

    def __init__(self, dot: DotProcess | None, parent: QObject | None = None) -> None:
        super().__init__("layout", parent)
        self._dot = dot
        self._cache: LevelCache | None = None

    def work(self, wish: Wanted, generation: int) -> None:
        """Build the picture, place it quickly, then as well as time allows."""
        from graphscope.export.lay_out import diagram_of
        from graphscope.layout.ladder import best_place
        from graphscope.layout.layered import place_layered

        try:
            if self._cache is None:
                self._cache = LevelCache(place_layered)
            rough = _drawn(wish, self._cache, self._dot is None)
            self.tell(lambda: self.drawn.emit(rough), generation, last=rough.final)
            if self._dot is not None and not self.is_old(generation):
                diagram = diagram_of(rough.picture, room=wish.room)
                best = best_place(diagram, self._dot, cache=self._cache, is_cancelled=lambda: self.is_old(generation))
                fine = replace(rough, placement=best, final=True)
                self.tell(lambda: self.drawn.emit(fine), generation)
        except GraphscopeError as error:
            message = error.message
            self.tell(lambda: self.failed.emit(message), generation)


def _drawn(wanted: Wanted, levels: PlaceLevel, final: bool) -> Drawn:
    """The picture with our own layers. Statements and sources only give words to its titles."""
    from graphscope.analysis.build_picture import build_picture
    from graphscope.export.first_view import first_drawing
    from graphscope.export.lay_out import lay_out

    if wanted.state is None:
        state, picture, placement = first_drawing(
            wanted.concrete, wanted.statements, wanted.sources, wanted.room, levels
        )
    else:
        state = replace(wanted.state, statements=wanted.statements, sources=wanted.sources)
        picture = build_picture(wanted.concrete, state)
        placement = lay_out(picture, levels=levels, room=wanted.room)
    return Drawn(wanted, state, picture, placement, final)
