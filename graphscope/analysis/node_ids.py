"""Node ids: the identities of all ops of a graph by row, made once for all who ask."""

from __future__ import annotations

from typing import cast

from graphscope.analysis.picture import NodeId
from graphscope.model.op_graph import OpGraph


def node_ids(graph: OpGraph) -> list[NodeId]:
    """Row → (function name, node name)."""
    known = graph.answers.get("node ids")
    if known is None:
        known = graph.answers["node ids"] = [(graph.function, name) for name in graph.names]
    return cast("list[NodeId]", known)
