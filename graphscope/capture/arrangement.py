"""How panes stood when a capture was saved: what each showed, had open, grouped and left out; plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple

from graphscope.errors import CaptureError

MOST_PANES = 6
_LARGEST = 10_000
Node = Tuple[str, str]
"""Function and name of an op."""


@dataclass(frozen=True)
class CapturedTrim:
    """Ops left out by what they have to do with chosen ones."""

    kind: str
    nodes: Tuple[Node, ...]
    others: Tuple[Node, ...] = ()
    hops: int = 0


@dataclass(frozen=True)
class CapturedView:
    """What of a graph was open, hidden and grouped."""

    opened: Tuple[str, ...] = ()
    first: Tuple[str, ...] = ()
    hide: Tuple[str, ...] = ()
    grouping: str = "none"
    trims: Tuple[CapturedTrim, ...] = ()
    level_size: int = 60
    tags: int = 8
    """From how many uses on ops are drawn as tags; 0 for never."""
    tagged: Tuple[Node, ...] = ()
    untagged: Tuple[Node, ...] = ()
    """Ops that were chosen to be drawn so, and not to be."""


@dataclass(frozen=True)
class CapturedSetting:
    """With which of a signature's Grappler runs a pane was shown: one of that mode, options and single pass."""

    mode: str = ""
    options: Tuple[Tuple[str, str], ...] = ()
    only: str = ""


@dataclass(frozen=True)
class CapturedPane:
    """One pane: the place of its signature, which view of it, and how that was shown; None as at first sight."""

    signature: int
    view: str
    shown: Optional[CapturedView] = None
    setting: CapturedSetting = CapturedSetting()


def checked(panes: Tuple[CapturedPane, ...], signatures: int) -> Tuple[CapturedPane, ...]:
    """The panes, where each shows a signature that there is. What is open need not exist: it is not seen then."""
    if len(panes) > MOST_PANES or any(pane.signature >= signatures for pane in panes):
        raise CaptureError("it has a pane of a signature that does not exist")
    views = [pane.shown for pane in panes if pane.shown is not None]
    sizes = [(view.level_size, 1 + view.tags, *(1 + trim.hops for trim in view.trims)) for view in views]
    if any(not 0 < size <= _LARGEST for each in sizes for size in each):
        raise CaptureError("it has a pane that shows more than a pane can")
    return panes
