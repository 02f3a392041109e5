"""SceneIndex: where the boxes and wires of a pane are, as arrays, so that finding them costs no walk over objects."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Sequence

import numpy as np

from graphscope.analysis.picture import Box, Picture, Wire
from graphscope.export.drawing import box_depths, diamonds_of, fitted, routed
from graphscope.export.label_places import place_labels
from graphscope.export.wire_labels import Label, labels_of
from graphscope.layout.placement import Placement, Rect, Route
from graphscope.ui.graph.rectangles import Floats, Indices, Rectangles

_MINDED = 2000
_LABEL = 215.0
"""How far a wire's label may reach to its side."""
_TITLES = 72.0
"""Above a frame, two titles of frames around it."""
_CURVE = np.linspace(0, 1, 9)[:, None]


class SceneIndex:
    """Boxes sorted by depth, outermost first, and wires with their routes; positions in the drawing's coordinates."""

    def __init__(self, picture: Picture, placement: Placement) -> None:
        self.picture, self.placement = picture, placement
        depths = box_depths(picture)
        placed = [box for box in picture.boxes.values() if box.id in placement.rects]
        self.boxes: Sequence[Box] = sorted(placed, key=lambda box: depths[box.id])
        self.row = {box.id: row for row, box in enumerate(self.boxes)}
        self.rects = [placement.rects[box.id] for box in self.boxes]
        edges = [(rect.x, rect.y, rect.x + rect.width, rect.y + rect.height) for rect in self.rects]
        self._rectangles = Rectangles(_columns(edges))
        self.edges = self._rectangles.edges
        self.depths = np.array([depths[box.id] for box in self.boxes], dtype=np.intp)
        self.opened = np.array([box.is_open for box in self.boxes], dtype=bool)
        diamonds = diamonds_of(picture, placement)
        pairs = [(wire, fitted(route, diamonds)) for wire, route in routed(picture, placement)]
        pairs.sort(key=lambda pair: depths.get(pair[0].source, 0))
        self.wires: Sequence[tuple[Wire, Route]] = pairs
        self.wire_depths = np.array([depths.get(wire.source, 0) for wire, _ in pairs], dtype=np.intp)
        self._labels: dict[str, dict[int, Label]] = {}
        self.area = Rect(0, 0, placement.width, placement.height)

    def prepare(self) -> None:
        """Work out what painting will ask for, in a thread, so that the window need not wait for it."""
        self.wires_in(self.area)
        if self.wires:
            self.label(0)
        if len(self.boxes) + len(self.wires) > _MINDED:
            _ = self.segments, self.kinds, self.middle_of_top

    @functools.cached_property
    def middle_of_top(self) -> float:
        """The middle, across, of the uppermost box; 0 where there is none."""
        roots = [self.placement.rects[box] for box in self.picture.roots if box in self.placement.rects]
        top = min(roots, key=lambda rect: rect.y, default=None)
        return top.x + top.width / 2 if top else 0.0

    @functools.cached_property
    def kinds(self) -> Indices:
        """A number for each box: the same for those that lie as deep and look the same in every theme."""
        numbers: dict[tuple[str, int], int] = {}
        looks = ((box.look, depth) for box, depth in zip(self.boxes, self.depths.tolist(), strict=True))
        return np.array([numbers.setdefault(each, len(numbers)) for each in looks], dtype=np.intp)

    def rows_of(self, boxes: Iterable[str]) -> Indices:
        """The rows of those of these boxes that are here."""
        rows = map(self.row.get, boxes)
        return np.array([row for row in rows if row is not None], dtype=np.intp)

    @functools.cached_property
    def wires_of(self) -> dict[str, list[int]]:
        """Box id → rows of the wires that begin or end there."""
        found: dict[str, list[int]] = {}
        for row, (wire, _) in enumerate(self.wires):
            found.setdefault(wire.source, []).append(row)
            if wire.target != wire.source:
                found.setdefault(wire.target, []).append(row)
        return found

    def wire_between(self, source: str, target: str) -> int:
        """Row of the wire from one box to another, the one that carries tensors where there are two; -1 for none."""
        rows = [row for row in self.wires_of.get(source, ()) if self.wires[row][0].target == target]
        return min(rows, key=lambda row: self.wires[row][0].control, default=-1)

    def label(self, row: int) -> Label | None:
        """The label of a wire and where it goes. Where there are very many, those of other boxes are not minded."""
        if len(self.wires) <= _MINDED:
            return self._all_labels.get(row)
        source = self.wires[row][0].source
        found = self._labels.get(source)
        if found is None:
            rows = [each for each in self.wires_of[source] if self.wires[each][0].source == source]
            placed = labels_of([self.wires[each] for each in rows], self.placement.rects.get(source))
            found = self._labels[source] = {rows[at]: label for at, label in placed.items()}
        return found.get(row)

    @functools.cached_property
    def _all_labels(self) -> dict[int, Label]:
        return place_labels(self.wires, self.placement.rects)

    @functools.cached_property
    def segments(self) -> tuple[Floats, Indices]:
        """The straight pieces (x0, y0, x1, y1) of all wires, curves by their knots, and the wire of each."""
        pieces: list[float] = []
        owners: list[int] = []
        for row, (_, route) in enumerate(self.wires):
            knots = route.points[::3] if _is_bezier(route) else route.points
            for (x0, y0), (x1, y1) in itertools.pairwise(knots):
                pieces += (x0, y0, x1, y1)
                owners.append(row)
        return np.array(pieces, dtype=np.float64).reshape(-1, 4), np.array(owners, dtype=np.intp)

    @functools.cached_property
    def _wire_rectangles(self) -> Rectangles:
        """What each wire and its label takes up."""
        bounds = []
        for wire, route in self.wires:
            aside = _LABEL if wire.label else 6.0
            xs, ys = zip(*route.points, strict=True)
            bounds.append((min(xs) - aside, min(ys) - 6, max(xs) + aside, max(ys) + 6))
        return Rectangles(_columns(bounds))

    def boxes_in(self, area: Rect, margin: float = 8.0) -> Indices:
        """Rows of the boxes that touch ``area``, outermost first."""
        return self._rectangles.touching(area, margin)

    def wires_in(self, area: Rect) -> Indices:
        """Rows of the wires that touch ``area``, outermost first."""
        return self._wire_rectangles.touching(area)

    def box_at(self, x: float, y: float) -> str:
        """Id of the innermost box at a point, or an empty string."""
        found = self._rectangles.touching(Rect(x, y, 0, 0))
        return self.boxes[found[-1]].id if len(found) else ""

    def wire_at(self, x: float, y: float, reach: float) -> int:
        """Row of the wire nearest to a point, no farther away than ``reach``; -1 where there is none."""
        best, nearest = -1, reach
        for row in self.wires_in(Rect(x - reach, y - reach, 2 * reach, 2 * reach)):
            distance = distance_to_line(flattened(self.wires[row][1]), x, y)
            if distance <= nearest:
                best, nearest = int(row), distance
        return best

    def frame_and_first(self, box: str) -> tuple[Rect, Rect]:
        """The frame of an open box, with room above for titles of those around it, and the uppermost box in it."""
        rects, boxes, outer = self.placement.rects, self.picture.boxes, box
        while boxes[outer].parent in rects:
            outer = boxes[outer].parent
        frame = rects[box]
        above = min(_TITLES, frame.y - rects[outer].y)
        inside = [rects[each] for each in boxes[box].children if each in rects]
        first = min(inside, key=lambda rect: (rect.y, rect.x), default=frame)
        return Rect(frame.x, frame.y - above, frame.width, frame.height + above), first

    def nearest_box(self, x: float, y: float) -> str:
        """Id of the box whose centre is nearest to a point, or an empty string."""
        if not self.boxes:
            return ""
        left, top, right, bottom = self.edges
        distance = np.hypot((left + right) / 2 - x, (top + bottom) / 2 - y)
        return self.boxes[int(np.argmin(distance))].id


def _columns(edges: list[tuple[float, float, float, float]]) -> Floats:
    """Four rows of equal meaning, each in one piece of memory, since each is read alone."""
    return np.ascontiguousarray(np.array(edges, dtype=np.float64).reshape(-1, 4).T)


def _is_bezier(route: Route) -> bool:
    return route.curved and len(route.points) >= 4 and (len(route.points) - 1) % 3 == 0


def distance_to_line(line: Floats, x: float, y: float) -> float:
    """How far a point is from a line through these points."""
    start, along = line[:-1], np.diff(line, axis=0)
    length = np.maximum((along**2).sum(axis=1), 1e-9)
    share = np.clip((([x, y] - start) * along).sum(axis=1) / length, 0, 1)
    return float(np.hypot(*(start + share[:, None] * along - [x, y]).T).min())


def flattened(route: Route) -> Floats:
    """The points of a route, its curves as short straight lines."""
    points = np.array(route.points, dtype=np.float64)
    if not _is_bezier(route):
        return points
    t = _CURVE
    pieces = [
        (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t**2 * c + t**3 * d
        for a, b, c, d in (points[at : at + 4] for at in range(0, len(points) - 1, 3))
    ]
    return np.concatenate(pieces)
