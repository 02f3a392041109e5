"""Lowered regions: loops and branches that Grappler's runtime took apart into Enter/Exit and Switch/Merge ops."""

from __future__ import annotations

from typing import cast

from graphscope.model.op_graph import OpGraph

Path = tuple[str, ...]
"""The regions a node lies in, outermost first: ``while <frame>`` or ``if <predicate>``."""

_ENTER = frozenset({"Enter", "RefEnter"})
_EXIT = frozenset({"Exit", "RefExit"})
_SWITCH = frozenset({"Switch", "RefSwitch", "_SwitchN"})
_MERGE = frozenset({"Merge", "RefMerge"})


def lowered_paths(graph: OpGraph) -> dict[int, Path]:
    """Row → the lowered regions that the node lies in; nodes outside of any are left out."""
    known = graph.answers.get("lowered")
    if known is None:
        some = not (_ENTER | _SWITCH).isdisjoint(graph.op_counts)
        known = graph.answers["lowered"] = _paths(graph) if some else {}
    return cast("dict[int, Path]", known)


def _paths(graph: OpGraph) -> dict[int, Path]:
    """Walk forward from every node that begins a region, deeper at Enter and Switch, back out behind Exit and Merge."""
    loop_conditions = {node for node, op_type in enumerate(graph.op_types) if op_type == "LoopCond"}
    inside: dict[int, Path] = {}
    waiting = [node for node, op_type in enumerate(graph.op_types) if op_type in _ENTER | _SWITCH]
    steps = 0
    while waiting and steps < 20 * len(graph):
        node = waiting.pop()
        steps += 1
        path = _own_path(graph, node, inside, loop_conditions)
        if inside.get(node) == path:
            continue
        inside[node] = path
        waiting.extend(graph.consumers[node])
    _draw_in(graph, inside)
    return {node: path for node, path in inside.items() if path}


def _own_path(graph: OpGraph, node: int, inside: dict[int, Path], loop_conditions: set[int]) -> Path:
    """The path of a node from those of its inputs; a loop's own back edge tells nothing new."""
    op_type, flat = graph.op_types[node], graph.inputs[node]
    sources = [source for source in (*flat[::2], *graph.control_inputs[node]) if source in inside]
    path = max((_behind(graph, source, inside[source]) for source in sources), key=len, default=())
    if op_type in _ENTER:
        frame = f"while {graph.attributes[node].get('frame_name', '')}"
        return path if path[-1:] == (frame,) else (*path, frame)
    if op_type in _SWITCH and len(flat) >= 4 and flat[2] not in loop_conditions:
        region = f"if {graph.names[flat[2]]}"
        return path if region in path else (*path, region)
    return path


def _behind(graph: OpGraph, node: int, path: Path) -> Path:
    """Where the consumers of a node are: one region further out behind an Exit or a branch's Merge."""
    op_type = graph.op_types[node]
    if (op_type in _EXIT and path[-1:] and path[-1].startswith("while ")) or (
        op_type in _MERGE and path[-1:] and path[-1].startswith("if ")
    ):
        return path[:-1]
    return path


def _draw_in(graph: OpGraph, inside: dict[int, Path]) -> None:
    """Constants that only one region uses belong to it."""
    for node in range(len(graph)):
        if node in inside or graph.op_types[node] != "Const" or not graph.consumers[node]:
            continue
        paths = {inside.get(consumer, ()) for consumer in graph.consumers[node]}
        entering = any(graph.op_types[consumer] in _ENTER | _SWITCH for consumer in graph.consumers[node])
        if len(paths) == 1 and not entering:
            inside[node] = paths.pop()
