"""ViewState: what of a graph a pane has open, hidden and grouped; a value, so that it can be undone and kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from graphscope.model.trace import Statement

GROUPINGS = ("source", "scope", "none")
HIDEABLE = ("constants", "identities", "no-ops", "loop counters", "unused arguments")
"""Kinds of ops that can be hidden; any other word in ``ViewState.hide`` is taken for an op type."""


@dataclass(frozen=True)
class ViewState:
    """How a graph is shown. ``statements`` and ``sources`` only give words to titles; they decide nothing else."""

    opened: frozenset[str] = frozenset()
    """Ids of the boxes that are open."""
    hide: frozenset[str] = frozenset()
    grouping: str = "none"
    statements: tuple[Statement, ...] | None = None
    """The trace's control flow; None where it is not known, as in a graph that Grappler made."""
    sources: Mapping[str, str] = field(default_factory=dict, compare=False)
    """File → text, for titles in the user's own words."""
    level_size: int = 60
    """Boxes that a level may have; what is more is folded into series and pages."""
