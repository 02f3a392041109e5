"""Inlined names: which op of a nested function a node stands for that the runtime inlined, read from its name.

The runtime lowers If and While and inlines calls before Grappler's passes, and names what it copies after where it
was: ``while/body/_9/while/add`` is ``while/add`` of the body that ``while`` runs, ``PartitionedCall/mul`` is ``mul`` of
the function that ``PartitionedCall`` calls.
"""

from __future__ import annotations

import re

from graphscope.analysis.picture import NodeId
from graphscope.analysis.regions import regions
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import ConcreteFunction

_COPIED = re.compile(r"(then|else|cond|body|branch)_?(\d*)/_\d+/(.+)")
_ROLES = {"cond": "condition", "branch": "case "}


def original_of(concrete: ConcreteFunction, name: str) -> NodeId | None:
    """The op of ``concrete``, nested functions included, that a node called ``name`` is or was copied from."""
    graph = concrete.graph
    while name not in graph.index_of:
        step = _step_inside(concrete, graph, name)
        if step is None:
            return None
        graph, name = step
    return graph.function, name


def _step_inside(concrete: ConcreteFunction, graph: OpGraph, name: str) -> tuple[OpGraph, str] | None:
    """The function that the name leads into, and the name's rest in there."""
    cut = name.find("/")
    while cut >= 0:
        region = regions(graph).get(graph.index_of.get(name[:cut], -1))
        if region is not None:
            role, rest = "body", name[cut + 1 :]
            copied = _COPIED.fullmatch(rest)
            if copied is not None:
                role, rest = f"{_ROLES.get(copied[1], copied[1])}{copied[2]}", copied[3]
            function = next((part.function for part in region.parts if part.role == role), None)
            inner = concrete.function(function) if function is not None else None
            if inner is not None:
                return inner, rest
        cut = name.find("/", cut + 1)
    return None
