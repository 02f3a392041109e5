"""Default view: what is open, grouped and hidden when a graph is first seen, so that it can be read at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from graphscope.analysis.build_picture import build_picture, levels_of
from graphscope.analysis.picture import Picture
from graphscope.analysis.regions import region_paths
from graphscope.analysis.view_state import ViewState
from graphscope.model.trace import ConcreteFunction, Statement

MOST_BOXES = 40
Fits = Callable[[Picture], bool]
_CONSTANTS_ABOVE = 12
_IDENTITIES_ABOVE = 25
_ENOUGH = 6
_LEVEL_SIZES = (60, 30, 20, 12)
"""How far levels are folded, in turn, until they fit."""
_MOST_TRIED = 60
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
    total = _size(concrete)
    view = ViewState(
        hide=_hidden(total),
        statements=None if statements is None else tuple(statements),
        sources=sources or {},
    )
    _, shown = levels_of(concrete, concrete.graph, view)
    if int(shown.shown.sum()) > MOST_BOXES or not fits(build_picture(concrete, view)):
        framed = any(stack for stack in concrete.graph.stacks)
        view = _grouped(concrete, replace(view, grouping="source" if framed else "scope"), fits)
    return _with_regions(concrete, view, fits) if total <= _TRIED_BELOW else view


def _size(concrete: ConcreteFunction) -> int:
    nested = {part.function for _, region in region_paths(concrete) for part in region.parts}
    graphs = (concrete.function(name) for name in nested)
    return len(concrete.graph) + sum(len(graph) for graph in graphs if graph is not None)


def _hidden(total: int) -> frozenset[str]:
    hide = {"unused arguments", "loop counters"}
    if total > _CONSTANTS_ABOVE:
        hide.add("constants")
    if total > _IDENTITIES_ABOVE:
        hide |= {"identities", "no-ops"}
    return frozenset(hide)


def _grouped(concrete: ConcreteFunction, view: ViewState, fits: Fits) -> ViewState:
    """The outermost level folded as far as it must be to fit, and opened where there is little to see."""
    for size in _LEVEL_SIZES:
        view = replace(view, level_size=size)
        if fits(build_picture(concrete, view)):
            break
    return _with_enough(concrete, view, fits)


def _with_enough(concrete: ConcreteFunction, view: ViewState, fits: Fits) -> ViewState:
    """Open the largest group while there is little to see, as in a function that is a single call of a model."""
    picture = build_picture(concrete, view)
    while len(picture.boxes) < _ENOUGH:
        closed = [box for box in picture.boxes.values() if box.kind == "group" and not box.is_open]
        if not closed:
            break
        opened = replace(view, opened=view.opened | {max(closed, key=lambda box: len(box.nodes)).id})
        for size in _LEVEL_SIZES:
            trial = replace(opened, level_size=min(size, view.level_size))
            picture = build_picture(concrete, trial)
            if fits(picture):
                break
        else:
            break
        view = trial
    return view


def _with_regions(concrete: ConcreteFunction, view: ViewState, fits: Fits) -> ViewState:
    """Open regions from the outermost inwards, each if all boxes still fit the view."""
    picture = build_picture(concrete, view)
    waiting = _closed_regions(picture)
    for tried, name in enumerate(waiting):
        if tried == _MOST_TRIED:
            break
        opened = replace(view, opened=view.opened | {name}, first=view.opened | {name})
        trial = build_picture(concrete, opened)
        if fits(trial):
            view = opened
            waiting += [each for each in _closed_regions(trial) if each not in waiting]
    return view


def _closed_regions(picture: Picture) -> list[str]:
    """Regions that can be opened, but for those that the runtime lowered: their plumbing is no help at first sight."""
    regions = (box for box in picture.boxes.values() if box.kind == "region" and box.can_open and not box.is_open)
    return [box.id for box in regions if "#" not in box.id]
