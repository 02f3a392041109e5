"""Strands: the single tensors of bundled wires, between the boxes and ops where they really begin and end."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from graphscope.analysis.bundle import MOST_OF_A_BUNDLE, Bundle, Strand
from graphscope.analysis.edges import Edges, Mask, Rows
from graphscope.analysis.picture import Picture
from graphscope.analysis.wires import Leaves, parting
from graphscope.model.op_graph import OpGraph


class Drawn:
    """One function of the picture: its graph, its edges, and the visible boxes they run between."""

    def __init__(self, graph: OpGraph, edges: Edges, leaves: Leaves) -> None:
        self._graph, self._leaves = graph, leaves
        source, target = leaves.ends(edges)
        between = (source != target) & (source >= 0) & (target >= 0)
        self._edges = Edges(edges.source[between], edges.output[between], edges.target[between])
        self._source, self._target = source[between], target[between]

    @functools.cached_property
    def _leaves_in(self) -> dict[str, list[int]]:
        """Box → the leaves in it."""
        found: dict[str, list[int]] = {}
        for leaf, chain in enumerate(self._leaves.chains):
            for box in chain:
                found.setdefault(box, []).append(leaf)
        return found

    def touching(self, box: str) -> Mask:
        """The edges that enter or leave a box."""
        crossing: Mask = self._ends_in(self._source, box) != self._ends_in(self._target, box)
        return crossing

    def of_wire(self, source: str, target: str) -> Mask:
        """The edges that run from one box to another."""
        return self._ends_in(self._source, source) & self._ends_in(self._target, target)

    def _ends_in(self, ends: Rows, box: str) -> Mask:
        inside = np.zeros(len(self._leaves.chains) + 1, dtype=np.bool_)
        inside[self._leaves_in.get(box, [])] = True
        found: Mask = inside[ends]
        return found

    def bundles(self, wanted: Mask) -> Iterator[Bundle]:
        """The wires that these edges are bundled in. A wire that carries tensors is told without what only waits."""
        positions = np.flatnonzero(wanted)
        if not len(positions):
            return
        size = len(self._leaves.chains)
        pairs, pair_of = np.unique(self._source[positions] * size + self._target[positions], return_inverse=True)
        by_wire: dict[tuple[str, str], list[Rows]] = {}
        order = np.argsort(pair_of, kind="stable")
        for pair, at in zip(pairs.tolist(), np.split(positions[order], _starts(pair_of[order])), strict=True):
            wire = parting(self._leaves.chains[pair // size], self._leaves.chains[pair % size])
            by_wire.setdefault(wire, []).append(at)
        for (source, target), parts in by_wire.items():
            yield self._bundle(source, target, parts)

    def _bundle(self, source: str, target: str, parts: list[Rows]) -> Bundle:
        together = np.concatenate(parts)
        carries = self._edges.output[together] >= 0
        if carries.any():
            together = together[carries]
        size, width = len(self._leaves.chains), int(self._edges.output[together].max()) + 2
        pair = self._source[together] * size + self._target[together]
        tensor = self._edges.source[together] * width + self._edges.output[together] + 1
        keys, strand_of = np.unique(tensor * size * size + pair, return_inverse=True)
        told = [self._strand(together[strand_of == at]) for at in range(min(len(keys), MOST_OF_A_BUNDLE))]
        return Bundle(source, target, tuple(told), len(keys) - len(told))

    def _strand(self, edges: Rows) -> Strand:
        graph, first = self._graph, int(edges[0])
        row, output = int(self._edges.source[first]), int(self._edges.output[first])
        specs = graph.outputs[row]
        takers = dict.fromkeys(self._edges.target[edges].tolist())
        return Strand(
            self._leaves.chains[int(self._source[first])][-1],
            self._leaves.chains[int(self._target[first])][-1],
            (graph.function, graph.names[row]),
            output,
            tuple((graph.function, graph.names[taker]) for taker in takers),
            specs[output] if 0 <= output < len(specs) else "",
        )


class Strands:
    """All edges of a picture, to be asked for those of a box or a wire; what is not asked for costs nothing."""

    def __init__(self) -> None:
        self._functions: list[tuple[OpGraph, Edges, Leaves]] = []

    def add(self, graph: OpGraph, edges: Edges, leaves: Leaves) -> None:
        """A function is drawn."""
        self._functions.append((graph, edges, leaves))

    @functools.cached_property
    def functions(self) -> Sequence[Drawn]:
        """Each function that is drawn, as often as it is."""
        return [Drawn(*each) for each in self._functions]


def bundles_of_boxes(picture: Picture, boxes: Iterable[str]) -> list[Bundle]:
    """Everything that enters or leaves these boxes, by the wires it is bundled in."""
    chosen = list(boxes)
    found: list[Bundle] = []
    for drawn in _functions(picture) if chosen else ():
        wanted = functools.reduce(np.logical_or, map(drawn.touching, chosen))
        found += drawn.bundles(wanted)
    return [_named(picture, each) for each in found]


def bundle_of_wire(picture: Picture, source: str, target: str) -> Bundle | None:
    """What runs in a wire."""
    for drawn in _functions(picture):
        for bundle in drawn.bundles(drawn.of_wire(source, target)):
            return _named(picture, bundle)
    return None


def _functions(picture: Picture) -> Sequence[Drawn]:
    return picture.strands.functions if picture.strands is not None else ()


def _named(picture: Picture, bundle: Bundle) -> Bundle:
    ends = (picture.boxes[each].title for each in (bundle.source, bundle.target))
    return Bundle(bundle.source, bundle.target, bundle.strands, bundle.left_out, (next(ends), next(ends)))


def _starts(sorted_groups: Rows) -> Rows:
    """Where each group but the first begins."""
    starts: Rows = np.flatnonzero(np.diff(sorted_groups)) + 1
    return starts
