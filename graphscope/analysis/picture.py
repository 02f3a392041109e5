"""Picture: which boxes and wires a pane shows, as data; where they go is the layout's, how they look the theme's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graphscope.analysis.strands import Strands

NodeId = tuple[str, str]
"""An op's identity: (function name, node name)."""


@dataclass(frozen=True, slots=True)
class Box:
    """One box of the picture: an op, a group of ops, a control-flow region, or a part of one (a branch, a body).

    ``look`` names the theme's colours: ``op``, ``math``, ``matrix``, ``constant``, ``argument``, ``variable``,
    ``captured``, ``data`` (shape and copy ops), ``effect`` (print, assert, random), ``group``, ``if``, ``while``,
    ``call``, ``part-if``, ``part-while``, ``part-call``, ``result``, ``failed``.
    """

    id: str
    """Stable while groups open and close: made of function and node names, never of rows or order."""
    kind: str
    """``op``, ``group``, ``region``, ``part``, or ``stub``: a tag that stands for an op where it is used."""
    title: str
    subtitle: str
    look: str
    glyph: str = ""
    """``◆`` for If and Case, ``↻`` for While, ``ƒ`` for calls, ``×12`` for series; colour is never the only sign."""
    nodes: tuple[NodeId, ...] = ()
    """The ops it stands for; for a closed group all that are inside."""
    children: tuple[str, ...] = ()
    """Ids of the boxes inside, empty unless open."""
    parent: str = ""
    can_open: bool = False
    is_open: bool = False
    first: str = ""
    """Of a series of like groups, the id of the first of them, which is opened with it."""


@dataclass(frozen=True, slots=True)
class Wire:
    """Edges between two boxes that have the same parent, bundled.

    ``sources`` and ``targets`` are the innermost visible boxes the tensors really run between; ``source`` and
    ``target`` are those or the ancestors of them that are siblings.
    """

    source: str
    target: str
    count: int = 1
    label: str = ""
    """dtype and shape where one tensor runs here, ``3 tensors`` where more do."""
    control: bool = False
    sources: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()


@dataclass(frozen=True)
class Picture:
    """All that a pane shows: boxes by id (parents before children), the outermost ones, wires, and what is hidden."""

    boxes: Mapping[str, Box]
    roots: tuple[str, ...]
    wires: tuple[Wire, ...]
    box_of: Mapping[NodeId, str] = field(default_factory=dict)
    """Op → the innermost visible box that shows it."""
    hidden: Mapping[str, int] = field(default_factory=dict)
    """What is left out and how many: ``{"constants": 9}``."""
    strands: Strands | None = field(default=None, compare=False)
    """What the wires are bundles of."""
    stubs: Mapping[NodeId, tuple[str, ...]] = field(default_factory=dict)
    """Op → the tags that stand for it."""
    held: frozenset[str] = frozenset()
    """Boxes that were open at first sight: what stands round the regions among them was placed for them open."""
    first: Picture | None = None
    """The picture with those open, where it is another one."""
