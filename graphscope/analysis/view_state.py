"""ViewState: what of a graph a pane has open, hidden and grouped; a value, so that it can be undone and kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from graphscope.analysis.picture import NodeId
from graphscope.model.trace import Statement

GROUPINGS = ("source", "scope", "phase", "none")
TRIMS = ("selected", "ancestors", "descendants", "neighbours", "paths")
"""Kinds of trims."""
HIDEABLE = (
    "constants",
    "identities",
    "no-ops",
    "loop counters",
    "unused arguments",
    "control edges",
    "summaries",
    "gradients",
)
"""Kinds of ops that can be hidden; any other word in ``ViewState.hide`` is taken for an op type."""


@dataclass(frozen=True)
class Trim:
    """Ops left out by what they have to do with chosen ones; a value, so that it can be undone, listed and kept.

    ``kind``: ``selected`` hides the chosen ops; the others show only those that lead to them (``ancestors``), follow
    from them (``descendants``), lie within ``hops`` edges of them (``neighbours``), or lie between them and
    ``others`` (``paths``).
    """

    kind: str
    nodes: frozenset[NodeId]
    others: frozenset[NodeId] = frozenset()
    hops: int = 0


@dataclass(frozen=True)
class Stubs:
    """Which ops are drawn as a small tag at each use, in place of wires."""

    least: int = 8
    """Those that take nothing and are used in so many boxes of their level, or more; none where it is 0."""
    always: frozenset[NodeId] = frozenset()
    never: frozenset[NodeId] = frozenset()


ALL_WIRES = Stubs(0)


@dataclass(frozen=True)
class ViewState:
    """How a graph is shown. ``statements`` and ``sources`` only give words to titles; they decide nothing else."""

    opened: frozenset[str] = frozenset()
    """Ids of the boxes that are open."""
    hide: frozenset[str] = frozenset()
    grouping: str = "none"
    trims: tuple[Trim, ...] = ()
    """What else is left out, in the order it was asked for."""
    statements: tuple[Statement, ...] | None = None
    """The trace's control flow; None where it is not known, as in a graph that Grappler made."""
    sources: Mapping[str, str] = field(default_factory=dict, compare=False)
    """File → text, for titles in the user's own words."""
    stubs: Stubs = Stubs()
    first: frozenset[str] = frozenset()
    """Ids of the boxes that were open at first sight, where regions are among them; ``Picture.held`` tells why."""
    level_size: int = 60
    """Boxes that a level may have; what is more is folded into series and pages."""
