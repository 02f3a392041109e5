"""Counts what is in an HLO module; where the module comes from is no matter."""

from __future__ import annotations

from collections import Counter
from typing import Any, Dict, Tuple

FUSION = "fusion"


def op_counts(module: Any) -> Dict[str, int]:
    """Opcode → number of instructions, over all computations of the module, those inside fusions included."""
    opcodes = (instruction.opcode for computation in module.computations for instruction in computation.instructions)
    return dict(sorted(Counter(map(str, opcodes)).items()))


def counted(module: Any) -> Tuple[int, Dict[str, int]]:
    """The number of instructions and what they are."""
    counts = op_counts(module)
    return sum(counts.values()), counts
