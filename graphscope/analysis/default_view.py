"""Default view: what is open, grouped and hidden when a graph is first seen, so that it can be read at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from graphscope.analysis.build_picture import build_picture
from graphscope.analysis.hlo import is_hlo
from graphscope.analysis.levels import levels_of
from graphscope.analysis.opening_order import in_turn, staged_open
from graphscope.analysis.picture import Box, Picture
from graphscope.analysis.regions import region_paths
from graphscope.analysis.unfinished import is_unfinished
from graphscope.analysis.view_state import ALL_WIRES, ViewState
from graphscope.model.trace import ConcreteFunction, Statement

MOST_BOXES = 40
Fits = Callable[[Picture], bool]
_CONSTANTS_ABOVE = 12
_IDENTITIES_ABOVE = 25
_ENOUGH = 6
_LEVEL_SIZES = (60, 30, 20, 12)
"""How far levels are folded, in turn, until they fit."""
_MOST_TRIED = 60
_Tried = tuple[frozenset[str], str, int, int]
_TRIED_BELOW = 5000
"""Ops above which no region is opened by itself: trying costs a picture each."""


def _few(picture: Picture) -> bool:
    return len(picture.boxes) <= MOST_BOXES


def default_view(
    concrete: ConcreteFunction,
    statements: Sequence[Statement] | None = None,
    sources: Mapping[str, str] | None = None,
    fits: Fits = _few,
) -> ViewState:
    """Small graphs whole, with every region open that fits; larger ones in groups; constants only in tiny ones.

    ``fits`` tells whether a picture can be seen at once: it knows the pane, which is not known here.
    """
    return default_picture(concrete, statements, sources, fits)[0]


def default_picture(
    concrete: ConcreteFunction,
    statements: Sequence[Statement] | None = None,
    sources: Mapping[str, str] | None = None,
    fits: Fits = _few,
) -> tuple[ViewState, Picture]:
    """The default view, and its picture: the very one that ``fits`` was asked about last, where it was asked."""
    return _Trying(concrete, fits).default(
        None if statements is None else tuple(statements), {} if sources is None else sources
    )


class _Trying:
    """The views that are tried for one graph, each drawn and judged once."""

    def __init__(self, concrete: ConcreteFunction, fits: Fits) -> None:
        self._concrete = concrete
        self._fits = fits
        self._tried: dict[_Tried, Picture] = {}
        self._judged: dict[tuple[str, ...], bool] = {}

    def default(
        self, statements: tuple[Statement, ...] | None, sources: Mapping[str, str]
    ) -> tuple[ViewState, Picture]:
        """What ``default_picture`` promises."""
        total = _size(self._concrete)
        view = ViewState(hide=_hidden(total, is_hlo(self._concrete.graph)), statements=statements, sources=sources)
        _, shown = levels_of(self._concrete, self._concrete.graph, view)
        whole = int(shown.shown.sum()) <= MOST_BOXES
        if whole:
            # A loop that Python unrolled may be all that there is.
            view = self._with_enough(view)
        if whole and total <= _TRIED_BELOW:
            # What fits with regions open fits without: the trial of that is spared.
            opened = self._with_regions(view)
            grouped = self._grouped_for_loops(opened, view)
            if grouped is not view:
                return grouped, self.picture(grouped)
        bare = replace(view, stubs=ALL_WIRES)
        if whole and not self.fits(view) and self.picture(view).stubs and self.fits(bare):
            view = bare
        elif not (whole and self.fits(view)):
            framed = any(stack for stack in self._concrete.graph.stacks)
            view = self._grouped(replace(view, grouping="source" if framed else "scope"))
            if total <= _TRIED_BELOW:
                view = self._grouped_for_loops(self._with_regions(view), view)
        return view, self.picture(view)

    def picture(self, view: ViewState) -> Picture:
        """The picture of a view."""
        key = _tried(view)
        if key not in self._tried:
            self._tried[key] = build_picture(self._concrete, view)
        return self._tried[key]

    def fits(self, view: ViewState) -> bool:
        """Whether it can be seen at once. Two ways of folding often give the same boxes."""
        boxes = tuple(self.picture(view).boxes)
        if boxes not in self._judged:
            self._judged[boxes] = self._fits(self.picture(view))
        return self._judged[boxes]

    def _grouped(self, view: ViewState) -> ViewState:
        """The outermost level folded as far as it must be to fit, and opened where there is little to see."""
        for size in _LEVEL_SIZES:
            view = replace(view, level_size=size)
            if self.fits(view):
                break
        return self._with_enough(view)

    def _grouped_for_loops(self, opened: ViewState, view: ViewState) -> ViewState:
        """The view as opened, or folded further where only that leaves room to open XLA's loops and branches."""
        found = staged_open(self._concrete, self.picture(opened))
        for size in _LEVEL_SIZES if found >= 0 else ():
            folded = self._with_regions(replace(view, grouping="source", level_size=size))
            more = staged_open(self._concrete, self.picture(folded))
            if (more < 0 or more > found) and self.fits(folded):
                return folded
        return opened

    def _with_enough(self, view: ViewState) -> ViewState:
        """Open the largest group while there is little to see, as in a function that is a single call of a model."""
        while len(self.picture(view).boxes) < _ENOUGH:
            closed = [box for box in self.picture(view).boxes.values() if box.kind == "group" and not box.is_open]
            if not closed:
                break
            opened = replace(view, opened=view.opened | {max(closed, key=lambda box: len(box.nodes)).id})
            sizes = [min(size, view.level_size) for size in _LEVEL_SIZES]
            fitting = (trial for size in sizes if self.fits(trial := replace(opened, level_size=size)))
            found = next(fitting, None)
            if found is None:
                break
            view = found
        return view

    def _with_regions(self, view: ViewState) -> ViewState:
        """Open regions from the outermost inwards, each if all boxes still fit the view; what failed in any case."""
        view = self._with_unfinished(view)
        waiting = in_turn(self._concrete, _closed_regions(self.picture(view)), self.picture(view))
        met = set(waiting)
        for _ in range(_MOST_TRIED):
            if not waiting:
                break
            name = waiting.pop(0)
            opened = _opened(view, name)
            if self.fits(opened):
                view = opened
                found = [each for each in _closed_regions(self.picture(opened)) if each not in met]
                met.update(found)
                waiting = in_turn(self._concrete, waiting + found, self.picture(opened))
            elif not self.fits(view):
                break
        return view

    def _with_unfinished(self, view: ViewState) -> ViewState:
        """Open what the trace failed in, from the outermost inwards: that is what one wants to see."""
        while len(self.picture(view).boxes) <= MOST_BOXES:
            boxes = self.picture(view).boxes
            closed = [name for name in _closed_regions(self.picture(view)) if self._is_unfinished(boxes[name])]
            if not closed:
                break
            view = _opened(view, closed[0])
        return view

    def _is_unfinished(self, box: Box) -> bool:
        function, op = box.nodes[0]
        graph = self._concrete.function(function)
        return "#" not in box.id and graph is not None and is_unfinished(graph, graph.index_of[op])


def _opened(view: ViewState, name: str) -> ViewState:
    return replace(view, opened=view.opened | {name}, first=view.opened | {name})


def _tried(view: ViewState) -> _Tried:
    """What tells the views apart that are tried for one graph."""
    return view.opened, view.grouping, view.level_size, view.stubs.least


def _size(concrete: ConcreteFunction) -> int:
    nested = {part.function for _, region in region_paths(concrete) for part in region.parts}
    graphs = (concrete.function(name) for name in nested)
    return len(concrete.graph) + sum(len(graph) for graph in graphs if graph is not None)


def _hidden(total: int, is_xlas: bool) -> frozenset[str]:
    hide = {"unused arguments", "loop counters"}
    if total > _CONSTANTS_ABOVE:
        hide.add("constants")
    if total > _IDENTITIES_ABOVE or is_xlas:
        hide |= {"identities", "no-ops"}
    return frozenset(hide)


def _closed_regions(picture: Picture) -> list[str]:
    """Regions that can be opened, those that the runtime lowered among them."""
    return [box.id for box in picture.boxes.values() if box.kind == "region" and box.can_open and not box.is_open]
