"""Scope groups: ops split by the name scopes in their names; titles are the scopes themselves."""

from __future__ import annotations

import numpy as np

from graphscope.analysis.edges import Rows
from graphscope.analysis.group_entries import Entry, Stage
from graphscope.model.op_graph import OpGraph


def scope_split(graph: OpGraph, members: Rows, stage: Stage) -> tuple[list[Entry], Rows] | None:
    """Groups by the first scope in which the names differ, and the ops outside of any; None where there is none."""
    parts = [graph.names[node].split("/") for node in members.tolist()]
    depth = stage.depth
    while True:
        scopes = {each[depth] if len(each) > depth + 1 else None for each in parts}
        if scopes == {None}:
            return None
        if len(scopes) > 1:
            break
        depth += 1
    chosen: dict[str, list[int]] = {}
    loose = []
    for node, each in zip(members.tolist(), parts, strict=True):
        if len(each) > depth + 1:
            chosen.setdefault(each[depth], []).append(node)
        else:
            loose.append(node)
    inner = Stage("scope", depth + 1, stage.lowered)
    entries = [Entry(scope, "scope", scope, np.array(nodes, dtype=np.int64), inner) for scope, nodes in chosen.items()]
    return entries, np.array(loose, dtype=np.int64)
