"""What every pass changed, worked out from the graphs that TensorFlow dumped after each; it keeps none of them."""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from graphscope.protocol.records import GraphRecord, PassRecord
from graphscope.worker.dumped_graph import dumped_graph
from graphscope.worker.graphdef_specs import Specs, output_specs
from graphscope.worker.grappler_passes import ToldFunction, ToldPass
from graphscope.worker.part_specs import part_specs
from graphscope.worker.record_graphdef import HIDDEN_BUT_KEPT, record_graphdef, record_part
from graphscope.worker.tensor_array import array_of
from graphscope.worker.traced_lines import TracedLines

Nodes = Dict[str, bytes]
"""Name → the node, serialized so that equal nodes are equal bytes."""
_ADDS_NODES = "scoped_allocator_optimizer"
Report = Callable[[str, int, int], None]


class PassChanges:
    """Reads the dumps of one run. ``first`` and ``functions`` are the graphs before the first pass, once ``read``.

    ``ends`` are those of functions that were optimised on their own, after their last pass, and what those call.
    """

    def __init__(self, lines: TracedLines, path_of: Callable[[str], str], report: Report) -> None:
        self._lines = lines
        self._path_of = path_of
        self._report = report
        self.first: Optional[GraphRecord] = None
        self.functions: Dict[str, GraphRecord] = {}
        self.ends: Dict[str, GraphRecord] = {}

    def read(self, told: Sequence[ToldFunction], ends: Specs) -> Tuple[PassRecord, ...]:
        """All passes with what they changed; ``ends`` are specs that are known of the graph after the last one."""
        passes: List[PassRecord] = []
        total = sum(len(each.passes) for each in told)
        for function in told:
            is_own = function.name == self._lines.top
            graph = dumped_graph(self._path_of(function.first)) if function.first else None
            if graph is None:
                passes += [each.record for each in function.passes]
                continue
            specs = self._specs(function.name, graph)
            top, nested = record_graphdef(graph, function.name, self._lines, specs=specs)
            if is_own:
                self.first = top
                self.functions.update((each.function, each) for each in nested)
            else:
                self.functions[function.name] = top
            reader = _Differences(function.name, self._lines, graph, {**ends, **specs} if is_own else specs)
            for each in function.passes:
                self._report(f"reading the graph after {each.record.name}", len(passes), total)
                passes.append(reader.next(each, self._path_of))
            if not is_own and reader.last is not None:
                specs = self._specs(function.name, reader.last)
                end, called = record_graphdef(reader.last, function.name, self._lines, specs=specs)
                self.ends[function.name] = end
                for inner in called:
                    self.ends.setdefault(inner.function, inner)
        return tuple(passes)

    def _specs(self, function: str, graph: Any) -> Specs:
        library = {each.signature.name: each for each in graph.library.function}
        return output_specs(graph, library, lambda node: self._lines.outputs_of(function, node))


class _Differences:
    """Goes from graph to graph of one function."""

    def __init__(self, function: str, lines: TracedLines, first: Any, specs: Specs) -> None:
        self._function = function
        self._lines = lines
        self._specs = dict(specs)
        self._nodes: Optional[Nodes] = _serialized(first)
        self.last: Optional[Any] = first
        """The graph after the pass that was told last, None where it is not known."""

    def next(self, told: ToldPass, path_of: Callable[[str], str]) -> PassRecord:
        """The record of the next pass; from the first graph that is missing on, changes are not known."""
        if not told.path and self._nodes is not None and _left_alone(told.record):
            return dataclasses.replace(told.record, nodes=self._part([], ()))
        graph = dumped_graph(path_of(told.path)) if told.path and self._nodes is not None else None
        self.last = graph
        if graph is None or self._nodes is None:
            self._nodes = None
            return told.record
        before, self._nodes = self._nodes, _serialized(graph)
        removed = tuple([name for name in before if name not in self._nodes])
        different = [node for node in graph.node if before.get(node.name) != self._nodes[node.name]]
        changed = [node for node in different if _seen_to_differ(node, before.get(node.name))]
        return dataclasses.replace(
            told.record,
            changed=bool(removed or changed),
            removed=removed,
            nodes=self._part(changed, graph.library.function),
        )

    def _part(self, nodes: Sequence[Any], functions: Any) -> GraphRecord:
        """The nodes with those that they take inputs from."""
        import tensorflow as tf

        part = tf.compat.v1.GraphDef()
        names = {node.name for node in nodes}
        sources = [tensor.lstrip("^").partition(":")[0] for node in nodes for tensor in node.input]
        for name in dict.fromkeys(each for each in sources if each not in names):
            part.node.add(name=name)
        part.node.extend(nodes)
        part.library.function.extend(functions)
        specs = part_specs(nodes, self._specs, {each.signature.name: each for each in functions})
        self._specs.update(specs)
        return record_part(part, self._function, self._lines, specs)


def _left_alone(record: PassRecord) -> bool:
    """Whether a pass that always adds nodes, and of which there is no dump where it is the last of all, did nothing."""
    return record.name == _ADDS_NODES and not record.changed


def _serialized(graph: Any) -> Nodes:
    return {node.name: node.SerializeToString(deterministic=True) for node in graph.node}


def _seen_to_differ(node: Any, before: Optional[bytes]) -> bool:
    """Whether it is new, or differs in something that a record tells."""
    return before is None or _told(node) != _told(type(node).FromString(before))


def _told(node: Any) -> Tuple[Any, ...]:
    attributes = {
        name: _value(value) for name, value in node.attr.items() if not name.startswith("_") or name in HIDDEN_BUT_KEPT
    }
    return node.op, list(node.input), node.device, attributes


def _value(value: Any) -> Any:
    """Something that is equal for equal values: a tensor can be written in two ways."""
    if value.WhichOneof("value") != "tensor":
        return value.SerializeToString(deterministic=True)
    try:
        array = array_of(value.tensor)
    except (TypeError, ValueError):
        return value.SerializeToString(deterministic=True)  # of a dtype that no array has
    return str(array.dtype), array.shape, array.tobytes() if array.dtype != object else array.tolist()
