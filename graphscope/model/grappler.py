"""GrapplerRun and XlaCompilation: what the optimisers made of a traced graph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graphscope.model.trace import ConcreteFunction, UserError


@dataclass(frozen=True, slots=True)
class GrapplerPass:
    """One pass as the runtime ran it; sizes before and after, time in milliseconds."""

    iteration: int
    name: str
    nodes_before: int
    nodes_after: int
    edges_before: int
    edges_after: int
    changed: bool
    milliseconds: float


@dataclass(frozen=True, slots=True)
class GrapplerRun:
    """A graph before and after Grappler; ``mode`` is ``run`` (the runtime's own) or ``static`` (nothing was run)."""

    mode: str
    before: ConcreteFunction | None = None
    after: ConcreteFunction | None = None
    passes: tuple[GrapplerPass, ...] = ()
    inputs: str = ""
    device: str = ""
    error: UserError | None = None


@dataclass(frozen=True, slots=True)
class XlaCompilation:
    """Counts of the HLO module before and after XLA's optimisation, and its text."""

    instructions_before: int = 0
    ops_before: Mapping[str, int] = field(default_factory=dict)
    instructions_after: int = 0
    ops_after: Mapping[str, int] = field(default_factory=dict)
    fusions: int = 0
    text_before: str = ""
    text_after: str = ""
    error: UserError | None = None
