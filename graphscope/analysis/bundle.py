"""Bundle: a wire of the picture taken apart into its strands, as data; strands.py finds them."""

from __future__ import annotations

from dataclasses import dataclass

from graphscope.analysis.picture import NodeId

MOST_OF_A_BUNDLE = 40
"""Strands of one bundle that are told singly; of the others only the number is told."""


@dataclass(frozen=True, slots=True)
class Strand:
    """One tensor on its way to one visible box, or one op that a box waits for (``output`` -1)."""

    source: str
    """The innermost visible box that shows the op which gives it."""
    target: str
    giver: NodeId
    output: int
    takers: tuple[NodeId, ...]
    spec: str = ""
    """Its dtype and shape."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """A wire of the picture, by its ends, taken apart; ``left_out`` strands more run there than are told."""

    source: str
    target: str
    strands: tuple[Strand, ...]
    left_out: int = 0
    ends: tuple[str, str] = ("", "")
    """What the boxes at both ends are called."""
