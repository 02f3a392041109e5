"""What a trace that failed had come to, as records: its graph with each op whose branch or body was not finished."""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, Iterable, List, Optional, Tuple

from graphscope.protocol.records import GraphRecord
from graphscope.worker.conversion_map import ConversionMap
from graphscope.worker.record_graph import plain_name, record_functions
from graphscope.worker.tensor_names import UNFINISHED, TensorNames
from graphscope.worker.tensorflow_internals import op_count, reached_graphs
from graphscope.worker.tensorflow_unfinished import Frames, Unfinished, captured, unfinished_trace
from graphscope.worker.user_frames import is_user_file

_DEEPEST = 30
"""How many graphs inside each other are recorded: a function that calls itself without end makes them by the dozen."""
Place = Tuple[str, int, str]
Records = Tuple[GraphRecord, Tuple[GraphRecord, ...]]


class UnfinishedRecorder:
    """Records what had been traced when an error came."""

    def __init__(self, conversions: ConversionMap, loops: Any) -> None:
        self._conversions = conversions
        self._loops = loops
        self.graphs: List[Any] = []
        """The live graphs of what was recorded."""
        self.ops: Tuple[Unfinished, ...] = ()
        """The ops that were never made, outermost first."""
        self.lines: Tuple[int, ...] = ()
        """The user's lines on the way to the innermost of them."""
        self._named: Dict[str, Any] = {}
        self._records: Dict[str, GraphRecord] = {}

    def record(self, errors: Iterable[BaseException]) -> Optional[Records]:
        """The graph and the functions reached from it; ``errors`` lead from the outermost to where it began."""
        # Errors that came of each other tell of one frame twice, the later one of the line where it began.
        frames = {id(frame): (frame, line) for error in errors for frame, line in _frames(error)}
        trace = unfinished_trace(list(frames.values()))
        if trace is None or (not op_count(trace.root) and not trace.ops):
            return None
        self.ops = tuple(op for _, op in trace.ops)
        self.lines = tuple(line for op in self.ops[-1:] for _, line, _ in self._places(op.frames)[-1:])
        name = self._name(trace.root)
        names = TensorNames(self._loops, name, ())
        self._add(name, trace.root, names)
        for graph, op in trace.ops[:_DEEPEST]:
            self._add_op(self._name(graph), graph, op, names)
        top = self._records.pop(name)
        return top, tuple(self._records.values())

    def _name(self, graph: Any) -> str:
        """The name of a graph's record; a function that calls itself is traced in graphs of one name."""
        known = next((name for name, each in self._named.items() if each is graph), None)
        if known is not None:
            return known
        name, number = str(graph.name), 1
        while name in self._named:
            name, number = f"{graph.name}_{number}", number + 1
        self._named[name] = graph
        return name

    def _add(self, name: str, graph: Any, names: TensorNames) -> None:
        top, functions = record_functions(name, graph, _unreported, names)
        known = reached_graphs(graph)
        self._records.update((each.function, each) for each in (top, *functions) if each.function not in self._records)
        self.graphs += [graph, *(known[each.function] for each in functions if each.function in known)]

    def _add_op(self, name: str, graph: Any, op: Unfinished, names: TensorNames) -> None:
        """Write the op into the record of its graph, and record what it was to run."""
        called = {attribute: tuple(map(self._name, graphs)) for attribute, graphs in op.parts.items()}
        if op.op_type == "While":
            names.loop(graph, UNFINISHED, called, (op.parts.get("body") or op.parts["cond"])[0])
        inner = [each for graphs in op.parts.values() for each in graphs]
        for each in inner:
            self._add(self._name(each), each, names)
        tensors = [*op.operands, *captured(inner)]
        stack = self._places(op.frames)
        self._records[name] = _with_op(self._records[name], op, called, tensors, stack)

    def _places(self, frames: Frames) -> List[Place]:
        """The user's lines on the way to where an op was being made, outermost first, each once."""
        found: List[Place] = []
        for frame, line in frames:
            file = frame.f_code.co_filename
            place = (file, line) if is_user_file(file) else self._conversions.user_line(file, line)
            if place and is_user_file(place[0]) and (not found or found[-1][:2] != place):
                found.append((*place, plain_name(frame.f_code.co_name)))
        return found


def _frames(error: BaseException) -> Iterable[Tuple[Any, int]]:
    trace = error.__traceback__
    while trace is not None:
        yield trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next


def _with_op(
    record: GraphRecord, op: Unfinished, called: Dict[str, Tuple[str, ...]], tensors: List[Any], stack: List[Place]
) -> GraphRecord:
    """The record with one op more, which has no outputs: nothing could use it any more."""
    row = {name: index for index, name in enumerate(record.names)}
    inputs = [(row[each.op.name], each.value_index) for each in tensors if _is_of(each, row)]
    name, number = op.name, 1
    while name in row:
        name, number = f"{op.name}_{number}", number + 1
    frames = [*record.frame_table, *stack]
    places = tuple(range(len(record.frame_table), len(frames)))
    return dataclasses.replace(
        record,
        names=(*record.names, name),
        op_types=(*record.op_types, len(record.op_type_table)),
        op_type_table=(*record.op_type_table, op.op_type),
        inputs=(*record.inputs, tuple([number for each in inputs for number in each])),
        control_inputs=(*record.control_inputs, ()),
        outputs=(*record.outputs, ()),
        attributes=(*record.attributes, len(record.attribute_table)),
        attribute_table=(*record.attribute_table, {"unfinished": op.failed_in or "parts that do not fit"}),
        devices=(*record.devices, 0),
        stacks=(*record.stacks, len(record.stack_table)),
        stack_table=(*record.stack_table, places),
        frame_table=tuple(frames),
        calls={**record.calls, str(len(record.names)): called},
    )


def _is_of(tensor: Any, row: Dict[str, int]) -> bool:
    """Whether a tensor is of the graph whose rows these are; one made eagerly has no op, and asking raises."""
    try:
        return tensor.op.name in row
    except AttributeError:
        return False


def _unreported(text: str, done: int, total: int) -> None:
    """What failed is small: nobody waits for it."""
