"""Lowered regions: loops and branches that Grappler's runtime took apart into Enter/Exit and Switch/Merge ops.

The runtime names what it makes after the op that it takes apart: ``while/body/_1/while/cond/switch_pred/_44`` belongs
to the branch ``while/cond`` in the body of the loop ``while``.
"""

from __future__ import annotations

import re
from typing import cast

from graphscope.model.op_graph import OpGraph

Path = tuple[str, ...]
"""The regions and their parts that a node lies in, outermost first: ``while a``, ``part while a:body``, ``if b``."""

ENTER = frozenset({"Enter", "RefEnter"})
SWITCH = frozenset({"Switch", "RefSwitch", "_SwitchN"})
_EXIT = frozenset({"Exit", "RefExit"})
_MERGE = frozenset({"Merge", "RefMerge"})
_BRANCH = re.compile(r"(.+)/(?:switch_pred|branch_index|pivot_\w+|output)/_\d+")
_ROLES = {"cond": "condition", "branch": "case"}


def lowered_paths(graph: OpGraph) -> dict[int, Path]:
    """Row → the lowered regions that the node lies in; nodes outside of any are left out."""
    known = graph.answers.get("lowered")
    if known is None:
        some = not (ENTER | SWITCH).isdisjoint(graph.op_counts)
        known = graph.answers["lowered"] = _with_parts(graph, _Walk(graph).paths()) if some else {}
    return cast("dict[int, Path]", known)


def members_of(graph: OpGraph, region: str) -> list[int]:
    """The rows that lie in a region or part of one, those of regions inside it included."""
    known = graph.answers.get("lowered members")
    if known is None:
        known = graph.answers["lowered members"] = {}
        for node, path in lowered_paths(graph).items():
            for each in path:
                known.setdefault(each, []).append(node)
    return cast("dict[str, list[int]]", known).get(region, [])


class _Walk:
    """A walk forward from every node that begins a region: deeper at Enter and Switch, out behind Exit and Merge."""

    def __init__(self, graph: OpGraph) -> None:
        self._graph = graph
        self._loop_conditions = {node for node, op_type in enumerate(graph.op_types) if op_type == "LoopCond"}
        # Equal ops of two branches on one condition are made one, so that either's predicate may be gone.
        matches = filter(None, map(_BRANCH.fullmatch, graph.names))
        self._branches = sorted({match[1] for match in matches}, key=len, reverse=True)
        self._branch_of: dict[int, str] = {}
        self._inside: dict[int, Path] = {}

    def paths(self) -> dict[int, Path]:
        """Row → path, without parts."""
        graph, inside = self._graph, self._inside
        waiting = [node for node, op_type in enumerate(graph.op_types) if op_type in ENTER | SWITCH]
        steps = 0
        while waiting and steps < 20 * len(graph):
            node = waiting.pop()
            steps += 1
            path = self._own_path(node)
            if inside.get(node) == path:
                continue
            inside[node] = path
            waiting.extend(graph.consumers[node])
        self._draw_in()
        return {node: path for node, path in inside.items() if path}

    def _own_path(self, node: int) -> Path:
        """The path of a node from those of its inputs; a loop's own back edge tells nothing new."""
        graph = self._graph
        op_type, flat = graph.op_types[node], graph.inputs[node]
        sources = [source for source in (*flat[::2], *graph.control_inputs[node]) if source in self._inside]
        path = max((self._behind(source) for source in sources), key=len, default=())
        if op_type in ENTER:
            frame = f"while {graph.attributes[node].get('frame_name', '')}"
            return path if path[-1:] == (frame,) else (*path, frame)
        if op_type in SWITCH and len(flat) >= 4 and flat[2] not in self._loop_conditions:
            region = f"if {self._branch(node, flat[2])}"
            return path if region in path else (*path, region)
        return path

    def _branch(self, node: int, predicate: int) -> str:
        """The name of the branch that a Switch belongs to: that of its predicate where it cannot be told."""
        known = self._branch_of.get(node)
        if known is None:
            name, names = self._graph.names[node], self._graph.names
            known = next((each for each in self._branches if name.startswith(f"{each}/")), names[predicate])
            self._branch_of[node] = known
        return known

    def _behind(self, node: int) -> Path:
        """Where the consumers of a node are: one region further out behind an Exit or a branch's Merge."""
        op_type, path = self._graph.op_types[node], self._inside[node]
        ends = ("while ", _EXIT), ("if ", _MERGE)
        return (
            path[:-1] if any(op_type in types and path and path[-1].startswith(kind) for kind, types in ends) else path
        )

    def _draw_in(self) -> None:
        """Constants that only one region uses belong to it."""
        graph, inside = self._graph, self._inside
        for node in range(len(graph)):
            if node in inside or graph.op_types[node] != "Const" or not graph.consumers[node]:
                continue
            paths = {inside.get(consumer, ()) for consumer in graph.consumers[node]}
            entering = any(graph.op_types[consumer] in ENTER | SWITCH for consumer in graph.consumers[node])
            if len(paths) == 1 and not entering:
                inside[node] = paths.pop()


def _with_parts(graph: OpGraph, paths: dict[int, Path]) -> dict[int, Path]:
    """The paths with the part (condition, body, then, else) of each region that what is in it was copied from."""
    parts: dict[tuple[str, str], str] = {}

    def part(region: str, name: str) -> str:
        """The part of a region that something called so is in, '' where it is in none."""
        known = parts.get((region, name))
        if known is None:
            start = re.escape(region.partition(" ")[2])
            found = re.search(rf"(?:^|/){start}/(then|else|cond|body|branch)_?(\d*)/_\d+(?:/|$)", name)
            role = "" if found is None else f"{_ROLES.get(found[1], found[1])} {found[2]}".rstrip()
            known = f"part {region}:{role}" if role else ""
            parts[region, name] = known
        return known

    def whole(node: int, path: Path) -> Path:
        names = [*(region.partition(" ")[2] for region in path[1:]), graph.names[node]]
        pairs = ((region, part(region, name)) for region, name in zip(path, names, strict=True))
        return tuple(each for pair in pairs for each in pair if each)

    return {node: whole(node, path) for node, path in paths.items()}
