"""Trim: which ops of one graph lead to others, follow from them, lie near them or between them; linear in its edges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from graphscope.analysis.edges import Edges, Mask, Rows, edges
from graphscope.model.op_graph import OpGraph

_FEW = 64
"""Rows up to which a ring is walked one by one: a long chain has as many rings as ops, each too short for arrays."""

Start = Sequence[int] | Rows


def ancestors(graph: OpGraph, start: Start, data_only: bool = False) -> Mask:
    """The ops that lead to those of ``start`` over data or control edges, and those of ``start`` themselves."""
    return _reached(neighbours(graph, data_only).before, _start(start))


def descendants(graph: OpGraph, start: Start, data_only: bool = False) -> Mask:
    """The ops that follow from those of ``start``, and those of ``start`` themselves."""
    return _reached(neighbours(graph, data_only).after, _start(start))


def between(graph: OpGraph, first: Start, second: Start) -> Mask:
    """The ops on any path from one of ``first`` to one of ``second``, or back; none where there is no path."""
    there = descendants(graph, first) & ancestors(graph, second)
    back = descendants(graph, second) & ancestors(graph, first)
    return there | back


def within_hops(graph: OpGraph, start: Start, hops: int) -> Mask:
    """The ops that at most ``hops`` edges separate from one of ``start``, whichever way the edges run."""
    known = neighbours(graph)
    found = np.zeros(len(graph), dtype=np.bool_)
    ring = np.unique(_start(start))
    found[ring] = True
    for _ in range(hops):
        near = np.concatenate([known.before.of(ring), known.after.of(ring)])
        ring = np.unique(near[~found[near]])
        if not len(ring):
            break
        found[ring] = True
    return found


@dataclass(frozen=True, eq=False)
class Lists:
    """For each row a list of rows, all in one array: those of row i stand from ``starts[i]`` to ``starts[i + 1]``."""

    starts: Rows
    ends: Rows

    def of(self, chosen: Rows) -> Rows:
        """The lists of these rows, one after the other."""
        counts = self.starts[chosen + 1] - self.starts[chosen]
        within = np.arange(int(counts.sum()), dtype=np.int64) - np.repeat(np.cumsum(counts) - counts, counts)
        found: Rows = self.ends[np.repeat(self.starts[chosen], counts) + within]
        return found


@dataclass(frozen=True, eq=False)
class Neighbours:
    """Per row, the ends of the edges that enter and that leave it."""

    before: Lists
    after: Lists


def neighbours(graph: OpGraph, data_only: bool = False) -> Neighbours:
    """The graph by its rows, kept with it; without control edges where ``data_only``."""
    question = ("neighbours", data_only)
    known = graph.answers.get(question)
    if known is None:
        every, size = edges(graph), len(graph)
        if data_only:
            data = every.output >= 0
            every = Edges(every.source[data], every.output[data], every.target[data])
        before, after = _lists(every.target, every.source, size), _lists(every.source, every.target, size)
        known = graph.answers[question] = Neighbours(before, after)
    return cast("Neighbours", known)


def _lists(key: Rows, value: Rows, size: int) -> Lists:
    starts = np.zeros(size + 1, dtype=np.int64)
    np.cumsum(np.bincount(key, minlength=size), out=starts[1:])
    return Lists(starts, value[np.argsort(key, kind="stable")])


def _start(start: Start) -> Rows:
    return np.asarray(start, dtype=np.int64)


def _reached(lists: Lists, ring: Rows) -> Mask:
    found = np.zeros(len(lists.starts) - 1, dtype=np.bool_)
    found[ring] = True
    while len(ring) > _FEW:
        near = lists.of(ring)
        ring = np.unique(near[~found[near]])
        found[ring] = True
    if len(ring):
        _walk(lists, found, ring.tolist())
    return found


def _walk(lists: Lists, found: Mask, waiting: list[int]) -> None:
    """Walk on from a few rows, in plain lists."""
    starts, ends, seen = lists.starts.tolist(), lists.ends.tolist(), bytearray(found.tobytes())
    while waiting:
        row = waiting.pop()
        for near in ends[starts[row] : starts[row + 1]]:
            if not seen[near]:
                seen[near] = 1
                waiting.append(near)
    found |= np.frombuffer(seen, dtype=np.bool_)
