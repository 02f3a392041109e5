"""Phase groups: a training step split into forward, backward and optimizer; what is in which is phases' to say."""

from __future__ import annotations

import numpy as np

from graphscope.analysis.edges import Rows
from graphscope.analysis.folding import op_entry
from graphscope.analysis.group_entries import Entry, Stage
from graphscope.analysis.phases import PHASES, phase_codes
from graphscope.model.op_graph import OpGraph

_LEAST = 3


def phase_split(graph: OpGraph, members: Rows) -> list[Entry] | None:
    """One group for each phase, in the order of training, few ops as they are; None where all are of one phase."""
    codes = phase_codes(graph)
    if codes is None or len(np.unique(codes[members])) < 2:
        return None
    entries: list[Entry] = []
    for code, name in enumerate(PHASES):
        rows = members[codes[members] == code]
        if len(rows) < _LEAST:
            entries += [op_entry(graph, row) for row in rows.tolist()]
        else:
            entries.append(Entry(f"{name} pass", "phase", name, rows, Stage("source")))
    return entries
