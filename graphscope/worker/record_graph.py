"""A FuncGraph, and every function reached from it, as GraphRecords: columns, with the user's frames of each op."""

from __future__ import annotations

import dataclasses
import functools
from typing import Any, Callable, Dict, List, Tuple

from graphscope.protocol.records import ArgumentRecord, GraphRecord
from graphscope.protocol.without_collecting import without_collecting
from graphscope.worker import tensorflow_internals as internals
from graphscope.worker.count_flops import flops_by_type
from graphscope.worker.node_attributes import AttributeReader
from graphscope.worker.record_values import spec_text
from graphscope.worker.stack_column import StackColumn
from graphscope.worker.tensor_names import TensorNames
from graphscope.worker.user_frames import TRACED_FROM, is_user_file


class Table:
    """Values that repeat, kept once; ``of`` gives a value's index."""

    def __init__(self, *first: Any) -> None:
        self._index: Dict[Any, int] = {}
        self.rows: List[Any] = []
        for each in first:
            self.of(each)

    def of(self, row: Any, key: Any = None) -> int:
        """The index of ``row``, which is kept under ``key`` where it cannot be hashed itself."""
        key = row if key is None else key
        index = self._index.get(key)
        if index is None:
            index = self._index[key] = len(self.rows)
            self.rows.append(row)
        return index


class GraphRecorder:
    """Records one FuncGraph; ``calls`` then names the functions its ops run."""

    def __init__(self, name: str, graph: Any, names: TensorNames) -> None:
        self._name = name
        self._names = names
        self._graph = graph
        self._row: Dict[str, int] = {}
        self._types, self._specs, self._devices = Table(), Table(), Table("")
        self._attributes, self._frames, self._stack_table = Table(), Table(), Table(())
        self._reader = AttributeReader(self._attributes.of)
        self._stacks = StackColumn(self._users_stack)
        self._shapes: Dict[Any, int] = {}

    @property
    def calls(self) -> Dict[str, Dict[str, Tuple[str, ...]]]:
        """Row → attribute → the functions it names."""
        return self._reader.calls

    def record(self, progress: Callable[[int, int], None]) -> GraphRecord:
        """The graph as columns. ``progress(done, total)`` is called now and then."""
        nodes = self._graph.as_graph_def().node
        names = [node.name for node in nodes]
        self._row = {name: index for index, name in enumerate(names)}
        columns: List[Tuple[Any, ...]] = []
        for index, (op, node) in enumerate(zip(self._graph.get_operations(), nodes)):
            if index % 5000 == 0:
                progress(index, len(names))
            columns.append(self._columns_of(index, op, node))
        rows = list(zip(*columns)) if columns else [()] * 7
        record = GraphRecord(
            function=self._name,
            names=tuple(names),
            op_types=rows[0],
            op_type_table=tuple(self._types.rows),
            inputs=rows[1],
            control_inputs=rows[2],
            outputs=rows[3],
            spec_table=tuple(self._specs.rows),
            attributes=rows[4],
            attribute_table=tuple(self._attributes.rows),
            devices=rows[5],
            device_table=tuple(self._devices.rows),
            stacks=rows[6],
            stack_table=tuple(self._stack_table.rows),
            frame_table=tuple(self._frames.rows),
            calls=self.calls,
            constants=self._reader.constants,
            arguments=self._arguments(),
            results=self._results(),
        )
        return dataclasses.replace(record, flops=flops_by_type(record, nodes))

    def _columns_of(self, index: int, op: Any, node: Any) -> Tuple[Any, ...]:
        op_type = node.op
        trace = op.traceback
        inputs, control_inputs = self._inputs(node)
        return (
            self._types.of(op_type),
            inputs,
            control_inputs,
            tuple([self._spec(output) for output in op.outputs]),
            self._reader.read(index, node),
            self._devices.of(node.device),
            0 if trace is None else self._stacks.of(op_type, trace),
        )

    def _inputs(self, node: Any) -> Tuple[Tuple[int, ...], Tuple[int, ...]]:
        """Row and output of each data input in turn, and the rows that the node waits for."""
        data: List[int] = []
        control: List[int] = []
        for text in node.input:
            if text[0] == "^":
                control.append(self._row[text[1:]])
            else:
                name, _, output = text.partition(":")
                data.append(self._row[name])
                data.append(int(output) if output else 0)
        return tuple(data), tuple(control)

    def _spec(self, tensor: Any) -> int:
        key = (tensor.dtype, internals.static_shape(tensor))
        known = self._shapes.get(key)
        if known is None:
            known = self._shapes[key] = self._specs.of(spec_text(tensor))
        return known

    def _users_stack(self, trace: Any) -> int:
        return self._stack_table.of(self._users_frames(trace))

    def _users_frames(self, traceback: Any) -> Tuple[int, ...]:
        stack: List[int] = []
        for frame in traceback.get_user_frames():
            file = frame.filename
            if is_user_file(file):
                stack.append(self._frames.of((file, frame.lineno, plain_name(frame.name))))
            elif file == TRACED_FROM:
                stack.clear()  # what called Graphscope is not on the way to the op
        return tuple(stack)

    def _arguments(self) -> Tuple[ArgumentRecord, ...]:
        names = self._names.arguments(self._name, self._graph)
        found = []
        for tensor in self._graph.inputs:
            if getattr(tensor, "op", None) is None:
                continue  # see TensorNames.arguments
            name, captured = names[tensor.op.name]
            variable = tensor.dtype.name == "resource"
            found.append(ArgumentRecord(self._row[tensor.op.name], name, captured, variable, spec_text(tensor)))
        return tuple(found)

    def _results(self) -> Tuple[Tuple[int, int], ...]:
        outputs = [tensor for tensor in self._graph.outputs if tensor is not None]
        return tuple([(self._row[each.op.name], each.value_index) for each in outputs if each.op.name in self._row])


def record_functions(
    name: str, graph: Any, progress: Callable[[str, int, int], None], names: TensorNames
) -> Tuple[GraphRecord, Tuple[GraphRecord, ...]]:
    """The record of ``graph`` and of every function reached from it, each once, in the order they are met."""
    with without_collecting():
        return _recorded(name, graph, progress, names)


def _recorded(
    name: str, graph: Any, progress: Callable[[str, int, int], None], names: TensorNames
) -> Tuple[GraphRecord, Tuple[GraphRecord, ...]]:
    known: Dict[str, Any] = {}
    waiting: List[Tuple[str, Any]] = [(name, graph)]
    records: Dict[str, GraphRecord] = {}
    while waiting:
        each, body = waiting.pop(0)
        if each in records:
            continue
        known.update(internals.graph_functions(body))
        recorder = GraphRecorder(each, body, names)
        records[each] = recorder.record(functools.partial(progress, f"recording {each}"))
        for row, called in recorder.calls.items():
            if "body" in called:
                names.loop(body, records[each].names[int(row)], called, known.get(called["body"][0]))
            inner = [function for functions in called.values() for function in functions]
            waiting.extend((each, known[each]) for each in inner if each in known and each not in records)
    top = records.pop(name)
    return top, tuple(records.values())


def plain_name(name: str) -> str:
    """A function's name without what AutoGraph put before it."""
    return name[4:] if name.startswith("tf__") else name
