"""Describe op: an op in one sentence, for the outline and for screen readers; it is not the inspector."""

from __future__ import annotations

import os.path

from graphscope.analysis.picture import NodeId
from graphscope.model.op_graph import OpGraph, OpNode
from graphscope.model.trace import ConcreteFunction

_MOST_TOLD = 4


def describe_op(concrete: ConcreteFunction, node_id: NodeId) -> str:
    """``MatMul “matmul”: takes x float32[?, 4] and w float32[4, 4], gives float32[?, 4]; made at line 14 of …``."""
    graph = concrete.function(node_id[0])
    row = graph.index_of.get(node_id[1]) if graph is not None else None
    if graph is None or row is None:
        return f"“{node_id[1]}” is not in this graph."
    node = graph.node(row)
    taken, given = [_input(graph, source, output) for source, output in node.inputs], list(node.outputs)
    what = []
    if taken:
        what.append(f"takes {_listed(taken)}")
    if given:
        what.append(f"gives {_listed(given)}")
    if node.control_inputs:
        what.append(f"waits for {_listed([graph.names[source] for source in node.control_inputs])}")
    return f"{_name(node)}: {', '.join(what) or 'takes and gives nothing'}{_made_at(node)}."


def _name(node: OpNode) -> str:
    name = f"{node.op_type} “{node.name}”"
    if node.argument is not None:
        kind = "captured" if node.argument.captured else "argument"
        return f"{name}, {kind} {node.argument.name}"
    return f"{name} of value {node.constant.text}" if node.constant is not None and node.constant.whole else name


def _input(graph: OpGraph, source: int, output: int) -> str:
    argument, specs = graph.argument_of.get(source), graph.outputs[source]
    name = argument.name if argument is not None else graph.names[source]
    return f"{name} {specs[output]}" if output < len(specs) else name


def _listed(words: list[str]) -> str:
    if len(words) > _MOST_TOLD:
        words = [*words[: _MOST_TOLD - 1], f"{len(words) - _MOST_TOLD + 1} more"]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _made_at(node: OpNode) -> str:
    if not node.frames:
        return ""
    frame = node.frames[-1]
    file, _, cell = frame.file.partition("#cell=")
    place = f" of {os.path.basename(file)}" + (f", cell {cell}," if cell else "")
    return f"; made at line {frame.line}{place} in {frame.function}"
