"""Search columns: a graph's words in lower case, each distinct one once; made at its first search and kept with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from graphscope.analysis.coded_columns import stack_codes, type_codes
from graphscope.analysis.edges import Mask, Rows, rows
from graphscope.analysis.search_query import dimensions
from graphscope.model.op_graph import OpGraph


@dataclass(frozen=True, eq=False)
class Column:
    """One column of the graph: per row the number of its value, and the distinct values."""

    codes: Rows
    values: Sequence[Any]

    def where(self, holds: Sequence[bool]) -> Mask:
        """The rows whose value holds."""
        found: Mask = np.array(holds, dtype=np.bool_)[self.codes] if len(self.values) else np.zeros(0, dtype=np.bool_)
        return found


@dataclass(frozen=True, slots=True)
class Output:
    """One output: its dtype, its dimensions (None where there are none, or not known), and both as they are shown."""

    dtype: str
    shape: tuple[str, ...] | None
    text: str


@dataclass(frozen=True, eq=False)
class SearchColumns:
    """All that a search looks at."""

    names: list[str]
    types: Column
    outputs: Column
    """tuple[Output, ...]"""
    attributes: Column
    """dict[str, str]"""
    stacks: Column
    """tuple[Frame, ...]"""
    devices: Column
    scopes: Column
    arguments: dict[int, str]
    captured: frozenset[int]
    """Rows of those that are captured."""
    function: str


def columns_of(graph: OpGraph) -> SearchColumns:
    """The columns of a graph; the first time takes a while for a large one."""
    known = graph.answers.get("search")
    if known is None:
        known = graph.answers["search"] = _columns(graph)
    return cast("SearchColumns", known)


def _columns(graph: OpGraph) -> SearchColumns:
    codes, stacks = stack_codes(graph)
    outputs = _coded(graph.outputs)
    attributes = _coded(graph.attributes)
    devices = _coded(graph.devices)
    names = [name.lower() for name in graph.names]
    return SearchColumns(
        names=names,
        types=Column(type_codes(graph), [op_type.lower() for op_type in graph.op_counts]),
        outputs=Column(outputs.codes, [tuple(map(_output, each)) for each in outputs.values]),
        attributes=Column(attributes.codes, [_words(each) for each in attributes.values]),
        stacks=Column(codes, stacks),
        devices=Column(devices.codes, [device.lower() for device in devices.values]),
        scopes=_scopes(names),
        arguments={argument.node: argument.name.lower() for argument in graph.arguments},
        captured=frozenset(argument.node for argument in graph.arguments if argument.captured),
        function=graph.function.lower(),
    )


def _coded(column: Sequence[Any]) -> Column:
    """Values that are one object, as those of a record are, are looked at once."""
    _, first, codes = np.unique(rows(map(id, column)), return_index=True, return_inverse=True)
    return Column(codes.reshape(-1), [column[row] for row in first.tolist()])


def _scopes(names: Sequence[str]) -> Column:
    """The name scope of each op."""
    number: dict[str, int] = {}
    codes = rows(number.setdefault(name.rpartition("/")[0], len(number)) for name in names)
    return Column(codes, list(number))


def _output(spec: str) -> Output:
    """``float32[?, 4]``, or XLA's ``f32[2,4]{1,0}`` with the order in memory; a tuple of several has no shape."""
    dtype, _, shape = spec.lower().partition("[")
    if dtype.startswith("("):
        return Output("tuple", None, spec.lower())
    return Output(dtype, dimensions(shape.partition("]")[0]) if shape else None, spec.lower())


def _words(attributes: dict[str, Any]) -> dict[str, str]:
    return {key.lower(): str(value).lower() for key, value in attributes.items()}
