"""Graphs as GraphML for other graph tools: one graph, whose nodes tell their trace and function; not laid out."""

from __future__ import annotations

import re

import networkx as nx

from graphscope.export.exhibits import Exhibit, Exhibition
from graphscope.export.report import nested_graphs
from graphscope.export.source_place import split_cell
from graphscope.model.op_graph import OpGraph

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_graphml(shown: Exhibition) -> str:
    """All graphs as one GraphML text. A node's id is ``trace/function/node``."""
    graph = nx.MultiDiGraph(name=shown.name)
    for exhibit in shown.exhibits:
        for each in (exhibit.concrete.graph, *nested_graphs(exhibit.concrete)):
            _add(graph, exhibit, each)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + "\n".join(nx.generate_graphml(graph)) + "\n"


def _add(graph: nx.MultiDiGraph, exhibit: Exhibit, function: OpGraph) -> None:
    names = [_clean(f"{exhibit.key}/{function.function}/{name}") for name in function.names]
    for node in function:
        file, cell = split_cell(node.frames[-1].file) if node.frames else ("", None)
        graph.add_node(
            names[node.index],
            trace=_clean(exhibit.title),
            function=_clean(function.function),
            name=_clean(node.name),
            op=node.op_type,
            outputs=_clean(", ".join(node.outputs)),
            device=node.device,
            file=_clean(file),
            line=node.frames[-1].line if node.frames else 0,
            cell=cell or 0,
        )
    for node in function:
        for position, (source, output) in enumerate(node.inputs):
            graph.add_edge(names[source], names[node.index], output=output, input=position, control=False)
        for source in node.control_inputs:
            graph.add_edge(names[source], names[node.index], output=-1, input=-1, control=True)


def _clean(text: str) -> str:
    """The text without characters that XML cannot hold."""
    return _NOT_XML.sub("�", text)
