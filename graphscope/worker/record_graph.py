"""A FuncGraph, and every function reached from it, as GraphRecords: columns, with the user's frames of each op."""

from __future__ import annotations

import functools
from typing import Any, Callable, Dict, List, Tuple

from graphscope.protocol.records import ArgumentRecord, AttributeValue, ConstantRecord, GraphRecord
from graphscope.worker import tensorflow_internals as internals
from graphscope.worker.record_values import attribute_value, constant_record, function_names, spec_text
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
        self._ops = graph.get_operations()
        self._row = {op.name: index for index, op in enumerate(self._ops)}
        self._types, self._specs, self._devices = Table(), Table(), Table("")
        self._attributes, self._frames, self._stacks = Table(), Table(), Table(())
        self.calls: Dict[str, Dict[str, Tuple[str, ...]]] = {}
        self._constants: Dict[str, ConstantRecord] = {}
        self._known_stacks: Dict[Any, int] = {}

    def record(self, progress: Callable[[int, int], None]) -> GraphRecord:
        """The graph as columns. ``progress(done, total)`` is called now and then."""
        definition = self._graph.as_graph_def()
        columns: List[Tuple[Any, ...]] = []
        total = len(self._ops)
        for index, (op, node) in enumerate(zip(self._ops, definition.node)):
            if index % 5000 == 0:
                progress(index, total)
            columns.append(self._columns_of(index, op, node))
        rows = list(zip(*columns)) if columns else [()] * 8
        return GraphRecord(
            function=self._name,
            names=rows[0],
            op_types=rows[1],
            op_type_table=tuple(self._types.rows),
            inputs=rows[2],
            control_inputs=rows[3],
            outputs=rows[4],
            spec_table=tuple(self._specs.rows),
            attributes=rows[5],
            attribute_table=tuple(self._attributes.rows),
            devices=rows[6],
            device_table=tuple(self._devices.rows),
            stacks=rows[7],
            stack_table=tuple(self._stacks.rows),
            frame_table=tuple(self._frames.rows),
            calls=self.calls,
            constants=self._constants,
            arguments=self._arguments(),
            results=self._results(),
        )

    def _columns_of(self, index: int, op: Any, node: Any) -> Tuple[Any, ...]:
        return (
            op.name,
            self._types.of(op.type),
            self._inputs(op),
            tuple([self._row[each.name] for each in op.control_inputs]),
            tuple([self._specs.of(spec_text(output)) for output in op.outputs]),
            self._node_attributes(index, node),
            self._devices.of(node.device),
            self._stack(op),
        )

    def _inputs(self, op: Any) -> Tuple[int, ...]:
        flat: List[int] = []
        for tensor in op.inputs:
            flat.append(self._row[tensor.op.name])
            flat.append(tensor.value_index)
        return tuple(flat)

    def _node_attributes(self, index: int, node: Any) -> int:
        attributes: Dict[str, AttributeValue] = {}
        called: Dict[str, Tuple[str, ...]] = {}
        for name, value in node.attr.items():
            if name.startswith("_") and name not in ("_XlaMustCompile", "_noinline"):
                continue
            functions = function_names(value)
            if functions:
                called[name] = functions
            elif name == "value" and node.op == "Const":
                self._constants[str(index)] = constant_record(value.tensor)
            else:
                attributes[name] = attribute_value(value)
        if called:
            self.calls[str(index)] = called
        return self._attributes.of(attributes, tuple(sorted(attributes.items())))

    def _stack(self, op: Any) -> int:
        """The op's stack; ops of one line mostly share theirs, and comparing two is cheaper than reading one."""
        traceback = op.traceback
        if traceback is None:
            return 0
        known = self._known_stacks.get(traceback)
        if known is None:
            known = self._known_stacks[traceback] = self._stacks.of(self._users_frames(traceback))
        return known

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
