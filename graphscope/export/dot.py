"""Graphs in Graphviz's DOT language: a cluster for each trace and function, every op a node; nothing is laid out."""

from __future__ import annotations

from collections.abc import Iterator

from graphscope.analysis.box_words import python_name
from graphscope.export.exhibits import Exhibit, Exhibition
from graphscope.export.report import nested_graphs
from graphscope.export.source_place import in_sentence
from graphscope.model.op_graph import OpGraph

_SHAPES = {
    "If": "diamond",
    "StatelessIf": "diamond",
    "Case": "diamond",
    "StatelessCase": "diamond",
    "While": "house",
    "StatelessWhile": "house",
}


def to_dot(shown: Exhibition) -> str:
    """All graphs as one DOT text. A node is named ``trace/function/node``."""
    return "\n".join(_lines(shown)) + "\n"


def _lines(shown: Exhibition) -> Iterator[str]:
    yield f"digraph {_quoted(shown.name)} {{"
    yield '  node [shape=box, style=rounded, fontname="sans-serif"];'
    for exhibit in shown.exhibits:
        yield from _exhibit(exhibit)
    yield "}"


def _exhibit(exhibit: Exhibit) -> Iterator[str]:
    yield f"  subgraph {_quoted(f'cluster {exhibit.key}')} {{"
    yield f"    label={_quoted(exhibit.title)};"
    for graph in (exhibit.concrete.graph, *nested_graphs(exhibit.concrete)):
        yield f"    subgraph {_quoted(f'cluster {exhibit.key}/{graph.function}')} {{"
        yield f"      label={_quoted(graph.function)};"
        yield from (f"      {line}" for line in _function(f"{exhibit.key}/{graph.function}", graph))
        yield "    }"
    yield "  }"


def _function(place: str, graph: OpGraph) -> Iterator[str]:
    names = [_quoted(f"{place}/{name}") for name in graph.names]
    for node in graph:
        words = dict.fromkeys((node.op_type, node.name, python_name(graph, node.index)))
        label = _quoted("\n".join(filter(None, words)))
        place_told = in_sentence(node.frames[-1].file, node.frames[-1].line) if node.frames else ""
        yield (
            f"{names[node.index]} [label={label}, shape={_SHAPES.get(node.op_type, 'box')}, "
            f"tooltip={_quoted(place_told)}];"
        )
    for node in graph:
        for source, output in node.inputs:
            specs = graph.outputs[source]
            spec = specs[output] if output < len(specs) else ""
            yield f"{names[source]} -> {names[node.index]} [label={_quoted(spec)}];"
        for source in node.control_inputs:
            yield f"{names[source]} -> {names[node.index]} [style=dashed];"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\r", "").replace("\n", "\\n")
    return f'"{escaped}"'
