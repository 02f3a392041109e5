"""Lit boxes: every box and tag of a picture in which some ops are shown, for marks; which one to go to is BoxOf's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

import numpy as np

from graphscope.analysis.box_of import BoxOf
from graphscope.analysis.picture import NodeId, Picture
from graphscope.analysis.places import Places


def lit_by_places(picture: Picture, places: Places) -> Counter[str]:
    """Box → how many of these ops it shows: in closed groups, in each place where a function runs, and as tags."""
    found: Counter[str] = Counter()
    if isinstance(picture.box_of, BoxOf):
        for graph, rows in places:
            found.update(picture.box_of.everywhere(graph.function, rows))
    found.update(
        tag for (function, name), tags in picture.stubs.items() if _holds(places, function, name) for tag in tags
    )
    return found


def lit_by_nodes(picture: Picture, nodes: Collection[NodeId]) -> Counter[str]:
    """The same of ops that are given by their names."""
    found: Counter[str] = Counter()
    if isinstance(picture.box_of, BoxOf):
        found = picture.box_of.counted_everywhere(nodes)
    found.update(tag for node, tags in picture.stubs.items() if node in nodes for tag in tags)
    return found


def differing_boxes(
    picture: Picture, only: Collection[NodeId], changed: Collection[NodeId]
) -> tuple[frozenset[str], frozenset[str]]:
    """The closed boxes of which all is only here, and those in which anything is, or has changed."""
    return marked_boxes(picture, only, (lit_by_nodes(picture, only), lit_by_nodes(picture, changed)))


def marked_boxes(
    picture: Picture, only: Collection[NodeId], lit: tuple[Iterable[str], Iterable[str]]
) -> tuple[frozenset[str], frozenset[str]]:
    """The same where it is known which boxes are ``lit`` by what is only here, and by what has changed."""
    some, changed = (frozenset(each for each in boxes if not picture.boxes[each].is_open) for boxes in lit)
    whole = frozenset(each for each in some if all(node in only for node in picture.boxes[each].nodes))
    return whole, (some | changed) - whole


def _holds(places: Places, function: str, name: str) -> bool:
    return any(
        graph.function == function and name in graph.index_of and bool(np.any(rows == graph.index_of[name]))
        for graph, rows in places
    )
