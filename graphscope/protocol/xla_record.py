"""The record of what XLA made of a graph: plain values, no behaviour, no TensorFlow objects; Python 3.9 syntax."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Dict, Optional, Tuple

from graphscope.protocol.records import ErrorRecord, GraphRecord


@dataclass(frozen=True)
class XlaRecord:
    """The HLO module before and after XLA's optimisation: counts, text and graphs; ``error`` tells why there is none.

    A graph's nodes are instructions and its functions computations, the entry computation the outermost.
    """

    instructions_before: int = 0
    ops_before: Dict[str, int] = field(default_factory=dict)
    instructions_after: int = 0
    ops_after: Dict[str, int] = field(default_factory=dict)
    fusions: int = 0
    text_before: str = ""
    text_after: str = ""
    error: Optional[ErrorRecord] = None
    before: Optional[GraphRecord] = None
    before_functions: Tuple[GraphRecord, ...] = ()
    after: Optional[GraphRecord] = None
    after_functions: Tuple[GraphRecord, ...] = ()
    inputs: str = ""
    """What it was compiled for, in words: any values of some specs, or the values that the signature holds."""
    device: str = ""
    own_jit: bool = False
    """Whether the function asks for XLA itself; where not, a copy that does was compiled."""
    left_out: Dict[str, int] = field(default_factory=dict)
    """Type → number of traced ops that check something, which XLA compiles to nothing without a word."""
