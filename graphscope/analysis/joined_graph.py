"""A graph of every op that any of several versions of one graph has; what edges they had in each it does not tell."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from itertools import chain
from typing import TypeVar

from graphscope.model.op_graph import OpGraph

Value = TypeVar("Value")


def joined_graph(versions: Sequence[OpGraph]) -> OpGraph:
    """Each op as it is in the first version that has it, those of earlier versions before those of later ones."""
    place: dict[str, int] = {}
    homes: list[tuple[OpGraph, int]] = []
    for graph in versions:
        for row, name in enumerate(graph.names):
            if name not in place:
                place[name] = len(homes)
                homes.append((graph, row))
    of_row = {id(graph): [place[name] for name in graph.names] for graph in versions}
    moved = [(graph, row, of_row[id(graph)]) for graph, row in homes]
    first = versions[0]
    return dataclasses.replace(
        first,
        names=tuple(place),
        op_types=tuple([graph.op_types[row] for graph, row in homes]),
        inputs=tuple([_pairs(graph.inputs[row], to) for graph, row, to in moved]),
        control_inputs=tuple([tuple([to[source] for source in graph.control_inputs[row]]) for graph, row, to in moved]),
        outputs=tuple([graph.outputs[row] for graph, row in homes]),
        attributes=tuple([graph.attributes[row] for graph, row in homes]),
        devices=tuple([graph.devices[row] for graph, row in homes]),
        stacks=tuple([graph.stacks[row] for graph, row in homes]),
        calls=_by_place([graph.calls.get(row) for graph, row in homes]),
        constants=_by_place([graph.constants.get(row) for graph, row in homes]),
        arguments=tuple(
            dataclasses.replace(argument, node=number)
            for number, (graph, row) in enumerate(homes)
            if (argument := graph.argument_of.get(row)) is not None
        ),
        input_names=_by_place([graph.input_names.get(row) for graph, row in homes]),
    )


def _pairs(flat: tuple[int, ...], to: Sequence[int]) -> tuple[int, ...]:
    """Source and output of each input, the sources by their new rows."""
    return tuple(chain.from_iterable((to[flat[at]], flat[at + 1]) for at in range(0, len(flat), 2)))


def _by_place(values: Sequence[Value | None]) -> dict[int, Value]:
    return {place: value for place, value in enumerate(values) if value is not None}
