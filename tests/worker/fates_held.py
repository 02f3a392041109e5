"""Holds what is told of every op that a pass took away, or left unused, against the graphs before and after it."""

from __future__ import annotations

from graphscope.analysis.pass_origins import fates_of, pass_sides
from graphscope.analysis.useless_ops import useless_ops
from graphscope.model.grappler import GrapplerRun
from graphscope.model.op_graph import OpGraph


def fates_are_true(run: GrapplerRun) -> int:
    """How many fates were held against the graphs."""
    held = 0
    for index in range(len(run.passes)):
        sides = pass_sides(run, index)
        assert sides is not None
        before, after = sides
        useless = useless_ops(before, after, before.names) if run.passes[index].change else set()
        for name, fate in fates_of(run, index).items():
            held += 1
            where = (run.passes[index].name, name, fate)
            assert fate.heir == "" or fate.heir in after.index_of, where
            assert name in useless or not _is_used(after, name), where
            if fate.kind == "merged":
                assert _type(before, name) == _type(after, fate.heir), where
            if fate.kind in ("merged", "dead"):
                assert name not in after.index_of or _type(after, name) == "NoOp", where
    return held


def _is_used(graph: OpGraph, name: str) -> bool:
    """Whether something takes its result."""
    row = graph.index_of.get(name)
    return row is not None and any(row in graph.inputs[taker][::2] for taker in graph.consumers[row])


def _type(graph: OpGraph, name: str) -> str:
    return graph.op_types[graph.index_of[name]]
