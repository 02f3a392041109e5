"""GrapplerRun and XlaCompilation: what the optimisers made of a traced graph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graphscope.model.op_graph import OpGraph
    from graphscope.model.trace import ConcreteFunction, UserError


@dataclass(frozen=True, slots=True)
class PassChange:
    """What one pass did to a graph: the ops that it took away, and those that it added or changed.

    ``nodes`` holds the latter whole. An op of type '' in it stayed as it was, and is there as an input of others.
    """

    removed: tuple[str, ...]
    nodes: OpGraph

    def __bool__(self) -> bool:
        return bool(self.removed or len(self.nodes))


@dataclass(frozen=True, slots=True)
class GrapplerPass:
    """One pass as the runtime ran it; sizes before and after, time in milliseconds.

    ``function`` names a function that was optimised on its own; it is '' for the outermost graph. ``change`` is None
    where the graph after the pass is not known.
    """

    iteration: int
    name: str
    nodes_before: int
    nodes_after: int
    edges_before: int
    edges_after: int
    changed: bool
    milliseconds: float
    function: str = ""
    change: PassChange | None = None


@dataclass(frozen=True, slots=True)
class Partition:
    """What one device runs of an optimised graph."""

    device: str
    concrete: ConcreteFunction


@dataclass(frozen=True, slots=True)
class GrapplerRun:
    """A graph before and after Grappler; ``mode`` is ``run`` (the runtime's own) or ``static`` (nothing was run).

    ``first`` is the graph as it came to the first pass, where the runtime has inlined, lowered and placed it already;
    the functions in it are as they came to their own first pass. ``stopped`` says why a later pass has no change.
    ``only`` names the one pass that was run, where not all were.
    """

    mode: str
    before: ConcreteFunction | None = None
    after: ConcreteFunction | None = None
    passes: tuple[GrapplerPass, ...] = ()
    inputs: str = ""
    device: str = ""
    error: UserError | None = None
    first: ConcreteFunction | None = None
    partitions: tuple[Partition, ...] = ()
    stopped: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    tensorflow: str = ""
    onednn: bool | None = None
    only: str = ""


@dataclass(frozen=True, slots=True)
class XlaCompilation:
    """The HLO module before and after XLA's optimisation: counts, text, and graphs whose functions are computations.

    ``inputs`` says what it was compiled for; ``own_jit`` is False where a copy with jit_compile was compiled.
    ``left_out`` are traced ops that only check something: XLA makes nothing of them.
    """

    instructions_before: int = 0
    ops_before: Mapping[str, int] = field(default_factory=dict)
    instructions_after: int = 0
    ops_after: Mapping[str, int] = field(default_factory=dict)
    fusions: int = 0
    text_before: str = ""
    text_after: str = ""
    error: UserError | None = None
    before: ConcreteFunction | None = None
    after: ConcreteFunction | None = None
    inputs: str = ""
    device: str = ""
    own_jit: bool = False
    left_out: Mapping[str, int] = field(default_factory=dict)

    @property
    def unchecked(self) -> str:
        """``XLA checks nothing: Assert ×2 left out.``; '' where nothing is left out."""
        told = ", ".join(f"{name} ×{count}" if count > 1 else name for name, count in self.left_out.items())
        return f"XLA checks nothing: {told} left out." if told else ""
