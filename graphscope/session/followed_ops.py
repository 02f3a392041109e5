"""The ops that are followed from pass to pass, and what they are in the graph after each; nothing is selected here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphscope.model.grappler import GrapplerRun
from graphscope.model.trace import ConcreteFunction

if TYPE_CHECKING:
    from graphscope.analysis.picture import NodeId

_MOST_FOLLOWED = 50


@dataclass(frozen=True)
class Followed:
    """Ops as they were chosen: of which signature, in which of its views."""

    row: int
    view: str
    nodes: frozenset[NodeId]


def followed_ops(
    run: GrapplerRun, nodes: frozenset[NodeId], old: int | None, shown: tuple[int, ConcreteFunction]
) -> frozenset[NodeId]:
    """What ops of one view stand for in another, the graph after a pass: themselves, or what they became on the way.

    ``old`` is the pass that they were chosen after, None where they are of the graph that reached Grappler. Of a large
    group only the ops that are still there stay chosen: each of the others is followed through every pass by itself.
    """
    from graphscope.analysis.node_life import life_from, life_of  # not needed for the first paint

    new, concrete = shown
    there = frozenset(node for node in nodes if _is_in(concrete, node))
    gone = [node for node in nodes if node not in there]
    if run.first is None or len(gone) > _MOST_FOLLOWED or (old is not None and new < old):
        return there
    for node in gone:
        life = life_of(run, node) if old is None else life_from(run, node, old)
        there |= {(life.function, name) for name in life.names_after(new)}
    return frozenset(node for node in there if _is_in(concrete, node))


def _is_in(concrete: ConcreteFunction, node: NodeId) -> bool:
    graph = concrete.function(node[0])
    return graph is not None and node[1] in graph.index_of
