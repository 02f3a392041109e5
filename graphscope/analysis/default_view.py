"""Default view: what is open, grouped and hidden when a graph is first seen, so that it can be read at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from graphscope.analysis.build_picture import build_picture, levels_of
from graphscope.analysis.picture import Picture
from graphscope.analysis.regions import region_paths
from graphscope.analysis.view_state import ViewState
from graphscope.model.trace import ConcreteFunction, Statement

MOST_BOXES = 60
_CONSTANTS_ABOVE = 12
_IDENTITIES_ABOVE = 25
_MOST_TRIED = 60
_TRIED_BELOW = 5000
"""Ops above which no region is opened by itself: trying costs a picture each."""


def default_view(
    concrete: ConcreteFunction,
    statements: Sequence[Statement] | None = None,
    sources: Mapping[str, str] | None = None,
) -> ViewState:
    """Small graphs whole, with every region open that fits; larger ones in groups; constants only in tiny ones."""
    total = _size(concrete)
    view = ViewState(
        hide=_hidden(total),
        statements=None if statements is None else tuple(statements),
        sources=sources or {},
    )
    _, shown = levels_of(concrete, concrete.graph, view)
    if int(shown.shown.sum()) > MOST_BOXES:
        framed = any(stack for stack in concrete.graph.stacks)
        view = replace(view, grouping="source" if framed else "scope")
    return replace(view, opened=frozenset(_opened(concrete, view))) if total <= _TRIED_BELOW else view


def _size(concrete: ConcreteFunction) -> int:
    nested = {part.function for _, region in region_paths(concrete) for part in region.parts}
    graphs = (concrete.function(name) for name in nested)
    return len(concrete.graph) + sum(len(graph) for graph in graphs if graph is not None)


def _hidden(total: int) -> frozenset[str]:
    hide = {"unused arguments"}
    if total > _CONSTANTS_ABOVE:
        hide.add("constants")
    if total > _IDENTITIES_ABOVE:
        hide.add("identities")
    return frozenset(hide)


def _opened(concrete: ConcreteFunction, view: ViewState) -> list[str]:
    """Regions from the outermost inwards, each opened if all boxes still fit the view."""
    opened: list[str] = []
    picture = build_picture(concrete, view)
    waiting = _closed_regions(picture)
    for tried, name in enumerate(waiting):
        if tried == _MOST_TRIED:
            break
        trial = build_picture(concrete, replace(view, opened=frozenset([*opened, name])))
        if len(trial.boxes) <= MOST_BOXES:
            opened.append(name)
            waiting += [each for each in _closed_regions(trial) if each not in waiting]
    return opened


def _closed_regions(picture: Picture) -> list[str]:
    return [box.id for box in picture.boxes.values() if box.kind == "region" and box.can_open and not box.is_open]
