"""A GraphDef, and every function reached from it, as GraphRecords; nothing is known of it but what it says itself."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Tuple

from graphscope.protocol.records import ArgumentRecord, AttributeValue, ConstantRecord, GraphRecord
from graphscope.worker import tensorflow_optimizers as optimizers
from graphscope.worker.count_flops import flops_by_type
from graphscope.worker.graphdef_specs import Specs, output_specs
from graphscope.worker.record_graph import Table
from graphscope.worker.record_values import attribute_value, constant_record, function_names
from graphscope.worker.traced_lines import TracedLines, told_origin

Records = Tuple[GraphRecord, Tuple[GraphRecord, ...]]
_ARGUMENTS = ("_Arg", "_DeviceArg", "Placeholder")
HIDDEN_BUT_KEPT = ("_XlaMustCompile", "_noinline")
"""The attributes that are recorded though their names begin with an underscore."""


def record_graphdef(
    graph: Any,
    function: str,
    lines: Optional[TracedLines] = None,
    optimised: bool = True,
    specs: Optional[Specs] = None,
) -> Records:
    """The record of a GraphDef, that of ``function``, and of every function that is reached from it, each once.

    ``lines`` gives its nodes their lines of the user's. What is not ``optimised`` is as it was traced. ``specs`` are
    those of the outermost graph where they are known already.
    """
    library = {each.signature.name: each for each in graph.library.function}
    origins = _Origins(library, lines, optimised)
    top = _Recorder(graph, function, origins, specs).counted()
    found: Dict[str, GraphRecord] = {}
    waiting = called_by(top)
    while waiting:
        name = waiting.pop(0)
        if name in found or name not in library:
            continue
        body, tensors = optimizers.function_as_graph(library[name])
        recorder = _Recorder(body, name, origins)
        recorder.returned = [tensors.get(tensor, tensor) for tensor in _returned(library[name])]
        found[name] = recorder.counted()
        waiting.extend(called_by(found[name]))
    return top, tuple(found.values())


def record_part(graph: Any, function: str, lines: TracedLines, specs: Specs) -> GraphRecord:
    """The record of some nodes of a graph; a node without an op is there as an input of others."""
    library = {each.signature.name: each for each in graph.library.function}
    return _Recorder(graph, function, _Origins(library, lines, True), specs).record()


def called_by(record: GraphRecord) -> List[str]:
    """The functions that the ops of a graph run."""
    return [name for calls in record.calls.values() for names in calls.values() for name in names]


def _returned(function: Any) -> List[str]:
    return [function.ret[each.name] for each in function.signature.output_arg]


@dataclass(frozen=True)
class _Origins:
    """What a graph came with, and from."""

    library: Mapping[str, Any]
    lines: Optional[TracedLines]
    optimised: bool


class _Recorder:
    """Records one GraphDef."""

    def __init__(self, graph: Any, function: str, origins: _Origins, specs: Optional[Specs] = None) -> None:
        self._known_specs = specs
        self._graph = graph
        self._function = function
        self._origins = origins
        self._library, self._lines = origins.library, origins.lines
        self._row = {node.name: row for row, node in enumerate(graph.node)}
        self._types, self._specs, self._devices = Table(), Table(), Table("")
        self._attributes, self._frames, self._stacks = Table(), Table(), Table(())
        self._calls: Dict[str, Dict[str, Tuple[str, ...]]] = {}
        self._constants: Dict[str, ConstantRecord] = {}
        self.returned: List[str] = []
        """Names of the tensors that are returned, where no _Retval says so."""

    def counted(self) -> GraphRecord:
        """The graph as columns, with the operations that its ops take."""
        record = self.record()
        return dataclasses.replace(record, flops=flops_by_type(record, self._graph.node))

    def record(self) -> GraphRecord:
        """The graph as columns."""
        specs = self._output_specs()
        columns = [
            (
                node.name,
                self._types.of(node.op),
                self._inputs(node),
                tuple([self._row[name[1:]] for name in node.input if name.startswith("^") and name[1:] in self._row]),
                tuple([self._specs.of(spec) for spec in specs.get(node.name, ())]),
                self._node_attributes(row, node),
                self._devices.of(node.device),
                self._stack(node),
            )
            for row, node in enumerate(self._graph.node)
        ]
        rows = list(zip(*columns)) if columns else [()] * 8
        return GraphRecord(
            function=self._function,
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
            calls=self._calls,
            constants=self._constants,
            arguments=self._arguments(specs),
            results=tuple([self._source(tensor) for tensor in self.returned if self._known(tensor)]),
        )

    def _output_specs(self) -> Specs:
        if self._known_specs is not None:
            return self._known_specs
        lines = self._lines
        traced = None if lines is None else lambda node: lines.outputs_of(self._function, node)
        specs = output_specs(self._graph, self._library, traced)
        if lines is not None and not self._origins.optimised:
            # The traced graph knows the shapes of variables, too.
            for node in self._graph.node:
                specs[node.name] = lines.outputs(self._function, node.name) or specs.get(node.name, ())
        return specs

    def _inputs(self, node: Any) -> Tuple[int, ...]:
        flat: List[int] = []
        for tensor in node.input:
            if not tensor.startswith("^") and self._known(tensor):
                flat.extend(self._source(tensor))
        return tuple(flat)

    def _known(self, tensor: str) -> bool:
        return tensor.partition(":")[0] in self._row

    def _source(self, tensor: str) -> Tuple[int, int]:
        name, _, output = tensor.partition(":")
        return self._row[name], int(output or 0)

    def _node_attributes(self, row: int, node: Any) -> int:
        attributes: Dict[str, AttributeValue] = {}
        called: Dict[str, Tuple[str, ...]] = {"f": (node.op,)} if node.op in self._library else {}
        for name, value in node.attr.items():
            if name.startswith("_") and name not in HIDDEN_BUT_KEPT:
                continue
            functions = function_names(value)
            if functions:
                called[name] = functions
            elif name == "value" and node.op == "Const":
                self._constants[str(row)] = constant_record(value.tensor)
            else:
                attributes[name] = attribute_value(value)
        if called:
            self._calls[str(row)] = called
        return self._attributes.of(attributes, tuple(sorted(attributes.items())))

    def _stack(self, node: Any) -> int:
        if self._lines is None or not node.op:
            return 0
        frames = self._lines.frames(self._function, node.name, told_origin(node))
        return self._stacks.of(tuple([self._frames.of(frame) for frame in frames]))

    def _arguments(self, specs: Mapping[str, Tuple[str, ...]]) -> Tuple[ArgumentRecord, ...]:
        nodes = [(row, node) for row, node in enumerate(self._graph.node) if node.op in _ARGUMENTS]
        found = []
        for position, (row, node) in enumerate(nodes):
            index = int(node.attr["index"].i) if "index" in node.attr else position
            (spec,) = specs.get(node.name, ())[:1] or ("",)
            known = self._lines.argument(self._function, node.name, index) if self._lines is not None else None
            if known is not None:
                found.append(ArgumentRecord(row, known.name, known.captured, known.variable, spec or known.spec))
            else:
                found.append(ArgumentRecord(row, _users_name(node), variable=spec == "resource", spec=spec))
        return tuple(found)


def _users_name(node: Any) -> str:
    given = node.attr["_user_specified_name"].s if "_user_specified_name" in node.attr else b""
    return given.decode("utf-8", "backslashreplace") or str(node.name)
