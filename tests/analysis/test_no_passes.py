"""A run without passes says why."""

from __future__ import annotations

import pytest

from graphscope.analysis.no_passes import why_no_passes
from graphscope.model.grappler import GrapplerPass, GrapplerRun
from graphscope.model.trace import ConcreteFunction
from tests.analysis.small_graphs import graph_of

THREE = ConcreteFunction(graph_of("f", [("x", "_Arg", ""), ("neg", "Neg", "x"), ("y", "_Retval", "neg")]))


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, "leaves a graph of fewer than 4 ops alone, and this one has 3 ops"),
        ({"min_graph_nodes": "10"}, "fewer than 10 ops"),
        ({"min_graph_nodes": "-1"}, "told of no pass"),
        ({"disable_meta_optimizer": "True"}, "all were switched off"),
    ],
)
def test_that_a_run_without_passes_says_why(options: dict[str, str], told: str) -> None:
    assert told in why_no_passes(GrapplerRun("run", THREE, THREE, options=options))


def test_that_a_run_with_passes_says_nothing() -> None:
    one = GrapplerPass(0, "remapper", 3, 3, 2, 2, False, 0.1)
    assert why_no_passes(GrapplerRun("run", THREE, THREE, (one,))) == ""
