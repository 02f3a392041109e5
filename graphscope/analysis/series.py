"""Series: like groups that follow each other in a level, such as the layers of a model, told as one, with a number."""

from __future__ import annotations

import re
from itertools import groupby

import numpy as np

from graphscope.analysis.coded_columns import type_codes
from graphscope.analysis.group_entries import Entry
from graphscope.model.op_graph import OpGraph

LEAST = 4
"""Groups from which on a row of like ones is a series; fewer are seen at a glance."""
_LAST_NUMBER = re.compile(r"_\d+$")
_NUMBER = re.compile(r"\d+")
_KINDS = frozenset({"scope", "round", "function"})


def family(title: str) -> str:
    """What titles of like groups share: ``block0`` and ``block11`` are of one family, ``dense`` and ``dense_1`` too."""
    return _NUMBER.sub("…", _LAST_NUMBER.sub("", title)).replace("……", "…")


def in_series(graph: OpGraph, groups: list[Entry]) -> list[Entry]:
    """The groups of a level in order, rows of like ones put together: of one family, and with the same ops inside."""
    ordered = sorted(groups, key=lambda entry: entry.first)
    if len(ordered) < LEAST:
        return ordered
    codes, size = type_codes(graph), len(graph.op_counts)

    def likeness(entry: Entry) -> tuple[str, str, bytes]:
        counts = np.bincount(codes[entry.members], minlength=size)
        return entry.kind, family(entry.title), counts.tobytes()

    found: list[Entry] = []
    for (kind, title, _), run in groupby(ordered, likeness):
        alike = list(run)
        found += alike if len(alike) < LEAST or kind not in _KINDS else [series_of(title, alike)]
    return found


def series_of(title: str, inside: list[Entry]) -> Entry:
    """One entry for like groups."""
    ordered = sorted(inside, key=lambda entry: entry.first)
    members = np.sort(np.concatenate([entry.members for entry in ordered]))
    return Entry(f"{title}×{ordered[0].key}", "series", title, members, inside=tuple(ordered))
