"""Group entries: what a level of a grouped graph consists of; single ops and groups that can be opened further."""

from __future__ import annotations

from dataclasses import dataclass

from graphscope.analysis.edges import Rows
from graphscope.model.op_graph import Frame


@dataclass(frozen=True, slots=True)
class Stage:
    """How the members of a group are split when it is opened: ``source``, ``scope``, ``flat`` or ``listed``.

    ``depth`` counts frames or scopes already used up, ``lowered`` the lowered regions already entered.
    """

    kind: str
    depth: int = 0
    lowered: int = 0
    one_function: bool = False
    """The level is inside one Python function, so that its lines need no function around them."""


@dataclass(frozen=True, eq=False, slots=True)
class Entry:
    """One child of a level.

    ``kind``: ``op``, ``phase`` (of a training step), ``line``, ``function`` (of Python), ``unrolled`` (a loop that
    Python ran), ``round`` (of one), ``scope``, ``series`` (like ones), ``page`` (as many as fit), ``lowered`` (a loop
    or branch that was taken apart), ``part`` (its condition, body or branch), ``failed`` (where the trace ended).
    """

    key: str
    """Unique in its level; made of names and lines, never of order."""
    kind: str
    title: str
    members: Rows
    stage: Stage = Stage("listed")
    inside: tuple[Entry, ...] | None = None
    """The entries inside, where they are known already."""
    frame: Frame | None = None

    @property
    def first(self) -> int:
        """The row of its first op."""
        return int(self.members[0])
