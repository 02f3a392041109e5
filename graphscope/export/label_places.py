"""Labels of all wires of a picture, none on another: which of them gives way where two sources stand close."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from graphscope.export.label_obstacles import Obstacles
from graphscope.export.legible import MARGIN
from graphscope.export.wire_labels import GAP, Label, Pair, Span, labels_of, span_of
from graphscope.export.wire_shapes import line_width
from graphscope.layout.placement import Rect

_CELL = 64.0
_MINDED = 300
"""Wires up to which labels keep off lines and boxes too."""


def place_labels(pairs: Sequence[Pair], rects: Mapping[str, Rect]) -> dict[int, Label]:
    """Labels by their wire's place in ``pairs``. Those of boxes further up and to the left are placed first;

    one that would lie on a line, a box or another label, or reach out of the picture, goes to its wire's other side or
    further along it, or is left out where there is no place.
    """
    leaving: dict[str, list[int]] = {}
    for at, (wire, _) in enumerate(pairs):
        leaving.setdefault(wire.source, []).append(at)
    found: list[tuple[int, Label]] = []
    for source, wires in leaving.items():
        labels = labels_of([pairs[at] for at in wires], rects.get(source))
        found += [(wires[at], _off_its_box(label, pairs[wires[at]], rects)) for at, label in labels.items()]
    left, right = _sides(pairs, rects)
    obstacles = Obstacles(pairs, rects) if len(pairs) <= _MINDED else None
    placed = _Placed(pairs, obstacles)
    for at, label in sorted(found, key=lambda each: (each[1].baseline, each[1].x)):
        start = pairs[at][1].points[0]
        places = [each for each in _choice(label, pairs[at]) if left <= span_of(each)[0] and span_of(each)[2] <= right]
        choice = [each for each in places if obstacles is None or obstacles.is_free(each, start)]
        if choice and not any(placed.put(at, each) for each in choice):
            placed.make_way(at, choice[0])
    return placed.labels


def _sides(pairs: Sequence[Pair], rects: Mapping[str, Rect]) -> tuple[float, float]:
    """Between which sides labels are seen whole when the picture is fitted into a pane."""
    xs = [x for _, route in pairs for x, _ in route.points]
    xs += [x for rect in rects.values() for x in (rect.x, rect.x + rect.width)]
    return (min(xs) - MARGIN, max(xs) + MARGIN) if xs else (0.0, 0.0)


def _off_its_box(label: Label, pair: Pair, rects: Mapping[str, Rect]) -> Label:
    """A wire that leaves its box upwards has its label above it."""
    wire, route = pair
    source = rects.get(wire.source)
    if source is None or abs(route.points[0][1] - source.y) > 0.5 or source.height < 1:
        return label
    return replace(label, baseline=source.y - 7)


def _choice(label: Label, pair: Pair) -> Iterator[Label]:
    """Where a label may stand: beside the beginning of its wire, on either side, and beside its middle."""
    wire, route = pair
    aside = line_width(wire) / 2
    first = replace(label, x=label.x + (aside if label.anchor == "start" else -aside))
    x, y = route.points[0]
    yield first
    yield _beside(label, x, label.baseline, aside, label.anchor != "start")
    if route.curved and len(route.points) >= 4:
        x, y = route.points[3 * ((len(route.points) - 1) // 6)]
    else:
        x, y = (route.points[0][0] + route.points[-1][0]) / 2, (route.points[0][1] + route.points[-1][1]) / 2
    yield _beside(label, x, y + 4, aside, True)
    yield _beside(label, x, y + 4, aside, False)


def _beside(label: Label, x: float, baseline: float, aside: float, right: bool) -> Label:
    sign, anchor = (1, "start") if right else (-1, "end")
    return Label(label.text, x + sign * (GAP + aside), baseline, anchor)


class _Placed:
    """The labels placed so far, by the cells of a grid too, so that only neighbours are compared."""

    def __init__(self, pairs: Sequence[Pair], obstacles: Obstacles | None) -> None:
        self.labels: dict[int, Label] = {}
        self._pairs = pairs
        self._obstacles = obstacles
        self._cells: dict[tuple[int, int], set[int]] = {}

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
        wire, route = self._pairs[blocker]
        other = _beside(before, route.points[0][0], before.baseline, line_width(wire) / 2, before.anchor != "start")
        free = self._obstacles is None or self._obstacles.is_free(other, route.points[0])
        if not (free and self.put(at, label) and self.put(blocker, other)):
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
