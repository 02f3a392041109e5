"""Which boxes of a pane are marked: selected, of the lit line, found; from ops to the boxes that show them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from graphscope.analysis.picture import NodeId, Picture
from graphscope.export.overlays import Overlays
from graphscope.session.selection import nodes_of_line
from graphscope.session.session import Session


def overlays_of(session: Session, index: int, picture: Picture, found: frozenset[NodeId]) -> Overlays:
    """The marks of one pane now."""
    selection = session.selection
    selected: frozenset[str] = frozenset()
    if selection.pane == index:
        selected = boxes_of(picture, selection.nodes)
    concrete = session.views.shown(index).concrete
    lines: frozenset[str] = frozenset()
    if concrete is not None and selection.file and selection.line and len(selection.nodes) <= 1:
        lit = nodes_of_line(concrete, selection.file, selection.line)
        lines = boxes_of(picture, lit) - selected
    return Overlays(selection=selected, matches=counted(picture, found), lines=lines)


def boxes_of(picture: Picture, nodes: Iterable[NodeId]) -> frozenset[str]:
    """The innermost visible boxes that show these ops."""
    return frozenset(picture.box_of[node] for node in nodes if node in picture.box_of)


def counted(picture: Picture, nodes: Iterable[NodeId]) -> Counter[str]:
    """Box → how many of these ops it shows."""
    return Counter(picture.box_of[node] for node in nodes if node in picture.box_of)
