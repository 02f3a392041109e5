"""Branches and loops that were being traced when the trace failed: which they are, and what they are called."""

from __future__ import annotations

from collections.abc import Sequence

from graphscope.analysis.regions import region_paths
from graphscope.analysis.view_state import ViewState
from graphscope.model.control_flow_region import ControlFlowRegion, RegionPart
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import ConcreteFunction, Statement

Places = tuple[tuple[str, int], ...]
"""(file, line) of each."""
NOT_FINISHED = "not finished"
_PARTS = {"then_branch": "then", "else_branch": "else", "cond": "condition", "body": "body", "f": "body"}


def is_unfinished(graph: OpGraph, node: int) -> bool:
    """Whether the op was never made: tracing what it was to run failed."""
    return "unfinished" in graph.attributes[node]


def part_words(graph: OpGraph, region: ControlFlowRegion, part: RegionPart, view: ViewState) -> str:
    """Whether the trace failed in a part of a region, at which line; '' for parts that were finished."""
    failed_in = str(graph.attributes[region.node].get("unfinished", ""))
    is_last = failed_in == "branches" and part == region.parts[-1]
    return failed_words(view) if is_last or _PARTS.get(failed_in) == part.role else ""


def failed_words(view: ViewState) -> str:
    """``failed at line 9``, the innermost of the statements that were not finished."""
    places = failed_places(view)
    return f"failed at line {places[-1][1]}" if places else NOT_FINISHED


def failed_places(view: ViewState) -> Places:
    """(file, line) of the statements that the trace ended at, outer ones first; those that only hold one left out."""
    failed = _failed(view)
    return tuple((each.file, each.line) for each in failed if not holds_failed(each, failed))


def failed_inside(concrete: ConcreteFunction, graph: OpGraph, places: Places) -> Places:
    """Those of the places that lie inside what runs ``graph``, which all that is in it came by as well."""
    around = {
        (frame.file, frame.line)
        for outer, region in region_paths(concrete)
        if any(part.function == graph.function for part in region.parts)
        for frame in outer.stacks[region.node]
    }
    return tuple(each for each in places if each not in around)


def holds_failed(statement: Statement, failed: Sequence[Statement]) -> bool:
    """Whether another of the statements that failed is to blame, one inside it."""
    others = [each for each in failed if (each.file, each.line) != (statement.file, statement.line)]
    inside = range(statement.line + 1, statement.end_line + 1)
    return any(each.statement == "line" or (each.file == statement.file and each.line in inside) for each in others)


def _failed(view: ViewState) -> list[Statement]:
    return [each for each in view.statements or () if each.outcome == "failed"]


def title_of_unfinished(graph: OpGraph, region: ControlFlowRegion, kinds: tuple[str, ...], view: ViewState) -> str:
    """``if · line 7 (AutoGraph) · not finished``; ``kinds`` are the statements that such a region is made of."""
    frames = graph.stacks[region.node]
    if not frames:
        return f"{region.kind} · {NOT_FINISHED}"
    place = (frames[-1].file, frames[-1].line)
    by_autograph = any((each.file, each.line) == place and each.statement in kinds for each in _failed(view))
    return f"{region.kind} · line {place[1]}{' (AutoGraph)' if by_autograph else ''} · {NOT_FINISHED}"
