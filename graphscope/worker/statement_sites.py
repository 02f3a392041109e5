"""A control-flow statement of a file, and the function it stands in: places and words, no outcome."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple

from graphscope.worker.jumps import WrittenJump


@dataclass(frozen=True)
class Site:
    """One statement of a file. ``kind`` is the word the command line's contract has for it."""

    file: str
    kind: str
    line: int
    column: int
    end_line: int
    function: "FunctionSite"
    parent: Optional["Site"] = None
    branch: str = ""
    """The parent's block that it stands in: ``body`` or ``else``."""
    returns: Tuple[str, ...] = ()
    """Those of its blocks that end the function at once: ``body``, ``else``."""
    jumps: Tuple[WrittenJump, ...] = ()
    """Every break, continue and return inside it that belongs to it, in line order."""
    head_end: int = 0
    """The last line of what decides: a test, what a loop iterates, a whole expression."""
    around: Optional["Site"] = None
    """The conditional expression around this one; AutoGraph converts the outermost only."""
    around_branch: str = ""
    """Where it stands in that one: ``body``, ``else``, '' for its condition."""
    chained: bool = False
    """Whether it is a chained comparison (``0 < x < 1``), of which AutoGraph makes the same as of an ``and``."""


@dataclass(frozen=True)
class FunctionSite:
    """One function or lambda of a file; ``first_line`` is its first decorator's line, as code objects count."""

    file: str
    name: str
    first_line: int
    line: int
    column: int
    end_line: int
    end_column: int
    generator: bool = False
