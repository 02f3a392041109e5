"""Edges of a graph as columns of numbers, for questions that go over all of them at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import cast

import numpy as np
import numpy.typing as npt

from graphscope.model.op_graph import OpGraph

Rows = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Edges:
    """One entry per edge: the row it leaves, the output (-1 for a control edge), the row it enters."""

    source: Rows
    output: Rows
    target: Rows


def edges(graph: OpGraph) -> Edges:
    """Every edge of the graph, data edges first."""
    known = graph.answers.get("edges")
    if known is None:
        known = graph.answers["edges"] = _edges(graph)
    return cast("Edges", known)


def _edges(graph: OpGraph) -> Edges:
    data, data_target = _flat(graph.inputs, 2)
    control, control_target = _flat(graph.control_inputs, 1)
    return Edges(
        np.concatenate([data[::2], control]),
        np.concatenate([data[1::2], np.full(len(control), -1, dtype=np.int64)]),
        np.concatenate([data_target, control_target]),
    )


def _flat(columns: tuple[tuple[int, ...], ...], each: int) -> tuple[Rows, Rows]:
    """All entries in one array, and the row each group of ``each`` belongs to."""
    counts = rows(map(len, columns))
    return rows(chain.from_iterable(columns)), np.repeat(np.arange(len(columns), dtype=np.int64), counts // each)


def rows(values: Iterable[int]) -> Rows:
    """An array of rows."""
    return np.fromiter(values, dtype=np.int64)
