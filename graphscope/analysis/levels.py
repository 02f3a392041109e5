"""Levels: how each function's graph of a picture is split into groups, and what of it is shown; no boxes are made."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Protocol

from graphscope.analysis.group_entries import Entry
from graphscope.analysis.group_tree import LevelWishes, group_tree
from graphscope.analysis.kept_ops import kept_ops
from graphscope.analysis.regions import callers
from graphscope.analysis.shown_ops import ShownOps, shown_ops
from graphscope.analysis.unfinished import failed_inside, failed_places
from graphscope.analysis.unrolled_loops import rounds_of
from graphscope.analysis.view_state import ViewState
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import ConcreteFunction


class Tree(Protocol):
    """The levels of one graph."""

    def roots(self) -> list[Entry]:
        """The outermost level."""

    def inside(self, entry: Entry) -> list[Entry]:
        """The level inside a group."""


class Levels(Protocol):
    """The levels of all functions of a picture."""

    @property
    def callers(self) -> Counter[str]:
        """Function → how many times an op runs it."""

    def of(self, graph: OpGraph, view: ViewState) -> tuple[Tree, ShownOps]:
        """The grouped levels of one function's graph, and which of its ops are shown."""


class OwnLevels:
    """The levels that a graph has by itself."""

    def __init__(self, concrete: ConcreteFunction) -> None:
        self._concrete = concrete

    @property
    def callers(self) -> Counter[str]:
        """Function → how many times an op of the graph runs it."""
        return callers(self._concrete)

    def of(self, graph: OpGraph, view: ViewState) -> tuple[Tree, ShownOps]:
        """The grouped levels of one function's graph, and which of its ops are shown."""
        return levels_of(self._concrete, graph, view)


def levels_of(concrete: ConcreteFunction, graph: OpGraph, view: ViewState) -> tuple[Tree, ShownOps]:
    """The grouped levels of one function's graph, and which of its ops are shown."""
    shown = shown_in(concrete, graph, view)
    wishes = wishes_of(view)
    if wishes.failed and graph is not concrete.graph:
        wishes = replace(wishes, failed=failed_inside(concrete, graph, wishes.failed))
    return group_tree(graph, shown, wishes), shown


def shown_in(concrete: ConcreteFunction, graph: OpGraph, view: ViewState) -> ShownOps:
    """Which ops of one function's graph are shown."""
    cuts = kept_ops(concrete, view.trims).get(graph.function, ())
    return shown_ops(graph, view.hide, graph is not concrete.graph, cuts)


def wishes_of(view: ViewState) -> LevelWishes:
    """How a view wants graphs split."""
    return LevelWishes(view.grouping, rounds_of(view), failed_places(view), view.level_size)
