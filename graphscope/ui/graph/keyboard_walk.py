"""Walking a picture by keys: from a box along its edges, to its neighbours, into it and out of it; no widget here."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from graphscope.analysis.picture import Picture
from graphscope.layout.placement import Placement, Rect

OUT, IN, BEFORE, AFTER = "out", "in", "before", "after"
"""Along outputs, along inputs, and to the siblings on either side."""


def step(picture: Picture, placement: Placement, current: str, way: str) -> str:
    """The box one step away, or ``current`` where there is none; from nowhere, the first box."""
    if current not in picture.boxes or current not in placement.rects:
        return first(picture, placement)
    if way in (OUT, IN):
        return _along(picture, placement, current, way)
    return _beside(picture, placement, current, way)


def first(picture: Picture, placement: Placement) -> str:
    """The outermost box that lies highest and leftmost, or an empty string."""
    placed = [box for box in picture.roots if box in placement.rects]
    return min(placed, key=lambda box: (placement.rects[box].y, placement.rects[box].x), default="")


def into(picture: Picture, placement: Placement, current: str) -> str:
    """The first box inside an open one, or ``current``."""
    box = picture.boxes[current]
    placed = [child for child in box.children if child in placement.rects] if box.is_open else []
    return min(placed, key=lambda child: (placement.rects[child].y, placement.rects[child].x), default=current)


def closing(picture: Picture, current: str) -> str:
    """The box that Backspace closes: this one if it is open, else the nearest around it that can be closed."""
    while current in picture.boxes:
        box = picture.boxes[current]
        if box.is_open and box.can_open:
            return current
        current = box.parent
    return ""


def _along(picture: Picture, placement: Placement, current: str, way: str) -> str:
    """The nearest box that the wires lead to; where none leave, those of the box around."""
    at = current
    while at in picture.boxes:
        found = [w.target for w in picture.wires if w.source == at] if way == OUT else []
        found += [w.source for w in picture.wires if w.target == at] if way == IN else []
        placed = [each for each in found if each in placement.rects and each != at]
        if placed:
            return min(placed, key=_nearness(placement, placement.rects[at]))
        at = picture.boxes[at].parent
    return current


def _nearness(placement: Placement, here: Rect) -> Callable[[str], tuple[float, float]]:
    def distance(box: str) -> tuple[float, float]:
        x, y = _centre(placement.rects[box])
        return abs(x - _centre(here)[0]) + abs(y - _centre(here)[1]), x

    return distance


def _beside(picture: Picture, placement: Placement, current: str, way: str) -> str:
    """The nearest sibling to the left or right, one in the same row before one that is not."""
    here = placement.rects[current]
    x, y = _centre(here)
    sign = 1 if way == AFTER else -1
    best, least = current, float("inf")
    for sibling in _siblings(picture, current):
        rect = placement.rects.get(sibling)
        if rect is None or sibling == current:
            continue
        across, down = sign * (_centre(rect)[0] - x), abs(_centre(rect)[1] - y)
        cost = across + 4 * max(0.0, down - (rect.height + here.height) / 4)
        if across > 1 and cost < least:
            best, least = sibling, cost
    return best


def _siblings(picture: Picture, current: str) -> Iterable[str]:
    parent = picture.boxes.get(picture.boxes[current].parent)
    return parent.children if parent else picture.roots


def _centre(rect: Rect) -> tuple[float, float]:
    return rect.x + rect.width / 2, rect.y + rect.height / 2
