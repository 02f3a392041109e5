"""Source groups: ops split by the user's own functions, lines and rounds of unrolled loops."""

from __future__ import annotations

import os.path
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from graphscope.analysis.edges import Rows
from graphscope.analysis.group_entries import Entry, Stage
from graphscope.model.op_graph import Frame, OpGraph

Rounds = Mapping[tuple[str, int], int]
"""(file, line) of a loop that Python unrolled → how many times it ran."""


def source_split(graph: OpGraph, members: Rows, stage: Stage, rounds: Rounds) -> tuple[list[Entry], Rows] | None:
    """Groups by the first frame in which the stacks differ, and the ops without one; None where none differ."""
    depth, frames = _differing(graph, members, stage.depth)
    if frames is None:
        return None
    loose = members[[frame is None for frame in frames]]
    functions = {(frame.file, frame.function) for frame in frames if frame is not None}
    by_function = len(functions) > 1 and not stage.one_function
    chosen: dict[Frame | tuple[str, str], list[int]] = {}
    first_frame: dict[Frame | tuple[str, str], Frame] = {}
    for node, frame in zip(members.tolist(), frames, strict=True):
        if frame is not None:
            key = (frame.file, frame.function) if by_function else frame
            chosen.setdefault(key, []).append(node)
            first_frame.setdefault(key, frame)
    entries = []
    for key, nodes in chosen.items():
        frame, rows = first_frame[key], np.array(nodes, dtype=np.int64)
        if by_function:
            inner = Stage("source", depth, stage.lowered, one_function=True)
            name = f"{os.path.basename(frame.file)}:{frame.function}"
            entries.append(Entry(name, "function", frame.function, rows, inner, None, frame))
        else:
            entries.append(_line(graph, rows, frame, Stage("source", depth + 1, stage.lowered), rounds))
    return _told_apart(entries), loose


def _told_apart(entries: list[Entry]) -> list[Entry]:
    """Entries of files that have the same name get the whole path into their keys."""
    counts = Counter(entry.key for entry in entries)
    return [
        replace(entry, key=f"{entry.key}:{entry.frame.file}") if counts[entry.key] > 1 and entry.frame else entry
        for entry in entries
    ]


def _differing(graph: OpGraph, members: Rows, depth: int) -> tuple[int, Sequence[Frame | None] | None]:
    """The first depth at which the members' frames differ, and each one's frame there."""
    stacks = list(map(graph.stacks.__getitem__, members.tolist()))
    distinct = {id(stack): stack for stack in stacks}
    while True:
        here = {key: stack[depth] if len(stack) > depth else None for key, stack in distinct.items()}
        kinds = set(here.values())
        if kinds == {None}:
            return depth, None
        if len(kinds) > 1:
            return depth, [here[id(stack)] for stack in stacks]
        depth += 1


def _line(graph: OpGraph, members: Rows, frame: Frame, stage: Stage, rounds: Rounds) -> Entry:
    key, title = f"{os.path.basename(frame.file)}:{frame.line}:{frame.function}", f"line {frame.line}"
    inside = _rounds(graph, members, stage, rounds.get((frame.file, frame.line), 0))
    return Entry(key, "line", title, members, stage, inside, frame)


def _rounds(graph: OpGraph, members: Rows, stage: Stage, count: int) -> tuple[Entry, ...] | None:
    """One entry for each round of an unrolled loop, where every round made the same ops at the same lines."""
    if count < 2 or len(members) % count or len(members) == count:
        return None
    chunks = members.reshape(count, -1)
    patterns = {tuple((graph.op_types[node], graph.stacks[node]) for node in chunk) for chunk in chunks.tolist()}
    if len(patterns) > 1:
        return None
    return tuple(
        Entry(f"round of {graph.names[chunk[0]]}", "round", f"round {number}", chunk, stage)
        for number, chunk in enumerate(chunks, start=1)
    )
