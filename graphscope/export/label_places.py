"""Labels of all wires of a picture, none on another: which of them gives way where two sources stand close."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from graphscope.export.text_width import text_width
from graphscope.export.wire_labels import GAP, Label, Pair, labels_of
from graphscope.layout.placement import Rect

_ABOVE, _BELOW = 9.0, 3.0
"""How far the letters of a label reach from its baseline."""
_CELL = 64.0
Span = tuple[float, float, float, float]


def place_labels(pairs: Sequence[Pair], rects: Mapping[str, Rect]) -> dict[int, Label]:
    """Labels by their wire's place in ``pairs``. Those of boxes further up and to the left are placed first;

    one that would lie on another goes to its wire's other side, or is left out where it would lie on one there too.
    """
    leaving: dict[str, list[int]] = {}
    for at, (wire, _) in enumerate(pairs):
        leaving.setdefault(wire.source, []).append(at)
    found: list[tuple[int, Label]] = []
    for source, wires in leaving.items():
        labels = labels_of([pairs[at] for at in wires], rects.get(source))
        found += [(wires[at], label) for at, label in labels.items()]
    placed = _Placed(pairs)
    for at, label in sorted(found, key=lambda each: (each[1].baseline, each[1].x)):
        if not (placed.put(at, label) or placed.put(at, placed.mirrored(at, label))):
            placed.make_way(at, label)
    return placed.labels


def span_of(label: Label) -> Span:
    """Left, top, right and bottom of what a label covers."""
    width = text_width(label.text, "label")
    left = label.x if label.anchor == "start" else label.x - width
    return left, label.baseline - _ABOVE, left + width, label.baseline + _BELOW


class _Placed:
    """The labels placed so far, by the cells of a grid too, so that only neighbours are compared."""

    def __init__(self, pairs: Sequence[Pair]) -> None:
        self.labels: dict[int, Label] = {}
        self._pairs = pairs
        self._cells: dict[tuple[int, int], set[int]] = {}

    def mirrored(self, at: int, label: Label) -> Label:
        """The label on the other side of the place where its wire begins."""
        start = self._pairs[at][1].points[0][0]
        if label.anchor == "start":
            return replace(label, x=start - GAP, anchor="end")
        return replace(label, x=start + GAP, anchor="start")

    def put(self, at: int, label: Label) -> bool:
        """Place a label if it is on no other; whether it is placed."""
        if self._below(label):
            return False
        self.labels[at] = label
        for cell in _cells(span_of(label)):
            self._cells.setdefault(cell, set()).add(at)
        return True

    def make_way(self, at: int, label: Label) -> None:
        """Place a label where the only one in its way can go to its own wire's other side; else leave it out."""
        blockers = self._below(label)
        if len(blockers) != 1:
            return
        (blocker,) = blockers
        before = self._removed(blocker)
        if not (self.put(at, label) and self.put(blocker, self.mirrored(blocker, before))):
            if at in self.labels:
                self._removed(at)
            self.put(blocker, before)

    def _removed(self, at: int) -> Label:
        label = self.labels.pop(at)
        for cell in _cells(span_of(label)):
            self._cells[cell].discard(at)
        return label

    def _below(self, label: Label) -> set[int]:
        """The labels that it would lie on."""
        left, top, right, bottom = span = span_of(label)
        near = {at for cell in _cells(span) for at in self._cells.get(cell, ())}
        spans = ((at, span_of(self.labels[at])) for at in near)
        return {at for at, each in spans if left < each[2] and each[0] < right and top < each[3] and each[1] < bottom}


def _cells(span: Span) -> Iterator[tuple[int, int]]:
    left, top, right, bottom = (int(value // _CELL) for value in span)
    return ((column, row) for column in range(left, right + 1) for row in range(top, bottom + 1))
