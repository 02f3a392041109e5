"""ControlFlowRegion: an op that runs other functions (a branch, a loop's condition and body, a call), and which.

The names in small letters are those of HLO's instructions; TensorFlow's own begin with a capital.
"""

from __future__ import annotations

from dataclasses import dataclass

IF_OPS = frozenset({"If", "StatelessIf", "conditional"})
CASE_OPS = frozenset({"Case", "StatelessCase"})
WHILE_OPS = frozenset({"While", "StatelessWhile", "while"})
CALL_OPS = frozenset({"PartitionedCall", "StatefulPartitionedCall", "call"})
FUSION_OPS = frozenset({"fusion"})


@dataclass(frozen=True, slots=True)
class RegionPart:
    """One function that a region's op runs, and its role in the user's words: ``then``, ``condition``, ``body``."""

    role: str
    function: str


@dataclass(frozen=True, slots=True)
class ControlFlowRegion:
    """An op of the graph ``function`` that runs other functions. ``kind`` is if, case, while, call, fusion or other."""

    function: str
    node: int
    kind: str
    parts: tuple[RegionPart, ...]
