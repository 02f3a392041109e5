"""Graphs as JSON: every function with its nodes, edges, attributes and the user's lines; not the report of traces."""

from __future__ import annotations

import json
from typing import Any

from graphscope.export.exhibits import Exhibit, Exhibition
from graphscope.export.report import nested_graphs
from graphscope.export.source_place import place_fields
from graphscope.model.op_graph import OpGraph, OpNode

Fields = dict[str, Any]


def to_json(shown: Exhibition) -> str:
    """All graphs as one JSON text."""
    fields = {"function": shown.name, "graphs": [_exhibit(each) for each in shown.exhibits]}
    return json.dumps(fields, ensure_ascii=False, indent=1) + "\n"


def _exhibit(exhibit: Exhibit) -> Fields:
    concrete = exhibit.concrete
    return {
        "key": exhibit.key,
        "title": exhibit.title,
        "graph": concrete.graph.function,
        "functions": [_function(graph) for graph in (concrete.graph, *nested_graphs(concrete))],
    }


def _function(graph: OpGraph) -> Fields:
    return {
        "name": graph.function,
        "arguments": [
            {"node": graph.names[each.node], "name": each.name, "captured": each.captured, "spec": each.spec}
            for each in graph.arguments
        ],
        "results": [_tensor(graph, node, output) for node, output in graph.results],
        "nodes": [_node(graph, node) for node in graph],
    }


def _node(graph: OpGraph, node: OpNode) -> Fields:
    fields: Fields = {
        "name": node.name,
        "op": node.op_type,
        "inputs": [_tensor(graph, source, output) for source, output in node.inputs],
        "control_inputs": [graph.names[source] for source in node.control_inputs],
        "outputs": list(node.outputs),
        "attributes": dict(node.attributes),
        "device": node.device,
        "lines": [{**place_fields(each.file, each.line), "function": each.function} for each in node.frames],
    }
    if node.calls:
        fields["calls"] = {attribute: list(names) for attribute, names in node.calls.items()}
    if node.constant is not None:
        constant = node.constant
        fields["value"] = {"dtype": constant.dtype, "shape": list(constant.shape), "text": constant.text}
    return fields


def _tensor(graph: OpGraph, node: int, output: int) -> str:
    return f"{graph.names[node]}:{output}"
