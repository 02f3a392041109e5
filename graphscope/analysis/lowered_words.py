"""Lowered words: what a region that the runtime took apart is called, by the statement that it was made of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from graphscope.analysis.lowered_regions import ENTER, SWITCH, lowered_paths, members_of
from graphscope.analysis.region_words import header_words, made_words, role_of
from graphscope.analysis.view_state import ViewState
from graphscope.model.op_graph import Frame, OpGraph
from graphscope.model.trace import Statement

_ENDS = ENTER | SWITCH | {"LoopCond", "Merge"}
_OWN = {"while": ("while", "for"), "if": ("if", "conditional expression", "and", "or", "not")}
_PARTS = re.compile(r"/(then|else|cond|body|branch)_?\d*/_\d+(?=/)")
_PLUMBING = {"while": "Enter / Merge / Switch / Exit", "if": "Switch / Merge"}


def lowered_title(graph: OpGraph, region: str, view: ViewState) -> str:
    """``while · line 17 (AutoGraph) · lowered``, as the region is called in the traced graph."""
    kind, _, name = region.partition(" ")
    frame = frame_of(graph, region)
    statement = statement_of(kind, name, frame, view)
    if statement is not None:
        role = role_of(statement, tuple(_suffixes(name)), _PARTS.findall(name)[-1:] == ["cond"])
        return f"{kind} · {role}" if role else f"{statement.statement} · {made_words(statement)} · lowered"
    return f"{kind} · line {frame.line} · lowered" if frame is not None else f"{kind} · lowered to {_PLUMBING[kind]}"


def lowered_part_title(graph: OpGraph, part: str, view: ViewState) -> str:
    """``condition: i < steps`` where the statement is known, else the role alone."""
    region, _, role = part.partition(" ")[2].rpartition(":")
    kind, _, name = region.partition(" ")
    statement = statement_of(kind, name, frame_of(graph, region), view)
    words = header_words(statement, view) if role == "condition" and statement is not None else ""
    return f"condition: {words}" if words else role


def frame_of(graph: OpGraph, region: str) -> Frame | None:
    """The user's line of a region, from the ops that begin and end it; those of regions inside it have longer ways."""
    rows = members_of(graph, region)
    stacks = [graph.stacks[node] for node in rows if graph.op_types[node] in _ENDS and graph.stacks[node]]
    shortest = min(stacks, key=len, default=())
    return shortest[-1] if shortest else None


def regions_at(graph: OpGraph, is_here: Callable[[Frame], bool]) -> set[str]:
    """The lowered regions that stand for a statement at a line."""
    regions = {each for path in lowered_paths(graph).values() for each in path if not each.startswith("part ")}
    frames = {region: frame_of(graph, region) for region in regions}
    return {region for region, frame in frames.items() if frame is not None and is_here(frame)}


def statement_of(kind: str, name: str, frame: Frame | None, view: ViewState) -> Statement | None:
    """The statement at that line that an op of that name was made of, where that is known."""
    if frame is None:
        return None
    here = [
        each
        for each in view.statements or ()
        if (each.file, each.line) == (frame.file, frame.line) and each.outcome == "staged"
    ]
    for suffix in _suffixes(name):
        for statement in here:
            if suffix in statement.ops:
                return statement
    return next((each for each in here if each.statement in _OWN[kind]), None)


def _suffixes(name: str) -> Iterator[str]:
    """What the op may have been called in the function that it was copied from: the longest first."""
    while name:
        yield name
        name = name.partition("/")[2]
