"""What is selected, as op identities or as a source line, and how one leads to the other; it draws nothing."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from graphscope.analysis.bundle import Bundle
from graphscope.analysis.lowered_words import regions_at
from graphscope.analysis.picture import NodeId
from graphscope.model.op_graph import OpGraph, OpNode
from graphscope.model.trace import ConcreteFunction

if TYPE_CHECKING:
    from graphscope.analysis.places import Places


@dataclass(frozen=True)
class Selection:
    """Ops selected in one pane, or a line of the source (``pane`` None), whose ops light up in every pane."""

    nodes: frozenset[NodeId] = frozenset()
    pane: int | None = None
    file: str | None = None
    line: int | None = None
    bundles: tuple[Bundle, ...] = ()
    """The wires of the picture that were chosen, or that touch what was."""
    places: Places = field(default=(), compare=False)
    """Where the ops are: the same as ``nodes``, for marks and questions that are asked with every picture."""


def graphs_of(concrete: ConcreteFunction) -> list[OpGraph]:
    """The top graph and those nested in it."""
    return [concrete.graph, *concrete.functions.values()]


def lowered_boxes(concrete: ConcreteFunction, file: str, lines: Collection[int]) -> tuple[str, ...]:
    """What the ids end in of the boxes of lowered regions that stand for the statement on these lines."""
    return tuple(f"#{each}" for each in regions_at(concrete.graph, lambda f: f.file == file and f.line in lines))


def node_of(concrete: ConcreteFunction, identity: NodeId) -> OpNode | None:
    """The op of that identity, or None."""
    graph = concrete.function(identity[0])
    index = None if graph is None else graph.index_of.get(identity[1])
    return None if graph is None or index is None else graph.node(index)
