"""A graph with the change of one pass applied; ops that stay keep their order, those that are new come after them."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TypeVar

from graphscope.model.grappler import PassChange
from graphscope.model.op_graph import OpGraph

Value = TypeVar("Value")


def changed_graph(graph: OpGraph, change: PassChange) -> OpGraph:
    """The graph after the change. What an op took from one that is gone without a successor is left out."""
    return _Changed(graph, change).graph()


class _Changed:
    """Where each row of the new graph comes from: a row of the old one, or one of the change."""

    def __init__(self, graph: OpGraph, change: PassChange) -> None:
        self._old, self._new = graph, change.nodes
        told = {name: row for row, name in enumerate(self._new.names) if self._new.op_types[row]}
        gone = set(change.removed)
        kept = [row for row, name in enumerate(graph.names) if name not in gone]
        added = [row for name, row in told.items() if name not in graph.index_of or name in gone]
        self._rows = [(row, told.get(graph.names[row], -1)) for row in kept] + [(-1, row) for row in added]
        names = [graph.names[old] if new < 0 else self._new.names[new] for old, new in self._rows]
        self._place = {name: place for place, name in enumerate(names)}
        self._of_old = [self._place.get(name, -1) for name in graph.names]
        self._of_new = [self._place.get(name, -1) for name in self._new.names]

    def graph(self) -> OpGraph:
        """The new graph."""
        old, new, touched = self._old, self._new, self._types_touched()
        return dataclasses.replace(
            old,
            names=tuple(self._place),
            op_types=self._column(old.op_types, new.op_types),
            inputs=self._column([_moved(row, self._of_old) for row in old.inputs], self._told_inputs()),
            control_inputs=self._column(
                [_waited_for(row, self._of_old) for row in old.control_inputs],
                [_waited_for(row, self._of_new) for row in new.control_inputs],
            ),
            outputs=self._column(old.outputs, new.outputs),
            attributes=self._column(old.attributes, new.attributes),
            devices=self._column(old.devices, new.devices),
            stacks=self._column(old.stacks, new.stacks),
            calls=self._by_row(old.calls, new.calls),
            constants=self._by_row(old.constants, new.constants),
            arguments=tuple(
                dataclasses.replace(each, node=self._of_old[each.node])
                for each in old.arguments
                if self._of_old[each.node] >= 0
            ),
            results=tuple((self._of_old[row], output) for row, output in old.results if self._of_old[row] >= 0),
            input_names=self._by_row(old.input_names, new.input_names),
            flops={op_type: told for op_type, told in old.flops.items() if op_type not in touched},
        )

    def _types_touched(self) -> set[str]:
        """The op types of which there are more, fewer or other ones now: what those take is not known."""
        stayed = {old for old, new in self._rows if new < 0}
        others = {each for row, each in enumerate(self._old.op_types) if row not in stayed}
        return others | set(self._new.op_types)

    def _told_inputs(self) -> list[tuple[int, ...]]:
        return [_moved(row, self._of_new) for row in self._new.inputs]

    def _column(self, old: Sequence[Value], new: Sequence[Value]) -> tuple[Value, ...]:
        return tuple([old[one] if other < 0 else new[other] for one, other in self._rows])

    def _by_row(self, old: Mapping[int, Value], new: Mapping[int, Value]) -> dict[int, Value]:
        found = {}
        for place, (one, other) in enumerate(self._rows):
            value = old.get(one) if other < 0 else new.get(other)
            if value is not None:
                found[place] = value
        return found


def _moved(flat: tuple[int, ...], place: Sequence[int]) -> tuple[int, ...]:
    """Pairs of source and output, the sources by their new rows."""
    pairs = [(place[source], output) for source, output in zip(flat[::2], flat[1::2], strict=True)]
    return tuple(chain.from_iterable(pair for pair in pairs if pair[0] >= 0))


def _waited_for(sources: tuple[int, ...], place: Sequence[int]) -> tuple[int, ...]:
    return tuple([place[source] for source in sources if place[source] >= 0])
