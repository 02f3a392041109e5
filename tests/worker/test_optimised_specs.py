"""Specs after Grappler, round loops and where only the trace knows them; and functions as they were really run."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphscope.analysis.pass_graphs import graph_after, known_passes
from graphscope.launch.blocking_worker import BlockingWorker
from graphscope.launch.grappler_environment import grappler_environment
from graphscope.model.from_protocol import grappler_run
from graphscope.model.grappler import GrapplerRun
from graphscope.model.op_graph import OpGraph
from graphscope.protocol import messages as m

pytestmark = pytest.mark.worker
MODULE = Path(__file__).parent / "modules" / "loops.py"
SECONDS = 120.0


@pytest.fixture(scope="module")
def worker() -> Iterator[BlockingWorker]:
    with BlockingWorker((sys.executable,), grappler_environment()) as running:
        running.ask(m.OpenModule(0, str(MODULE)), SECONDS)
        yield running


def ran(worker: BlockingWorker, function: str, signature: str, mode: str = "run") -> tuple[GrapplerRun, OpGraph]:
    worker.ask(m.ChooseFunction(0, function), SECONDS)
    reply, _ = worker.ask(m.RunGrappler(0, signature, mode=mode), SECONDS)
    run = grappler_run(reply.grappler)
    assert run.error is None, run.error
    assert run.after is not None
    return run, run.after.graph


def specs(graph: OpGraph, op_type: str) -> set[str]:
    """The specs of the first output of all ops of a type."""
    return {node.outputs[0] for node in graph if node.op_type == op_type}


def test_that_shapes_round_nested_loops_are_known_in_every_pass(worker: BlockingWorker) -> None:
    run, graph = ran(worker, "nested", "float32[3], int32[]")
    for kind in ("Enter", "Merge", "Switch", "NextIteration", "Exit"):
        assert specs(graph, kind) <= {"float32[3]", "int32[]", "bool[]"}, kind
    assert specs(graph, "LoopCond") == {"bool[]"}
    last = graph_after(run, len(run.passes) - 1)
    assert last is not None
    assert {node.name: node.outputs for node in last.graph} == {node.name: node.outputs for node in graph}


def test_that_a_shape_that_changes_from_round_to_round_is_told_as_far_as_it_stays(worker: BlockingWorker) -> None:
    _, graph = ran(worker, "growing", "float32[3], int32[]")
    assert specs(graph, "ConcatV2") == {"float32[?]"}
    assert specs(graph, "Merge") == {"float32[?]", "int32[]"}
    assert specs(graph, "Enter") == {"float32[3]", "int32[]"}


def test_that_a_shape_that_nobody_knows_is_not_made_up(worker: BlockingWorker) -> None:
    _, graph = ran(worker, "through_python", "float32[3], int32[]")
    assert specs(graph, "EagerPyFunc") == {"float32[...]"}
    assert specs(graph, "Merge") == {"float32[...]", "int32[]"}


@pytest.mark.parametrize("mode", ["run", "static"])
def test_that_what_only_the_trace_knows_is_told_after_grappler_too(worker: BlockingWorker, mode: str) -> None:
    _, graph = ran(worker, "stored", "float32[]", mode)
    assert specs(graph, "QueueDequeueV2") == {"float32[]"}
    assert specs(graph, "ReadVariableOp") == {"float32[4, 2]"}


def test_that_a_function_that_stays_is_shown_as_it_was_run(worker: BlockingWorker) -> None:
    run, _ = ran(worker, "apart_twice", "float32[4]")
    assert run.after is not None
    (name,) = [each for each in run.after.functions if "apart" in each]
    assert run.after.functions[name].op_counts["Range"] == 0
    last = graph_after(run, len(run.passes) - 1)
    assert last is not None
    assert last.functions[name].op_counts == run.after.functions[name].op_counts
    assert not [each for each in run.after.functions if "inside" in each]


def test_that_a_function_is_optimised_on_its_own_where_the_graph_that_calls_it_is_too_small(
    worker: BlockingWorker,
) -> None:
    run, graph = ran(worker, "only_calls", "")
    assert run.first is not None
    assert len(graph) < 4
    assert run.passes
    assert all("apart_alone" in each.function for each in run.passes)
    assert known_passes(run) == len(run.passes)
    last = graph_after(run, len(run.passes) - 1)
    assert last is not None
    assert last.graph.op_counts == graph.op_counts
    (body,) = last.functions.values()
    assert body.op_counts == {"Const": 1, "_Retval": 1}


def test_that_a_pass_alone_is_known_of_every_function(worker: BlockingWorker) -> None:
    worker.ask(m.ChooseFunction(0, "nested"), SECONDS)
    only = "scoped_allocator_optimizer"
    reply, _ = worker.ask(m.RunGrappler(0, "float32[3], int32[]", mode="static", only=only), SECONDS)
    run = grappler_run(reply.grappler)
    assert run.only == only
    assert len({each.function for each in run.passes}) > 2
    assert known_passes(run) == len(run.passes)


def test_that_ops_which_passes_add_lead_to_the_line_of_what_they_stand_for(worker: BlockingWorker) -> None:
    _, graph = ran(worker, "roots", "float32[3]")
    lines = MODULE.read_text(encoding="utf-8").splitlines()
    (composed,) = [node for node in graph if node.op_type == "_UnaryOpsComposition"]
    assert lines[composed.frames[-1].line - 1].strip() == "return tf.exp(tf.sqrt(tf.abs(x)))"
