"""Phase groups: a training step split into forward, backward and optimizer; what is in which is phases' to say."""

from __future__ import annotations

from graphscope.analysis.edges import Rows
from graphscope.analysis.group_entries import Entry, Stage
from graphscope.analysis.phases import PHASES, phase_codes
from graphscope.model.op_graph import OpGraph


def phase_split(graph: OpGraph, members: Rows) -> list[Entry] | None:
    """One group for each phase that has members, in the order of training; None where they are all of one."""
    codes = phase_codes(graph)
    if codes is None:
        return None
    parts = [(name, members[codes[members] == code]) for code, name in enumerate(PHASES)]
    entries = [Entry(f"{name} pass", "phase", name, rows, Stage("source")) for name, rows in parts if len(rows)]
    return entries if len(entries) > 1 else None
