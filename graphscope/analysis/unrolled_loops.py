"""Unrolled loops: the ops of a loop that Python ran while tracing, as one group of its rounds, equal ones together."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby

import numpy as np

from graphscope.analysis.coded_columns import stack_codes, type_codes
from graphscope.analysis.edges import Rows
from graphscope.analysis.group_entries import Entry, Stage
from graphscope.analysis.series import series_of
from graphscope.analysis.view_state import ViewState
from graphscope.model.op_graph import Frame, OpGraph

Rounds = Mapping[tuple[str, int], int]
"""(file, line) of a loop that Python unrolled → how many times it ran."""

_TIMES = re.compile(r"unrolled (\d+)")


def rounds_of(view: ViewState) -> Rounds:
    """The loops that Python unrolled, by line, and how often they ran."""
    found: dict[tuple[str, int], int] = {}
    for statement in view.statements or ():
        match = _TIMES.match(statement.detail)
        if match:
            found[(statement.file, statement.line)] = int(match.group(1))
    return found


def unrolled_entries(graph: OpGraph, members: Rows, stage: Stage, rounds: Rounds) -> tuple[list[Entry], Rows]:
    """The outermost unrolled loops among the members, each as a group, and the other ops."""
    if not rounds:
        return [], members
    codes, stacks = stack_codes(graph)
    codes = codes[members]
    loops: dict[tuple[Frame, ...], list[int]] = {}
    for code in np.unique(codes).tolist():
        stack = stacks[code]
        for depth in range(stage.depth, len(stack)):
            if rounds.get((stack[depth].file, stack[depth].line), 0) > 1:
                loops.setdefault(stack[: depth + 1], []).append(code)
                break
    entries = []
    for way, some in loops.items():
        rows, frame = members[np.isin(codes, some)], way[-1]
        if len(rows) > 1:
            inner = Stage(stage.kind, len(way), stage.lowered)
            inside = round_entries(graph, rows, inner, rounds[(frame.file, frame.line)])
            entries.append(Entry(f"unrolled {way_key(way)}", "unrolled", "", rows, inner, inside, frame))
            members, codes = members[~np.isin(codes, some)], codes[~np.isin(codes, some)]
    return entries, members


def way_key(way: tuple[Frame, ...]) -> str:
    """The lines on the way to a loop, which tell apart two calls of a function with a loop in it."""
    return "/".join(f"{frame.function}:{frame.line}" for frame in way)


def round_entries(graph: OpGraph, rows: Rows, stage: Stage, count: int) -> tuple[Entry, ...] | None:
    """One entry for each round, equal ones in a row as one; None where it cannot be told where rounds begin.

    ``stage.depth`` is that of the frames inside the loop.
    """
    chunks = _rounds(graph, rows, stage.depth, count)
    if chunks is None:
        return None
    made = [
        (_pattern(graph, chunk), Entry(f"round of {graph.names[chunk[0]]}", "round", f"round {number}", chunk, stage))
        for number, chunk in enumerate(chunks, start=1)
    ]
    found: list[Entry] = []
    start = 1
    for _, run in groupby(made, lambda each: each[0]):
        alike = [entry for _, entry in run]
        end = start + len(alike) - 1
        found += [series_of(f"rounds {start}–{end}", alike)] if len(alike) > 1 else alike
        start = end + 1
    return tuple(found)


def _rounds(graph: OpGraph, rows: Rows, depth: int, count: int) -> list[Rows] | None:
    """The rows of each round: one begins where the lines go back, or else all have the same ops."""
    lines = [stack[depth].line if len(stack) > depth else 0 for stack in map(graph.stacks.__getitem__, rows.tolist())]
    cuts = [place for place in range(1, len(lines)) if lines[place] < lines[place - 1]]
    if count < 2 or len(cuts) == count - 1:
        return np.split(rows, cuts) if count > 1 else None
    if len(rows) % count:
        return None
    chunks = np.split(rows, count)
    return chunks if len({_pattern(graph, chunk) for chunk in chunks}) == 1 else None


def _pattern(graph: OpGraph, rows: Rows) -> bytes:
    """What makes two rounds equal: the same ops, made at the same lines, in the same order."""
    return np.stack([type_codes(graph)[rows], stack_codes(graph)[0][rows]]).tobytes()
