"""The graph after each pass is the first graph with every change so far, and only those."""

from __future__ import annotations

import dataclasses

from graphscope.analysis.pass_graphs import graph_after, known_passes
from graphscope.model.grappler import GrapplerPass, GrapplerRun, PassChange
from graphscope.model.op_graph import Constant, OpGraph
from graphscope.model.trace import ConcreteFunction
from tests.analysis.small_graphs import Node, graph_of

NOTHING = graph_of("f", [])


def told(found: OpGraph) -> list[Node]:
    """The nodes of a graph as ``graph_of`` takes them."""
    nodes = []
    for node in found:
        data = [f"{found.names[source]}:{output}" if output else found.names[source] for source, output in node.inputs]
        nodes.append((node.name, node.op_type, " ".join([*data, *(f"^{found.names[s]}" for s in node.control_inputs)])))
    return nodes


def passed(change: PassChange | None, function: str = "") -> GrapplerPass:
    return GrapplerPass(0, "a pass", 1, 1, 1, 1, bool(change), 0.5, function, change)


FIRST = graph_of(
    "f",
    [
        ("x", "_Arg", ""),
        ("two", "Const", ""),
        ("dead", "Neg", "x"),
        ("split", "Split", "x"),
        ("add", "AddV2", "split:1 two ^split"),
    ],
)
FUSED = PassChange(
    ("two", "dead"), graph_of("f", [("split", "", ""), ("new", "Const", ""), ("add", "_Fused", "split:1 new")])
)


def test_that_a_change_takes_away_adds_and_changes_and_leaves_the_rest() -> None:
    run = GrapplerRun("run", first=ConcreteFunction(FIRST), passes=(passed(FUSED),))
    after = graph_after(run, 0)
    assert after is not None
    assert told(after.graph) == [
        ("x", "_Arg", ""),
        ("split", "Split", "x"),
        ("add", "_Fused", "split:1 new"),
        ("new", "Const", ""),
    ]


def test_that_operations_are_known_only_of_types_that_the_pass_left_alone() -> None:
    counted = dataclasses.replace(FIRST, flops={"Split": (1, 1), "Neg": (3, 1), "AddV2": (3, 1), "_Fused": (9, 1)})
    run = GrapplerRun("run", first=ConcreteFunction(counted), passes=(passed(FUSED),))
    after = graph_after(run, 0)
    assert after is not None
    assert after.graph.flops == {"Split": (1, 1)}


def test_that_passes_apply_one_after_the_other_whatever_is_asked_first() -> None:
    back = PassChange(("new",), graph_of("f", [("x", "", ""), ("add", "Neg", "x ^x")]))
    run = GrapplerRun("run", first=ConcreteFunction(FIRST), passes=(passed(FUSED), passed(back)))
    last, first = graph_after(run, 1), graph_after(run, 0)
    assert last is not None
    assert first is not None
    assert told(last.graph)[-1] == ("add", "Neg", "x ^x")
    assert "new" in first.graph.names
    assert graph_after(run, -1) is run.first


def test_that_a_pass_without_a_change_gives_the_same_object() -> None:
    run = GrapplerRun("run", first=ConcreteFunction(FIRST), passes=(passed(FUSED), passed(PassChange((), NOTHING))))
    assert graph_after(run, 1) is graph_after(run, 0)


def test_that_a_function_optimised_on_its_own_changes_alone() -> None:
    body = dataclasses.replace(FIRST, function="body")
    run = GrapplerRun("run", first=ConcreteFunction(FIRST, {"body": body}), passes=(passed(FUSED, "body"),))
    after = graph_after(run, 0)
    assert after is not None
    assert after.graph is FIRST
    assert "new" in after.functions["body"].names


def test_that_graphs_end_where_changes_are_not_known() -> None:
    run = GrapplerRun("run", first=ConcreteFunction(FIRST), passes=(passed(FUSED), passed(None), passed(FUSED)))
    assert known_passes(run) == 1
    assert graph_after(run, 1) is None
    assert graph_after(run, 2) is None
    assert graph_after(GrapplerRun("run", passes=(passed(FUSED),)), -1) is None


def test_that_constants_arguments_and_results_stay_with_their_ops() -> None:
    value = Constant("int32", (), "2", True)
    first = dataclasses.replace(FIRST, constants={1: value}, results=((4, 0), (2, 0)))
    run = GrapplerRun("run", first=ConcreteFunction(first), passes=(passed(PassChange(("x", "dead"), NOTHING)),))
    after = graph_after(run, 0)
    assert after is not None
    assert after.graph.names == ("two", "split", "add")
    assert after.graph.constants == {0: value}
    assert after.graph.results == ((2, 0),)
    assert after.graph.inputs == ((), (), (1, 1, 0, 0))
