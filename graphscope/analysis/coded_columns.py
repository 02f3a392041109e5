"""Coded columns: a graph's op types and stacks as numbers, so that 100,000 ops are grouped without a loop over them."""

from __future__ import annotations

from typing import cast

import numpy as np

from graphscope.analysis.edges import Rows, rows
from graphscope.model.op_graph import Frame, OpGraph


def stack_codes(graph: OpGraph) -> tuple[Rows, list[tuple[Frame, ...]]]:
    """Per row, the number of its stack, and the distinct stacks."""
    known = graph.answers.get("stack codes")
    if known is None:
        known = graph.answers["stack codes"] = _stack_codes(graph)
    return cast("tuple[Rows, list[tuple[Frame, ...]]]", known)


def _stack_codes(graph: OpGraph) -> tuple[Rows, list[tuple[Frame, ...]]]:
    # Equal stacks are one object when they come from a record; where they are not, the values decide.
    ids, first, codes = np.unique(rows(map(id, graph.stacks)), return_index=True, return_inverse=True)
    number: dict[tuple[Frame, ...], int] = {}
    code_of_id = np.empty(len(ids), dtype=np.int64)
    for position, row in enumerate(first.tolist()):
        code_of_id[position] = number.setdefault(graph.stacks[row], len(number))
    return code_of_id[codes.reshape(-1)], list(number)


def type_codes(graph: OpGraph) -> Rows:
    """Per row, the number of its op type."""
    known = graph.answers.get("type codes")
    if known is None:
        number = {op_type: code for code, op_type in enumerate(graph.op_counts)}
        known = graph.answers["type codes"] = rows(map(number.__getitem__, graph.op_types))
    return cast("Rows", known)
