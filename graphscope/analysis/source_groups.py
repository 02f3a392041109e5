"""Source groups: ops split by the user's own functions, lines and rounds of unrolled loops."""

from __future__ import annotations

import os.path
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from graphscope.analysis.coded_columns import stack_codes
from graphscope.analysis.edges import Rows
from graphscope.analysis.group_entries import Entry, Stage
from graphscope.analysis.unrolled_loops import Rounds, round_entries
from graphscope.model.op_graph import Frame, OpGraph


def source_split(graph: OpGraph, members: Rows, stage: Stage, rounds: Rounds) -> tuple[list[Entry], Rows] | None:
    """Groups by the first frame in which the stacks differ, and the ops without one; None where none differ."""
    codes, stacks = stack_codes(graph)
    codes = codes[members]
    depth, frames = _differing({code: stacks[code] for code in np.unique(codes).tolist()}, stage.depth)
    if frames is None:
        return None
    functions = {(frame.file, frame.function) for frame in frames.values() if frame is not None}
    by_function = len(functions) > 1 and not stage.one_function
    chosen: dict[tuple[str, int | str, str], list[int]] = {}
    for code, frame in frames.items():
        if frame is not None:
            chosen.setdefault((frame.file, "" if by_function else frame.line, frame.function), []).append(code)
    entries = []
    for some in chosen.values():
        rows, frame = members[np.isin(codes, some)], frames[some[0]]
        assert frame is not None
        if by_function:
            inner = Stage("source", depth, stage.lowered, one_function=True)
            name = f"{os.path.basename(frame.file)}:{frame.function}"
            entries.append(Entry(name, "function", frame.function, rows, inner, None, frame))
        else:
            entries.append(_line(graph, rows, frame, Stage("source", depth + 1, stage.lowered), rounds))
    loose = members[np.isin(codes, [code for code, frame in frames.items() if frame is None])]
    return _told_apart(entries), loose


def _told_apart(entries: list[Entry]) -> list[Entry]:
    """Entries of files that have the same name get the whole path into their keys."""
    counts = Counter(entry.key for entry in entries)
    return [
        replace(entry, key=f"{entry.key}:{entry.frame.file}") if counts[entry.key] > 1 and entry.frame else entry
        for entry in entries
    ]


def _differing(stacks: Mapping[int, tuple[Frame, ...]], depth: int) -> tuple[int, dict[int, Frame | None] | None]:
    """The first depth at which the stacks differ, and each one's frame there."""
    while True:
        here = {code: stack[depth] if len(stack) > depth else None for code, stack in stacks.items()}
        kinds = set(here.values())
        if kinds == {None}:
            return depth, None
        if len(kinds) > 1:
            return depth, here
        depth += 1


def _line(graph: OpGraph, members: Rows, frame: Frame, stage: Stage, rounds: Rounds) -> Entry:
    key, title = f"{os.path.basename(frame.file)}:{frame.line}:{frame.function}", f"line {frame.line}"
    count = rounds.get((frame.file, frame.line), 0)
    inside = round_entries(graph, members, stage, count) if count > 1 and len(members) >= count else None
    kind = "line" if inside is None else "unrolled"
    return Entry(key, kind, title, members, stage, inside, frame)
