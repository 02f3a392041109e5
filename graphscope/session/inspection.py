"""What there is to tell of one op, as labelled lines of text; the inspector only sets it out."""

from __future__ import annotations

from graphscope.analysis.hlo import is_hlo
from graphscope.analysis.picture import NodeId
from graphscope.model.op_graph import Attribute, OpGraph, OpNode
from graphscope.model.trace import ConcreteFunction, Statement
from graphscope.session.facts import CameFrom, Fact, Inspection
from graphscope.session.module_opening import SourceTexts
from graphscope.session.region_inspection import region_facts

_DULL = {"T", "_class", "dtype", "value", "_output_shapes", "output_shapes", "Tidx", "N", "Tshape", "out_type"}
_LONGEST = 200


def inspect(
    concrete: ConcreteFunction, identity: NodeId, flow: tuple[Statement, ...], sources: SourceTexts
) -> Inspection | None:
    """What there is to tell of the op; None where it isn't in the graph."""
    graph = concrete.function(identity[0])
    index = None if graph is None else graph.index_of.get(identity[1])
    if graph is None or index is None:
        return None
    node = graph.node(index)
    facts = [
        Fact("made by", (_made_by(graph, node, flow),), mono=False),
        *region_facts(concrete, graph, index),
        Fact("inputs", _inputs(graph, node)),
        Fact("outputs", _outputs(graph, node)),
        Fact("value", _value(node)),
        Fact("attrs", _attributes(node)),
        Fact("device", _device(graph, node), mono=bool(node.device)),
    ]
    if identity[0] != concrete.graph.function:
        facts.insert(1, Fact("part of", (identity[0],)))
    return Inspection(
        op_type=node.op_type,
        name=node.name,
        facts=tuple(fact for fact in facts if fact.lines),
        came_from=_came_from(node, sources),
        nested=tuple(f"{role}: {name}" for role, names in node.calls.items() for name in names),
    )


def _made_by(graph: OpGraph, node: OpNode, flow: tuple[Statement, ...]) -> str:
    if node.argument is not None:
        if node.argument.captured:
            return f"captured {'variable' if node.argument.variable else 'tensor'} {node.argument.name}"
        return f"argument {node.argument.name}"
    for statement in flow:
        if node.name in statement.ops and node.op_type in statement.op_types:
            return f"{'by hand' if statement.is_by_hand else 'AutoGraph'}, line {statement.line}"
    if not node.frames:
        return "XLA" if is_hlo(graph) else "TensorFlow"
    return f"Python, line {node.frames[-1].line}"


def _device(graph: OpGraph, node: OpNode) -> tuple[str, ...]:
    """An instruction of XLA's has none of its own: the whole module is compiled for one."""
    if is_hlo(graph):
        return ()
    return (node.device or "not placed",)


def _inputs(graph: OpGraph, node: OpNode) -> tuple[str, ...]:
    names = graph.input_names.get(node.index, ())
    lines = []
    for position, (source, output) in enumerate(node.inputs):
        name = names[position] if position < len(names) and names[position] else _name_of(graph, source, output)
        specs = graph.outputs[source]
        lines.append(f"{name}  {specs[output] if output < len(specs) else ''}".rstrip())
    lines.extend(f"^{graph.names[source]}  control" for source in node.control_inputs)
    return tuple(lines)


def _name_of(graph: OpGraph, node: int, output: int) -> str:
    argument = graph.argument_of.get(node)
    if argument is not None:
        return argument.name
    return graph.names[node].rpartition("/")[2] + (f":{output}" if output else "")


def _outputs(graph: OpGraph, node: OpNode) -> tuple[str, ...]:
    results = {(index, output): place for place, (index, output) in enumerate(graph.results)}
    lines = []
    for output, spec in enumerate(node.outputs):
        number = f"{output}  " if len(node.outputs) > 1 else ""
        returned = "  (returned)" if (node.index, output) in results else ""
        lines.append(f"{number}{spec}{returned}")
    return tuple(lines)


def _value(node: OpNode) -> tuple[str, ...]:
    return () if node.constant is None else (_shortened(node.constant.text),)


def _attributes(node: OpNode) -> tuple[str, ...]:
    calls = set(node.calls)
    shown = ((key, value) for key, value in sorted(node.attributes.items()) if key not in _DULL and key not in calls)
    return tuple(f"{key} {_shortened(_plain(value))}" for key, value in shown)


def _plain(value: Attribute) -> str:
    return "" if value is None else str(value)


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


def _came_from(node: OpNode, sources: SourceTexts) -> tuple[CameFrom, ...]:
    """The user's lines, innermost first."""
    return tuple(CameFrom.of(frame, sources) for frame in reversed(node.frames))
