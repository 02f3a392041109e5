"""Build picture: a graph and what of it is open, grouped and hidden, made into boxes and wires; nothing is laid out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from graphscope.analysis.box_of import BoxOf
from graphscope.analysis.box_words import entry_words, op_words
from graphscope.analysis.group_entries import Entry
from graphscope.analysis.levels import Levels, OwnLevels, Tree
from graphscope.analysis.node_ids import node_ids
from graphscope.analysis.picture import Box, NodeId, Picture, Wire
from graphscope.analysis.region_words import GLYPHS, LOOKS, inside_words, jump_words, part_title, region_title
from graphscope.analysis.regions import regions
from graphscope.analysis.strands import Strands
from graphscope.analysis.stubs import with_stubs
from graphscope.analysis.view_state import ViewState
from graphscope.analysis.wires import Leaves, bundled_wires
from graphscope.analysis.wrappers import wrapped_function, wrapped_region
from graphscope.model.control_flow_region import ControlFlowRegion
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import ConcreteFunction

_ALWAYS_OPEN = ("part", "failed")
"""Kinds of groups that only frame what is in them."""


def build_picture(concrete: ConcreteFunction, view: ViewState, levels: Levels | None = None) -> Picture:
    """The picture of a graph. Quick also for 100,000 ops: what is closed costs no box, what was asked is kept.

    ``levels`` splits it into groups; without them it has its own.
    """
    building = _Building(concrete, view, levels or OwnLevels(concrete))
    roots = building.function(concrete.graph, _Place("", concrete.graph.function, (concrete.graph.function,)))
    boxes = {name: box for name, box in building.boxes.items() if box is not None}
    is_first = not view.first or view.first == view.opened
    first = None if is_first else build_picture(concrete, replace(view, opened=view.first), levels)
    hidden = dict(building.hidden)
    wires, strands = tuple(building.wires), building.strands
    whole = Picture(boxes, roots, wires, building.box_of, hidden, strands, held=view.first, first=first)
    return with_stubs(whole, view.stubs)


class _Place:
    """Where a function's boxes go: inside which box, with which prefix to their ids, below which functions."""

    def __init__(self, parent: str, prefix: str, above: tuple[str, ...]) -> None:
        self.parent = parent
        self.prefix = prefix
        self.above = above


class _Function:
    """One function's graph while its boxes are made."""

    def __init__(self, graph: OpGraph, place: _Place, tree: Tree) -> None:
        self.graph = graph
        self.place = place
        self.tree = tree
        self.leaf_of_row = np.full(len(graph), -1, dtype=np.int64)
        self.chains: list[tuple[str, ...]] = []

    def leaf(self, rows: Sequence[int] | np.ndarray[tuple[int], np.dtype[np.int64]], chain: tuple[str, ...]) -> None:
        self.leaf_of_row[rows] = len(self.chains)
        self.chains.append(chain)


@dataclass(frozen=True)
class _Running:
    """A region of a graph that is to be opened, and where."""

    graph: OpGraph
    region: ControlFlowRegion
    place: _Place


