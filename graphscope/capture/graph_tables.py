"""A graph as the two parts of it that a capture holds: tables of words as JSON, and columns of numbers packed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Dict, Tuple, TypeVar

import numpy as np

from graphscope.capture import graph_checks as check
from graphscope.capture.packed_columns import Column, pack, unpack
from graphscope.protocol.records import ArgumentRecord, AttributeValue, ConstantRecord, GraphRecord

Row = Tuple[int, ...]
Value = TypeVar("Value")


@dataclass(frozen=True)
class GraphTables:
    """What stands beside the columns, each table told once. ``headings`` tells of each column, in the order packed."""

    function: str
    headings: Tuple[Tuple[str, int], ...]
    names: Tuple[str, ...]
    op_types: Tuple[str, ...]
    specs: Tuple[str, ...]
    output_rows: Tuple[Tuple[int, ...], ...]
    attributes: Tuple[Dict[str, AttributeValue], ...]
    devices: Tuple[str, ...]
    stacks: Tuple[Tuple[int, ...], ...]
    frames: Tuple[Tuple[str, int, str], ...]
    calls: Dict[str, Dict[str, Tuple[str, ...]]]
    constants: Tuple[str, ...]
    constant_dtypes: Tuple[str, ...]
    constant_shapes: Tuple[Tuple[int, ...], ...]
    arguments: Tuple[ArgumentRecord, ...]
    results: Tuple[Tuple[int, int], ...]
    input_names: Dict[str, Tuple[str, ...]]
    flops: Dict[str, Tuple[int, int]] = field(default_factory=dict)


def split(record: GraphRecord) -> tuple[GraphTables, bytes]:
    """The two parts of a graph."""
    rows, output_rows = _told_once(record.outputs)
    values, constants = _told_once(record.constants.values())
    dtypes, dtype_table = _told_once(each.dtype for each in constants)
    shapes, shape_table = _told_once(each.shape for each in constants)
    columns: list[Sequence[int] | Column] = [record.op_types, record.attributes, record.devices, record.stacks, rows]
    columns += [*_inputs(record.inputs), *_control_inputs(record.control_inputs)]
    columns += [[*map(int, record.constants)], values, dtypes, shapes, [int(each.whole) for each in constants]]
    headings, data = pack(columns)
    tables = GraphTables(
        function=record.function,
        headings=headings,
        names=record.names,
        op_types=record.op_type_table,
        specs=record.spec_table,
        output_rows=output_rows,
        attributes=record.attribute_table,
        devices=record.device_table,
        stacks=record.stack_table,
        frames=record.frame_table,
        calls=record.calls,
        constants=tuple(each.text for each in constants),
        constant_dtypes=dtype_table,
        constant_shapes=shape_table,
        arguments=record.arguments,
        results=record.results,
        input_names=record.input_names,
        flops=record.flops,
    )
    return tables, data


def joined(tables: GraphTables, data: bytes) -> GraphRecord:
    """The graph again. Raises CaptureError for one that no part of Graphscope could be trusted to draw."""
    op_types, attributes, devices, stacks, rows, *inner = _checked(tables, check.columns(unpack(tables.headings, data)))
    counts, sources, ports, control_counts, control_sources, *constants = inner
    nodes = len(tables.names)
    pairs = np.empty(2 * len(sources), np.int64)
    pairs[::2], pairs[1::2] = check.places(_near(counts, sources), nodes), ports
    record = GraphRecord(
        function=tables.function,
        names=tables.names,
        op_types=tuple(op_types.tolist()),
        op_type_table=tables.op_types,
        inputs=_cut(2 * counts, pairs),
        control_inputs=_cut(control_counts, check.places(_near(control_counts, control_sources), nodes)),
        outputs=tuple(map(tables.output_rows.__getitem__, rows.tolist())),
        spec_table=tables.specs,
        attributes=tuple(attributes.tolist()),
        attribute_table=tables.attributes,
        devices=tuple(devices.tolist()),
        device_table=tables.devices,
        stacks=tuple(stacks.tolist()),
        stack_table=tables.stacks,
        frame_table=tables.frames,
        calls=tables.calls,
        constants=_constants(tables, *(each.tolist() for each in constants)),
        arguments=tables.arguments,
        results=tables.results,
        input_names=tables.input_names,
        flops=tables.flops,
    )
    check.record(record)
    return record


def _checked(tables: GraphTables, columns: list[Column]) -> list[Column]:
    """The columns, where each is as long as it must be and points at what exists."""
    by_node, (counts, sources, ports, control_counts, control_sources) = columns[:5], columns[5:10]
    places, *of_constants = columns[10:]
    nodes, constants = len(tables.names), len(tables.constants)
    told = (tables.op_types, tables.attributes, tables.devices, tables.stacks, tables.output_rows)
    for column, size in zip(by_node, map(len, told), strict=True):
        check.places(column, size, nodes)
    check.counts(counts, nodes, len(sources))
    check.counts(control_counts, nodes, len(control_sources))
    check.places(ports, check.MOST_OUTPUTS, len(sources))
    sizes = (constants, len(tables.constant_dtypes), len(tables.constant_shapes), 2)
    for column, size, length in zip(of_constants, sizes, (len(places), *[constants] * 3), strict=True):
        check.places(column, size, length)
    check.places(places, nodes)
    check.rows(tables.output_rows, len(tables.specs))
    check.rows(tables.stacks, len(tables.frames))
    return columns


def _inputs(inputs: Sequence[Row]) -> Iterator[Column]:
    """How many inputs each node has; how far back the source of each lies; which output of it."""
    flat = np.fromiter(chain.from_iterable(inputs), np.int64)
    counts = np.fromiter(map(len, inputs), np.int64, len(inputs)) // 2
    yield counts
    yield _near(counts, flat[::2])
    yield flat[1::2]


def _control_inputs(inputs: Sequence[Row]) -> Iterator[Column]:
    counts = np.fromiter(map(len, inputs), np.int64, len(inputs))
    yield counts
    yield _near(counts, np.fromiter(chain.from_iterable(inputs), np.int64))


def _near(counts: Column, values: Column) -> Column:
    """Each node's row less its values; done twice it changes nothing. Layers alike give the same numbers so."""
    return np.repeat(np.arange(len(counts), dtype=np.int64), counts) - values


def _cut(counts: Column, values: Column) -> tuple[Row, ...]:
    flat, ends = tuple(values.tolist()), np.cumsum(counts)
    return tuple(map(flat.__getitem__, map(slice, (ends - counts).tolist(), ends.tolist())))


def _constants(
    tables: GraphTables, nodes: list[int], values: list[int], *columns: list[int]
) -> dict[str, ConstantRecord]:
    dtypes, shapes = tables.constant_dtypes, tables.constant_shapes
    table = [
        ConstantRecord(dtypes[dtype], shapes[shape], text, whole == 1)
        for text, dtype, shape, whole in zip(tables.constants, *columns, strict=True)
    ]
    return dict(zip(map(str, nodes), map(table.__getitem__, values), strict=True))


def _told_once(values: Iterable[Value]) -> tuple[list[int], tuple[Value, ...]]:
    places: dict[Value, int] = {}
    column = [places.setdefault(value, len(places)) for value in values]
    return column, tuple(places)
