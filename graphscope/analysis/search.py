"""Search: ops by name, op type or argument, over a graph and every function reached from it; nothing is highlighted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import cast

from graphscope.analysis.picture import NodeId
from graphscope.analysis.regions import region_paths
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import ConcreteFunction


@dataclass(frozen=True, slots=True)
class Found:
    """The ops that were found, the outermost graph's first; ``problem`` tells what is wrong with the search text."""

    nodes: tuple[NodeId, ...] = ()
    problem: str = ""


def search(concrete: ConcreteFunction, text: str) -> Found:
    """Ops whose name, op type or Python name holds ``text``; ``/text/`` is a regular expression. Case is ignored."""
    text = text.strip()
    if not text:
        return Found()
    if len(text) > 2 and text.startswith("/") and text.endswith("/"):
        try:
            pattern = re.compile(text[1:-1], re.IGNORECASE)
        except re.error as error:
            return Found(problem=f"not a regular expression: {error}")
        return Found(tuple(_found(concrete, lambda word: pattern.search(word) is not None)))
    plain = text.lower()
    return Found(tuple(_found(concrete, lambda word: plain in word.lower(), plain)))


def functions_of(concrete: ConcreteFunction) -> list[OpGraph]:
    """The graph and every function reached from it, each once."""
    nested = {part.function: None for _, region in region_paths(concrete) for part in region.parts}
    graphs = [concrete.graph, *(concrete.function(name) for name in nested)]
    return [graph for graph in graphs if graph is not None]


def _found(concrete: ConcreteFunction, matches: Callable[[str], bool], plain: str | None = None) -> Iterator[NodeId]:
    for graph in functions_of(concrete):
        types = {op_type for op_type in graph.op_counts if matches(op_type)}
        arguments = {argument.node for argument in graph.arguments if matches(argument.name)}
        rows = set(arguments)
        if types:
            rows.update(row for row, op_type in enumerate(graph.op_types) if op_type in types)
        if plain is None:
            rows.update(row for row, name in enumerate(graph.names) if matches(name))
        else:
            rows.update(row for row, name in enumerate(_lowered_names(graph)) if plain in name)
        yield from ((graph.function, graph.names[row]) for row in sorted(rows))


def _lowered_names(graph: OpGraph) -> list[str]:
    known = graph.answers.get("lowered names")
    if known is None:
        known = graph.answers["lowered names"] = [name.lower() for name in graph.names]
    return cast("list[str]", known)