class _Building:
    def __init__(self, concrete: ConcreteFunction, view: ViewState, levels: Levels) -> None:
        self.concrete = concrete
        self.view = view
        self.boxes: dict[str, Box | None] = {}
        self.wires: list[Wire] = []
        self.box_of = BoxOf()
        self.hidden: Counter[str] = Counter()
        self.strands = Strands()
        self._levels = levels

    def function(self, graph: OpGraph, place: _Place) -> tuple[str, ...]:
        """Make the boxes and wires of a function; the ids of the outermost ones."""
        tree, shown = self._levels.of(graph, self.view)
        self.hidden.update(shown.hidden)
        function = _Function(graph, place, tree)
        roots = self._level(function, tree.roots(), place.parent, ())
        leaves = Leaves(function.leaf_of_row, function.chains)
        self.wires += bundled_wires(graph, shown.edges, leaves)
        self.strands.add(graph, shown.edges, leaves)
        self.box_of.show(graph, function.leaf_of_row, function.chains)
        return roots

    def _level(
        self, function: _Function, entries: Sequence[Entry], parent: str, chain: tuple[str, ...]
    ) -> tuple[str, ...]:
        """Make the boxes of one level; ``chain`` are the open groups around it, in this function."""
        made = []
        for entry in entries:
            if entry.kind != "op":
                made.append(self._group(function, entry, parent, chain))
            elif entry.first in regions(function.graph):
                made.append(self._region(function, entry.first, parent, chain))
            else:
                made.append(self._op(function, entry.first, parent, chain))
        return tuple(made)

    def _op(self, function: _Function, node: int, parent: str, chain: tuple[str, ...]) -> str:
        graph = function.graph
        name = f"{function.place.prefix}/{graph.names[node]}"
        node_id = (graph.function, graph.names[node])
        title, subtitle, look, glyph = op_words(graph, node)
        subtitle = jump_words(graph, node, self.view) or subtitle
        self.boxes[name] = Box(name, "op", title, subtitle, look, glyph, (node_id,), parent=parent)
        function.leaf([node], (*chain, name))
        return name

    def _group(self, function: _Function, entry: Entry, parent: str, chain: tuple[str, ...]) -> str:
        around = chain[-1] if chain else f"{function.place.prefix}/"
        name = f"{around}#{entry.key}"
        nodes = tuple(map(node_ids(function.graph).__getitem__, entry.members.tolist()))
        title, subtitle, look, glyph = entry_words(function.graph, entry, self.view)
        is_open = entry.kind in _ALWAYS_OPEN or name in self.view.opened
        self.boxes[name] = None
        children: tuple[str, ...] = ()
        if is_open:
            children = self._level(function, function.tree.inside(entry), name, (*chain, name))
        else:
            function.leaf(entry.members, (*chain, name))
            self._close_regions(function, name)
        kind = {"lowered": "region", "failed": "region", "part": "part"}.get(entry.kind, "group")
        first = f"{name}#{entry.inside[0].key}" if entry.kind == "series" and entry.inside else ""
        self.boxes[name] = Box(
            name,
            kind,
            title,
            subtitle,
            look,
            glyph,
            nodes,
            children,
            parent,
            entry.kind not in _ALWAYS_OPEN,
            is_open,
            first,
        )
        return name

    def _close_regions(self, function: _Function, name: str) -> None:
        """What the regions in a closed group run is shown by the group, the last leaf there is."""
        leaf = len(function.chains) - 1
        for node, region in regions(function.graph).items():
            if function.leaf_of_row[node] == leaf:
                for graph in _graphs_inside(self.concrete, region):
                    self.box_of.close(graph, name)

    def _region(self, function: _Function, node: int, parent: str, chain: tuple[str, ...]) -> str:
        graph, region, around = self._seen(function.graph, node)
        called = function.graph.names[node]
        name = f"{function.place.prefix}/{called}"
        own = (function.graph.function, called)
        can_open = any(self._can_enter(part.function, function.place) for part in region.parts)
        is_open = can_open and name in self.view.opened
        self.boxes[name] = None
        children: tuple[str, ...] = ()
        nodes: tuple[NodeId, ...] = (own,)
        for each in around:
            self._see_through(each, name)
        if is_open:
            children = self._parts(_Running(graph, region, function.place), name)
        else:
            inside = [*around, *_graphs_inside(self.concrete, region)]
            for each in inside:
                self.box_of.close(each, name)
            nodes = (own, *((each.function, op) for each in inside for op in each.names))
        subtitle = f"“{called}”" if is_open else f"{called} · {inside_words(self.concrete, region)}"
        self.boxes[name] = Box(
            name,
            "region",
            region_title(graph, region, self.view),
            subtitle,
            LOOKS[region.kind],
            GLYPHS[region.kind],
            nodes,
            children,
            parent,
            can_open,
            is_open,
        )
        function.leaf([node], (*chain, name))
        return name

    def _can_enter(self, name: str, place: _Place) -> bool:
        return self.concrete.function(name) is not None and name not in place.above

    def _seen(self, graph: OpGraph, node: int) -> tuple[OpGraph, ControlFlowRegion, tuple[OpGraph, ...]]:
        """The region of an op; where what only hands on is hidden, the one that a call of XLA's wraps."""
        if "identities" in self.view.hide:
            return wrapped_region(self.concrete, graph, node)
        return graph, regions(graph)[node], ()

    def _seen_part(self, function: str) -> tuple[str, tuple[OpGraph, ...]]:
        """The function that a region runs, or what that one wraps."""
        return wrapped_function(self.concrete, function) if "identities" in self.view.hide else (function, ())

    def _see_through(self, wrapper: OpGraph, name: str) -> None:
        """Show what is in a wrapper by the box of what it wraps, and tell that it is hidden."""
        self.box_of.close(wrapper, name)
        self.hidden["identities"] += len(wrapper)

    def _parts(self, running: _Running, name: str) -> tuple[str, ...]:
        made = []
        for part in running.region.parts:
            function, around = self._seen_part(part.function)
            graph = self.concrete.function(function)
            if graph is None or not self._can_enter(function, running.place):
                continue
            part_name = f"{name}:{part.role}"
            for each in around:
                self._see_through(each, part_name)
            # A function that runs in one place keeps its own name in ids; one that runs in several needs the place.
            prefix = function if self._levels.callers[function] == 1 else part_name
            self.boxes[part_name] = None
            place = _Place(part_name, prefix, (*running.place.above, function))
            children = self.function(graph, place)
            title = part_title(running.graph, running.region, part, self.view)
            look = f"part-{LOOKS[running.region.kind]}"
            self.boxes[part_name] = Box(
                part_name, "part", title, "", look, children=children, parent=name, is_open=True
            )
            made.append(part_name)
        return tuple(made)


def _graphs_inside(concrete: ConcreteFunction, region: ControlFlowRegion) -> list[OpGraph]:
    """Every function that a region runs, at any depth."""
    found: dict[str, OpGraph] = {}
    waiting = [part.function for part in region.parts]
    for name in waiting:
        graph = concrete.function(name)
        if graph is not None and name not in found:
            found[name] = graph
            waiting += [part.function for inner in regions(graph).values() for part in inner.parts]
    return list(found.values())
