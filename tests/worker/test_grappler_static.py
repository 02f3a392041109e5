"""Grappler asked without running anything, and runs that give no graph, in a real worker."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from graphscope.errors import UsageError, WorkerError
from graphscope.launch.blocking_worker import BlockingWorker
from graphscope.launch.grappler_environment import grappler_environment
from graphscope.model.trace import UserError
from graphscope.protocol import messages as m
from tests.worker.optimised_functions import OPTIMISED, SECONDS, lines_of, optimised, sides

pytestmark = pytest.mark.worker


@pytest.fixture(scope="module")
def worker() -> Iterator[BlockingWorker]:
    with BlockingWorker((sys.executable,), grappler_environment()) as running:
        yield running


def told(worker: BlockingWorker) -> str:
    """What the open module has counted and traced."""
    worker.ask(m.ChooseFunction(0, "tells"), SECONDS)
    _, output = worker.ask(m.TraceSignature(0, 0, ""), SECONDS)
    return output.strip()


def error(worker: BlockingWorker, function: str, signature: str, **more) -> UserError:
    """The error of a run that must give one."""
    run, _ = optimised(worker, function, signature, **more)
    assert run.error is not None
    assert run.before is None
    assert run.after is None
    assert run.passes == ()
    return run.error


def line(found: UserError) -> str:
    assert found.file == str(OPTIMISED)
    return OPTIMISED.read_text(encoding="utf-8").splitlines()[found.line - 1].strip()


def test_that_static_runs_nothing_where_a_run_does(worker):
    static, _ = optimised(worker, "counts", "float32[]", mode="static")
    assert sides(static)[1].graph.op_counts["AssignAddVariableOp"] == 1
    assert told(worker) == "counted 0 traced 1"
    optimised(worker, "counts", "float32[]")
    assert told(worker) == "counted 1 traced 1"


def test_that_static_takes_inputs_that_cannot_be_run(worker):
    run, _ = optimised(worker, "inverse", "float32[2, 3, 2, 2]", mode="static")
    assert sides(run)[1].graph.op_counts["MatrixInverse"] == 1
    assert (run.mode, run.inputs) == ("static", "")


def test_that_static_fuses_and_heeds_options(worker):
    fused = sides(optimised(worker, "dense", "float32[None, 4]", mode="static")[0])[1].graph
    assert fused.op_counts["_FusedMatMul"] == 1
    options = {"remapping": "False"}
    left = sides(optimised(worker, "dense", "float32[None, 4]", mode="static", options=options)[0])[1].graph
    assert left.op_counts["_FusedMatMul"] == 0
    assert {"MatMul", "BiasAdd", "Relu"} <= set(left.op_counts)


def test_that_rounds_and_passes_beyond_tensorflows_own_options_are_heeded_and_forgotten(worker):
    for mode in ("static", "run"):
        options = {"meta_optimizer_iterations": 1, "common_subgraph_elimination": False}
        told = optimised(worker, "dense", "float32[2, 4]", mode=mode, options=options)[0].passes
        assert {each.iteration for each in told} == {0}
        assert "common_subgraph_elimination" not in {each.name for each in told}
        again = optimised(worker, "dense", "float32[2, 4]", mode=mode)[0].passes
        assert {each.iteration for each in again} == {0, 1}
        assert "common_subgraph_elimination" in {each.name for each in again}


def test_that_static_leaves_small_graphs_alone_where_that_is_asked_for(worker):
    before, after = sides(
        optimised(worker, "dense", "float32[2, 4]", mode="static", options={"min_graph_nodes": 99})[0]
    )
    assert after.graph.op_counts == before.graph.op_counts


def test_that_static_keeps_branches_and_loops_whole_and_a_run_does_not(worker):
    before, static = sides(optimised(worker, "branch_and_loop", "float32[3], int32[]", mode="static")[0])
    _, run = sides(optimised(worker, "branch_and_loop", "float32[3], int32[]")[0])
    assert {"StatelessIf", "StatelessWhile"} <= set(static.graph.op_counts)
    assert not {"StatelessIf", "StatelessWhile"} & set(run.graph.op_counts)
    assert len(static.graph) < len(before.graph) < len(run.graph)
    branch = next(graph for name, graph in static.functions.items() if "true" in name)
    assert branch.op_counts["PartitionedCall"] == 0
    assert lines_of(branch, "Mul") == {"return x * 3.0"}


def test_that_static_tells_its_passes_too(worker):
    run, _ = optimised(worker, "table_of_constants", "float32[4]", mode="static")
    before, after = sides(run)
    assert run.passes[0].nodes_before == len(before.graph)
    assert len(after.graph) < len(before.graph)
    assert "constant_folding" in {each.name for each in run.passes}


def test_that_an_op_that_fails_is_told_by_its_line_and_in_few_words(worker):
    found = error(worker, "inverse", "tf.zeros([2, 2])")
    assert (found.type, found.message) == ("InvalidArgumentError", "Input is not invertible.")
    assert line(found) == "return tf.linalg.inv(x)"
    assert "static" in found.advice


def test_that_python_that_fails_while_the_graph_runs_is_told_without_a_traceback(worker):
    found = error(worker, "fails_in_python", "float32[]")
    assert found.message == "ZeroDivisionError: division by zero"
    assert line(found).startswith("return tf.py_function")


def test_that_a_function_that_cannot_be_traced_fails_in_both_modes(worker):
    for mode in ("run", "static"):
        found = error(worker, "cannot_be_traced", "float32[2, 3]", mode=mode)
        assert found.type == "ValueError"
        assert line(found) == "return tf.matmul(x, tf.ones([7, 7]))"


def test_that_inputs_that_do_not_fit_are_refused(worker):
    found = error(worker, "inverse", "float32[2, 2]", inputs="tf.eye(2), 3")
    assert found.type == "TypeError"
    assert found.advice


def test_that_a_function_compiled_by_xla_is_told_as_such(worker):
    assert "XLA" in error(worker, "compiled", "float32[3]").message
    run, _ = optimised(worker, "compiled", "float32[3]", mode="static")
    assert sides(run)[1].graph.op_counts["Sin"] == 1


@pytest.mark.parametrize(
    ("options", "message", "advice"),
    [
        ({"constant_foldin": False}, "'constant_foldin'", "Did you mean constant_folding?"),
        ({"nothing_like_it": True}, "'nothing_like_it'", "shape_optimization"),
        ({"remapping": "perhaps"}, "remapping=perhaps is neither True nor False", "Write remapping=False."),
        ({"meta_optimizer_iterations": 7}, "meta_optimizer_iterations=7 is out of bounds", "It can be 1 or 2."),
        ({"min_graph_nodes": "few"}, "min_graph_nodes=few is not a whole number", "Write min_graph_nodes=-1."),
    ],
)
def test_that_a_wrong_option_is_told_with_the_right_ones(worker, options, message, advice):
    found = error(worker, "dense", "float32[2, 4]", options=options)
    assert found.type == "ValueError"
    assert message in found.message
    assert advice in found.advice


def test_that_a_signature_that_cannot_be_read_is_wrong_use(worker):
    with pytest.raises(UsageError):
        optimised(worker, "dense", "float32[2, 4")
    with pytest.raises(UsageError, match="no value can be made"):
        optimised(worker, "counts", "tf.TensorSpec([], tf.variant)")


def test_that_an_exit_in_the_users_python_does_not_end_the_worker(worker):
    run, _ = optimised(worker, "exits", "float32[]")
    assert run.error is not None
    assert told(worker).startswith("counted 0")


def test_that_the_last_words_of_a_run_that_aborts_come_through():
    with (
        BlockingWorker((sys.executable,), grappler_environment()) as worker,
        pytest.raises(WorkerError, match="never 1 == 2"),
    ):
        optimised(worker, "aborts", "float32[]")
