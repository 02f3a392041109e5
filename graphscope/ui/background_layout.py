"""BackgroundLayout: a pane's picture built and placed off the window's thread, at once by our layers, then by dot."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from graphscope.analysis.levels import Levels
    from graphscope.analysis.versions import Versions
    from graphscope.export.overlays import Ghost
    from graphscope.ui.graph.scene_index import SceneIndex
    from graphscope.ui.kept_drawings import KeptDrawings

_BROKE = "A bug in Graphscope ended the drawing. Group or hide something else, or save a capture and report it."

_TO_PAINT = 0.03
"""Seconds in which the window paints what was drawn, before better places take the interpreter from it."""


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
    versions: Versions | None = None
    """Those whose places are to be kept; ``concrete`` is one of them."""
    before: ConcreteFunction | None = None
    """The version whose boxes that are gone are told."""


@dataclass(frozen=True)
class Drawn:
    """What came of it. ``final`` is False while dot may still do better."""

    wanted: Wanted
    state: ViewState
    picture: Picture
    placement: Placement
    final: bool
    ghosts: tuple[Ghost, ...] = ()

    @functools.cached_property
    def index(self) -> SceneIndex:
        """Where everything of it lies, to be painted; made in the thread that drew it."""
        from graphscope.ui.graph.scene_index import SceneIndex

        return SceneIndex(self.picture, self.placement)


class BackgroundLayout(LatestWish[Wanted]):
    """Draws the latest wish of one pane."""

    drawn = Signal(object)
    failed = Signal(str)

    def __init__(self, dot: DotProcess | None, parent: QObject | None = None) -> None:
        super().__init__("layout", parent)
        self._dot = dot
        self._cache: LevelCache | None = None
        self._kept: KeptDrawings | None = None

    def work(self, wish: Wanted, generation: int) -> None:
        """Build the picture, place it quickly, then as well as time allows."""
        from graphscope.layout.layered import place_layered
        from graphscope.ui.kept_drawings import KeptDrawings

        try:
            if self._cache is None:
                self._cache = LevelCache(place_layered)
                self._kept = KeptDrawings()
            if wish.versions is not None and self._kept is not None:
                self._draw_version(wish, wish.versions, self._kept, generation)
            else:
                self._draw(wish, self._cache, generation)
        except GraphscopeError as error:
            message = error.message
            self.tell(lambda: self.failed.emit(message), generation)

    def broke(self, wish: Wanted) -> None:
        """Say so in the pane, which would wait for ever."""
        self.failed.emit(_BROKE)

    def _draw(self, wish: Wanted, cache: LevelCache, generation: int) -> None:
        rough = _drawn(wish, cache, self._dot is None)
        self._tell_drawn(rough, generation, rough.final)
        if self._dot is not None:
            self.rest(_TO_PAINT, generation)
        if self._dot is not None and not self.is_old(generation):
            fine = replace(rough, placement=self._best(rough.picture, wish, cache, generation), final=True)
            self._tell_drawn(fine, generation)

    def _draw_version(self, wish: Wanted, versions: Versions, kept: KeptDrawings, generation: int) -> None:
        """The version at the places of all; then, while nothing else is wanted, those that may be wanted next."""
        cache = self._cache
        assert cache is not None
        whole = kept.whole(wish, versions)
        if whole is None:
            rough = _drawn(replace(wish, concrete=versions.whole), cache, self._dot is None, versions)
            whole = kept.keep(wish, versions, rough, final=self._dot is None)
        made, final = whole.drawn(wish), whole.final
        self._tell_drawn(made, generation, final)
        if not final and not self.is_old(generation):
            best = self._best(whole.drawing.picture, wish, cache, generation)
            if self.is_old(generation):
                return
            whole.place(best)
            fine = whole.drawn(wish)
            self._tell_drawn(fine, generation)
        whole.prepare(wish, lambda: self.is_old(generation))

    def _best(self, picture: Picture, wish: Wanted, cache: LevelCache, generation: int) -> Placement:
        from graphscope.export.lay_out import diagram_of
        from graphscope.layout.ladder import best_place

        diagram = diagram_of(picture, room=wish.room)
        return best_place(diagram, self._dot, cache=cache, is_cancelled=lambda: self.is_old(generation))

    def _tell_drawn(self, drawn: Drawn, generation: int, last: bool = True) -> None:
        """Tell of it once nothing is left that the window would have to wait for."""
        drawn.index.prepare()
        self.tell(lambda: self.drawn.emit(drawn), generation, last)


def _drawn(wanted: Wanted, levels: PlaceLevel, final: bool, groups: Levels | None = None) -> Drawn:
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
    if wanted.state is not None or groups is not None:
        picture = build_picture(wanted.concrete, state, groups)
        placement = lay_out(picture, levels=levels, room=wanted.room)
    return Drawn(wanted, state, picture, placement, final)
