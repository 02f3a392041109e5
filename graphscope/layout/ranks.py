"""Ranks: which row of a level each box belongs in, cycles broken and arguments drawn close; no coordinates."""

from __future__ import annotations

from collections.abc import Sequence

Edge = tuple[int, int]


def backward_edges(count: int, edges: Sequence[Edge]) -> set[int]:
    """Positions in ``edges`` of those that close a cycle, found by depth-first search in the boxes' own order."""
    leaving: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    arriving = [0] * count
    for position, (source, target) in enumerate(edges):
        leaving[source].append((target, position))
        arriving[target] += 1
    state = [0] * count
    back: set[int] = set()
    roots = [node for node in range(count) if not arriving[node]] + list(range(count))
    for root in roots:
        if state[root]:
            continue
        state[root] = 1
        stack = [(root, iter(leaving[root]))]
        while stack:
            node, others = stack[-1]
            for target, position in others:
                if state[target] == 1:
                    back.add(position)
                elif not state[target]:
                    state[target] = 1
                    stack.append((target, iter(leaving[target])))
                    break
            else:
                state[node] = 2
                stack.pop()
    return back


def ranks(count: int, edges: Sequence[Edge]) -> list[int]:
    """A rank for each box such that every edge of an acyclic graph runs to a higher one, and few run far."""
    before: list[list[int]] = [[] for _ in range(count)]
    after: list[list[int]] = [[] for _ in range(count)]
    for source, target in edges:
        before[target].append(source)
        after[source].append(target)
    order = _topological(before, after)
    rank = [0] * count
    for node in order:
        if before[node]:
            rank[node] = max(rank[source] for source in before[node]) + 1
    _shorten(rank, before, after, order)
    used = {each: position for position, each in enumerate(sorted(set(rank)))}
    return [used[each] for each in rank]


def _topological(before: list[list[int]], after: list[list[int]]) -> list[int]:
    waiting = [len(each) for each in before]
    order = [node for node, count in enumerate(waiting) if not count]
    for node in order:
        for target in after[node]:
            waiting[target] -= 1
            if not waiting[target]:
                order.append(target)
    return order


def _shorten(rank: list[int], before: list[list[int]], after: list[list[int]], order: list[int]) -> None:
    """Move each box towards the side that more of its edges pull it to, as far as its neighbours allow."""
    held = _held(before, after, order)
    for _ in range(2):
        for node in reversed(order):
            if len(after[node]) > held[node]:
                rank[node] = max(rank[node], min(rank[target] for target in after[node]) - 1)
        for node in order:
            if held[node] > len(after[node]):
                rank[node] = max(rank[source] for source in before[node]) + 1


def _held(before: list[list[int]], after: list[list[int]], order: list[int]) -> list[int]:
    """Per box, how many edges hold it up: not those from boxes that only feed it and would come along."""
    held = [0] * len(before)
    for node in order:
        held[node] = sum(held[source] > 0 or len(after[source]) > 1 for source in before[node])
    return held
