"""Folding: a level with too many children made legible, by series of like ones and by pages; never dumped."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np

from graphscope.analysis.edges import Rows, rows
from graphscope.analysis.group_entries import Entry, Stage
from graphscope.analysis.series import in_series
from graphscope.model.op_graph import OpGraph

_JOINED_ABOVE = 30
"""Scopes of a level from which on those of one numbered block are put together."""
_MOST_BETWEEN = 2
_LEAST_SERIES = 3
_NUMBER = re.compile(r"\d+")


def folded(graph: OpGraph, groups: list[Entry], loose: Rows, most: int) -> list[Entry]:
    """The children of a level in order, folded as far as it needs to be to have ``most`` at most."""
    series = in_series(graph, groups)
    groups = groups if len(series) + len(loose) == 1 else series
    if len(groups) + len(loose) > most:
        like, loose = _like_ops(graph, loose)
        groups = _like_groups(groups) + like
    if len(groups) + len(loose) <= most:
        return in_order(groups + [op_entry(graph, node) for node in loose.tolist()])
    if not groups:
        return paged_rows(graph, loose, most)
    return paged(in_order(groups + [op_entry(graph, node) for node in loose.tolist()]), most)


def op_entry(graph: OpGraph, node: int) -> Entry:
    """A single op as a child of a level."""
    return Entry(graph.names[node], "op", graph.op_types[node], np.array([node], dtype=np.int64))


def in_order(entries: list[Entry]) -> list[Entry]:
    """Entries by their first op."""
    return sorted(entries, key=lambda entry: entry.first)


def paged(entries: list[Entry], most: int) -> list[Entry]:
    """At most as many entries as a level may have: these, or pages of them."""
    if len(entries) <= most:
        return entries
    size = _page_size(len(entries), most)
    pages = []
    for start in range(0, len(entries), size):
        inside = tuple(entries[start : start + size])
        members = np.concatenate([entry.members for entry in inside])
        title = f"{start + 1}–{start + len(inside)} of {len(entries):,}"
        pages.append(Entry(f"from {inside[0].key}", "page", title, members, inside=inside))
    return pages


def paged_rows(graph: OpGraph, members: Rows, most: int) -> list[Entry]:
    """Single ops, or pages of them."""
    if len(members) <= most:
        return [op_entry(graph, node) for node in members.tolist()]
    size = _page_size(len(members), most)
    return [
        Entry(
            f"from {graph.names[members[start]]}",
            "page",
            f"ops {start + 1}–{min(start + size, len(members))} of {len(members):,}",
            members[start : start + size],
        )
        for start in range(0, len(members), size)
    ]


def _page_size(count: int, most: int) -> int:
    return max(2 * most // 3, -(-count // most))


def joined_by_number(groups: list[Entry], most: int) -> list[Entry]:
    """Scopes such as block_1_expand and block_1_project put together as block_1, where there are too many."""
    if len(groups) <= min(_JOINED_ABOVE, most):
        return groups
    ordered = in_order(groups)
    for numbers in (1, 2, 3):
        runs = _runs(ordered, re.compile(rf"(?:\D*\d+){{{numbers}}}(?=[_/]|$)"))
        if len({head for head, _ in runs if head}) > 1 and any(head and len(run) > 1 for head, run in runs):
            return _joined(runs)
    return groups


def _runs(ordered: list[Entry], pattern: re.Pattern[str]) -> list[tuple[str, list[Entry]]]:
    """Groups in a row that begin alike, what stands between two of them taken along.

    Left alone it would be led to from their box and back into it: ``Conv1``, ``bn_Conv1``, ``Conv1_relu``.
    """
    heads = [_head(pattern, entry) for entry in ordered]
    last = {head: at for at, head in enumerate(heads) if head}
    times = Counter(heads)
    runs: list[tuple[str, list[Entry]]] = []
    at = 0
    while at < len(ordered):
        end = at + 1
        while heads[at] and end <= last[heads[at]]:
            back = heads.index(heads[at], end)
            if back - end > _MOST_BETWEEN or any(times[head] > 1 for head in heads[end:back]):
                break
            end = back + 1
        runs.append((heads[at], ordered[at:end]))
        at = end
    return runs


def _head(pattern: re.Pattern[str], entry: Entry) -> str:
    match = pattern.match(entry.title) if entry.kind == "scope" else None
    return match.group() if match else ""


def _joined(runs: list[tuple[str, list[Entry]]]) -> list[Entry]:
    found: list[Entry] = []
    times: Counter[str] = Counter()
    for head, run in runs:
        if not head or len(run) == 1:
            found += run
            continue
        times[head] += 1
        again = str(times[head]) if times[head] > 1 else ""
        found.append(_around(f"{head}…{again}", "scope", head, run))
    return found


def _like_groups(groups: list[Entry]) -> list[Entry]:
    """Groups whose titles differ in numbers only become a series."""
    alike: dict[tuple[str, str], list[Entry]] = {}
    for entry in groups:
        alike.setdefault((entry.kind, _NUMBER.sub("#", entry.title)), []).append(entry)
    found = []
    for (kind, title), entries in alike.items():
        if len(entries) < _LEAST_SERIES or kind == "line":
            found += entries
        else:
            found.append(_around(f"{title}×", "series", title.replace("#", "…"), entries))
    return found


def _like_ops(graph: OpGraph, loose: Rows) -> tuple[list[Entry], Rows]:
    """Series of ops of one type, and the ops that are left. Regions stay as they are, and what the caller gives."""
    alike: dict[tuple[str, bool], list[int]] = {}
    left = []
    for node in loose.tolist():
        argument = graph.argument_of.get(node)
        if argument is not None and not argument.captured:
            left.append(node)
        else:
            alike.setdefault((graph.op_types[node], argument is not None), []).append(node)
    series = []
    for (op_type, captured), nodes in alike.items():
        if len(nodes) < _LEAST_SERIES or nodes[0] in graph.calls:
            left += nodes
        else:
            key = f"captured {op_type}×" if captured else f"{op_type}×"
            series.append(Entry(key, "series", op_type, rows(nodes), Stage("listed")))
    return series, rows(sorted(left))


def _around(key: str, kind: str, title: str, inside: list[Entry]) -> Entry:
    members = np.sort(np.concatenate([entry.members for entry in inside]))
    return Entry(key, kind, title, members, inside=tuple(in_order(inside)))
