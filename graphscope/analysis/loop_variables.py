"""Loop variables: which of the user's variables each Enter, Merge, Switch, NextIteration and Exit carries.

The runtime numbers what it makes of one loop in one go: the Enters in the order of the loop's inputs, the Merges, the
LoopCond. So their numbers tell which input each is of, also where Grappler has taken some of them away.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence

from graphscope.analysis.inlined_names import original_of
from graphscope.analysis.lowered_regions import ENTER
from graphscope.analysis.regions import regions
from graphscope.model.grappler import GrapplerRun
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import ConcreteFunction

_NUMBERED = re.compile(r"(.*)/(enter|merge|LoopCond)/_(\d+)")
_CARRIES_ON = frozenset({"Merge", "RefMerge", "Switch", "RefSwitch", "Exit", "RefExit"})
_NEXT = frozenset({"NextIteration", "RefNextIteration"})


def named_run(run: GrapplerRun, traced: ConcreteFunction | None) -> GrapplerRun:
    """The run with the names of what loops carry, where the graph that it was made of is known."""
    if traced is None:
        return run
    return dataclasses.replace(run, before=_named(run.before, traced), after=_named(run.after, traced))


def _named(concrete: ConcreteFunction | None, traced: ConcreteFunction) -> ConcreteFunction | None:
    if concrete is None:
        return None
    graph = with_loop_variables(concrete.graph, traced)
    return concrete if graph is concrete.graph else dataclasses.replace(concrete, graph=graph)


def with_loop_variables(lowered: OpGraph, traced: ConcreteFunction) -> OpGraph:
    """The lowered graph with the names of what its loops carry, as they are in the graph that it was made of."""
    if ENTER.isdisjoint(lowered.op_counts):
        return lowered
    places = _places(lowered)
    found: dict[int, str] = {}
    for loop, base in _bases(lowered, places).items():
        names = _names(traced, loop)
        for node, (region, kind, number) in places.items():
            if region == loop and kind == "enter" and 0 <= number - base < len(names) and names[number - base]:
                _carry(lowered, node, names[number - base], found)
    named = {node: (name,) for node, name in found.items()}
    return dataclasses.replace(lowered, input_names={**lowered.input_names, **named}) if named else lowered


def _places(graph: OpGraph) -> dict[int, tuple[str, str, int]]:
    """Row → the loop, ``enter``, ``merge`` or ``LoopCond``, and the number that its name ends in."""
    found = {}
    for node, op_type in enumerate(graph.op_types):
        named = _NUMBERED.fullmatch(graph.names[node]) if op_type in ENTER | {"Merge", "LoopCond"} else None
        if named is not None:
            found[node] = (named[1], named[2], int(named[3]))
    return found


def _bases(graph: OpGraph, places: dict[int, tuple[str, str, int]]) -> dict[str, int]:
    """Loop → the number of its first input's Enter."""
    ends = {loop: number for loop, kind, number in places.values() if kind == "LoopCond"}
    found: dict[str, int] = {}
    for node, (loop, kind, number) in places.items():
        if kind == "merge" and loop in ends:
            for source in graph.inputs[node][::2]:
                if source in places and places[source][:2] == (loop, "enter"):
                    # Between an Enter and its Merge there are as many numbers as the loop has inputs.
                    found[loop] = ends[loop] - 2 * (number - places[source][2])
    return found


def _names(traced: ConcreteFunction, loop: str) -> Sequence[str]:
    """What the loop's variables are called, in the order of its inputs: as its body's arguments are."""
    place = original_of(traced, loop)
    graph = traced.function(place[0]) if place is not None else None
    region = regions(graph).get(graph.index_of[place[1]]) if graph is not None and place is not None else None
    for part in region.parts if region is not None else ():
        body = traced.function(part.function)
        if part.role == "body" and body is not None:
            return [argument.name for argument in body.arguments]
    return ()


def _carry(graph: OpGraph, enter: int, name: str, found: dict[int, str]) -> None:
    """Name everything that hands the variable on, up to where it leaves the loop and goes into the next round."""
    waiting = [enter]
    while waiting:
        node = waiting.pop()
        if node in found:
            continue
        found[node] = name
        for consumer in graph.consumers[node]:
            first = graph.inputs[consumer][:1] == (node,)
            if graph.op_types[consumer] in _CARRIES_ON and first and not _is_branch(graph, consumer):
                waiting.append(consumer)
        if graph.op_types[node] == "Merge":
            waiting += [each for each in graph.inputs[node][::2] if graph.op_types[each] in _NEXT]


def _is_branch(graph: OpGraph, node: int) -> bool:
    """Whether a Switch is a branch's, which what it hands on is decided by, and no loop's."""
    flat = graph.inputs[node]
    return graph.op_types[node].endswith("Switch") and graph.op_types[flat[2]] != "LoopCond"
