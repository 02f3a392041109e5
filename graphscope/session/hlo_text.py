"""The text of an HLO module, linked line by line to the instructions of its graph; it is only read, never parsed on."""

from __future__ import annotations

import re
from collections.abc import Collection

from graphscope.analysis.picture import NodeId
from graphscope.model.trace import ConcreteFunction

_INSTRUCTION = re.compile(r"\s+(?:ROOT )?%?(?P<name>[\w.\-]+) = ")


def nodes_of_lines(text: str, concrete: ConcreteFunction) -> dict[int, NodeId]:
    """Line of the text, from 1 → the instruction that it defines. Names are each instruction's own in a module."""
    graphs = (concrete.graph, *concrete.functions.values())
    owners = {name: (graph.function, name) for graph in graphs for name in graph.names}
    found = {}
    for number, line in enumerate(text.splitlines(), start=1):
        match = _INSTRUCTION.match(line)
        if match is not None and match["name"] in owners:
            found[number] = owners[match["name"]]
    return found


def lines_of_nodes(lines: dict[int, NodeId], nodes: Collection[NodeId]) -> frozenset[int]:
    """The lines that define these instructions."""
    wanted = set(nodes)
    return frozenset(number for number, node in lines.items() if node in wanted)
