"""BackgroundLayout: a pane's picture built and placed off the window's thread, at once by our layers, then by dot."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from graphscope.analysis.picture import Picture
from graphscope.analysis.view_state import ViewState
from graphscope.errors import GraphscopeError
from graphscope.layout.dot_process import DotProcess
from graphscope.layout.level_cache import LevelCache
from graphscope.layout.placement import Placement
from graphscope.model.trace import ConcreteFunction, Statement


@dataclass(frozen=True)
class Wanted:
    """What a pane wants drawn. ``generation`` tells a newer wish from an older one."""

    generation: int
    concrete: ConcreteFunction
    state: ViewState | None
    """None is the default view, which is worked out in the background too."""
    statements: tuple[Statement, ...] | None
    sources: Mapping[str, str]


@dataclass(frozen=True)
class Drawn:
    """What came of it. ``final`` is False while dot may still do better."""

    wanted: Wanted
    state: ViewState
    picture: Picture
    placement: Placement
    final: bool


class BackgroundLayout(QObject):
    """Draws the latest wish of one pane; older ones are dropped."""

    drawn = Signal(object)
    failed = Signal(int, str)

    def __init__(self, dot: DotProcess | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._dot = dot
        self._cache: LevelCache | None = None
        self._generation = 0
        self._waiting: Wanted | None = None
        self._wake = threading.Condition()
        self._closed = False
        self._thread: threading.Thread | None = None
        self.busy = False

    def draw(
        self,
        concrete: ConcreteFunction,
        state: ViewState | None,
        statements: tuple[Statement, ...] | None,
        sources: Mapping[str, str],
    ) -> int:
        """Want this drawn; the number that its results will carry."""
        with self._wake:
            self._generation += 1
            self._waiting = Wanted(self._generation, concrete, state, statements, sources)
            self.busy = True
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="layout", daemon=True)
                self._thread.start()
            self._wake.notify()
            return self._generation

    def cancel(self) -> None:
        """Drop what is being drawn."""
        with self._wake:
            self._generation += 1
            self._waiting = None
            self.busy = False

    def shut_down(self) -> None:
        """Tell nothing any more, and let the thread end."""
        with self._wake:
            self._closed = True
            self._generation += 1
            self._wake.notify()

    # ---- in the thread -------------------------------------------------------------------------------------------

    def _work(self) -> None:
        while True:
            with self._wake:
                self._wake.wait_for(lambda: self._waiting is not None or self._closed)
                if self._closed:
                    return
                wanted, self._waiting = self._waiting, None
            if wanted is not None:
                self._draw(wanted)

    def _draw(self, wanted: Wanted) -> None:
        from graphscope.analysis.build_picture import build_picture
        from graphscope.export.lay_out import diagram_of
        from graphscope.layout.ladder import best_place, layered_place
        from graphscope.layout.layered import place_layered

        try:
            if self._cache is None:
                self._cache = LevelCache(place_layered)
            state = _state_of(wanted)
            if self._is_old(wanted):
                return
            picture = build_picture(wanted.concrete, state)
            if self._is_old(wanted):
                return
            diagram = diagram_of(picture)
            quick = layered_place(diagram, self._cache)
            self._tell(lambda: self.drawn.emit(Drawn(wanted, state, picture, quick, self._dot is None)), wanted)
            if self._dot is not None:
                best = best_place(diagram, self._dot, cache=self._cache, is_cancelled=lambda: self._is_old(wanted))
                self._tell(lambda: self.drawn.emit(Drawn(wanted, state, picture, best, True)), wanted)
        except GraphscopeError as error:
            message = error.message
            self._tell(lambda: self.failed.emit(wanted.generation, message), wanted)

    def _is_old(self, wanted: Wanted) -> bool:
        return wanted.generation != self._generation

    def _tell(self, emit: Callable[[], None], wanted: Wanted) -> None:
        """Emit unless it came too late; under the lock, so that nothing is emitted by an object that is gone."""
        with self._wake:
            if not self._closed and not self._is_old(wanted):
                emit()


def _state_of(wanted: Wanted) -> ViewState:
    """The state with the trace's statements and sources, which only give words to titles."""
    from graphscope.analysis.default_view import default_view

    if wanted.state is None:
        return default_view(wanted.concrete, wanted.statements, wanted.sources)
    return replace(wanted.state, statements=wanted.statements, sources=wanted.sources)
