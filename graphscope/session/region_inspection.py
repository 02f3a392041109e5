"""What there is to tell of a region: whose statement it is, what its rounds hand on, what is inside; no single op."""

from __future__ import annotations

from collections import Counter

from graphscope.analysis.lowered_regions import ENTER, SWITCH, lowered_paths, members_of
from graphscope.analysis.lowered_words import frame_of, lowered_title
from graphscope.analysis.picture import NodeId
from graphscope.analysis.region_words import inside_words
from graphscope.analysis.regions import functions_inside, regions
from graphscope.analysis.variable_words import variable_words
from graphscope.analysis.view_state import ViewState
from graphscope.model.op_graph import Argument, OpGraph
from graphscope.model.trace import ConcreteFunction, Statement
from graphscope.session.facts import CameFrom, Fact, Inspection
from graphscope.session.module_opening import SourceTexts

_MOST_TYPES = 8
_PLUMBING = ENTER | SWITCH | {"Merge", "LoopCond", "NextIteration", "Exit"}


def region_facts(concrete: ConcreteFunction, graph: OpGraph, node: int) -> tuple[Fact, ...]:
    """What an op that is a branch or a loop holds; nothing of any other op."""
    region = regions(graph).get(node)
    if region is None or region.kind not in ("if", "case", "while"):
        return ()
    bodies = [each for part in region.parts if (each := concrete.function(part.function)) is not None]
    arguments = {each.name: each for body in bodies for each in body.arguments}.values()
    # A branch takes nothing but what it captures.
    own = [each for each in arguments if region.kind == "while" and not each.captured]
    captured = [each for each in arguments if each not in own]
    inside = (concrete.function(name) for name in functions_inside(concrete, region))
    types = Counter(op for each in inside if each is not None for op in each.op_counts.elements())
    facts = (
        Fact("loop variables", _told(own)),
        Fact("captured", _told(captured)),
        Fact("inside", (inside_words(concrete, region), _counted(types)), mono=False),
    )
    return tuple(each for each in facts if each.lines)


def inspect_lowered(
    concrete: ConcreteFunction, nodes: frozenset[NodeId], flow: tuple[Statement, ...], sources: SourceTexts
) -> Inspection | None:
    """Of a selection that is a whole region that the runtime took apart; None where it is anything else."""
    graph = concrete.graph
    region = _region_of(graph, nodes)
    if region is None:
        return None
    rows = members_of(graph, region)
    types = Counter(graph.op_types[row] for row in rows)
    names = dict.fromkeys(
        graph.input_names[row][0] for row in rows if graph.op_types[row] == "Enter" and row in graph.input_names
    )
    frame = frame_of(graph, region)
    title = lowered_title(graph, region, ViewState(statements=flow, sources=sources.texts))
    facts = (
        Fact("loop variables", tuple(variable_words(each) for each in names if each)),
        Fact("inside", (f"{len(rows):,} ops, lowered", _counted(types)), mono=False),
    )
    came = () if frame is None else (CameFrom.of(frame, sources),)
    return Inspection(title, region.partition(" ")[2], tuple(each for each in facts if each.lines), came)


def _region_of(graph: OpGraph, nodes: frozenset[NodeId]) -> str | None:
    """The region that these lie in and are all of, but for constants and the like that may be hidden."""
    paths = lowered_paths(graph)
    if not paths:
        return None
    rows = {graph.index_of[name] for function, name in nodes if function == graph.function and name in graph.index_of}
    if len(rows) != len(nodes) or not rows:
        return None
    for region in reversed(paths.get(min(rows), ())):
        members = set() if region.startswith("part ") else set(members_of(graph, region))
        if members >= rows and _PLUMBING.isdisjoint(graph.op_types[row] for row in members - rows):
            return region
    return None


def _told(arguments: list[Argument]) -> tuple[str, ...]:
    return tuple(f"{variable_words(each.name)}  {each.spec}".rstrip() for each in arguments)


def _counted(types: Counter[str]) -> str:
    told = [f"{name} ×{count}" if count > 1 else name for name, count in types.most_common(_MOST_TYPES)]
    rest = len(types) - len(told)
    return ", ".join([*told, *([f"{rest} more types"] if rest > 0 else [])])
