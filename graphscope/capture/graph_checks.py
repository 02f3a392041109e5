"""What must hold of a graph that comes out of a file, so that it cannot trip whoever shows it; it repairs nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import chain

from graphscope.capture.packed_columns import Column
from graphscope.errors import CaptureError
from graphscope.protocol.records import GraphRecord

COLUMNS = 15
MOST_OUTPUTS = 1 << 16
_DEEPEST = 100


def columns(found: list[Column]) -> list[Column]:
    """As many columns as a graph has."""
    if len(found) != COLUMNS:
        raise CaptureError(f"a graph of {len(found)} columns")
    return found


def places(column: Column, size: int, length: int | None = None) -> Column:
    """The column, whose numbers are places in a table of that size, where it is as long as it must be."""
    if length is not None and len(column) != length:
        raise CaptureError("a column of another length than its graph")
    if len(column) and not (column.min() >= 0 and column.max() < size):
        raise CaptureError("a column that points outside its table")
    return column


def counts(column: Column, nodes: int, total: int) -> None:
    """For each node a number of inputs, all of them together as many as there are."""
    if len(column) != nodes or (nodes and column.min() < 0) or column.sum() != total:
        raise CaptureError("another number of inputs than is told of them")


def rows(table: Iterable[Sequence[int]], size: int) -> None:
    """Rows of places in a table of that size."""
    _within(chain.from_iterable(table), size)


def record(graph: GraphRecord) -> None:
    """Everything that a graph tells by node is of nodes that exist; names tell its nodes apart."""
    size = len(graph.names)
    if len(set(graph.names)) != size:
        raise CaptureError("two nodes of one name")
    _within((line for _, line, _ in graph.frame_table), 1 << 31)
    for named in (graph.calls, graph.input_names):
        if any(not (each.isascii() and each.isdigit() and len(each) < 10 and int(each) < size) for each in named):
            raise CaptureError("a node that does not exist")
    _within((argument.node for argument in graph.arguments), size)
    _within((node for node, _ in graph.results), size)
    _within((output for _, output in graph.results), MOST_OUTPUTS)


def nesting(graphs: Sequence[GraphRecord]) -> None:
    """Functions are told apart by name, none holds itself, however far down, and none lies too deep."""
    inner: dict[str, set[str]] = {}
    for graph in graphs:
        inner.setdefault(graph.function, set()).update(_called(graph))
    if len({each.function for each in graphs[1:]}) != len(graphs) - 1:
        raise CaptureError("two functions of one name")
    depths: dict[str, int] = {}
    try:
        for name in TopologicalSorter(inner).static_order():
            depths[name] = 1 + max((depths[each] for each in inner.get(name, ())), default=0)
    except CycleError as error:
        raise CaptureError("a function that holds itself") from error
    if max(depths.values()) > _DEEPEST:
        raise CaptureError("functions nested too deep")


def _called(graph: GraphRecord) -> set[str]:
    return {name for calls in graph.calls.values() for names in calls.values() for name in names}


def _within(values: Iterable[int], size: int) -> None:
    found = set(values)
    if found and not (min(found) >= 0 and max(found) < size):
        raise CaptureError("a table that points outside another")
