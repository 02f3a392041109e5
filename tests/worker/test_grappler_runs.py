"""What the runtime's own Grappler makes of functions that are run once, in a real worker."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from graphscope.analysis.no_passes import why_no_passes
from graphscope.launch.blocking_worker import BlockingWorker
from graphscope.launch.grappler_environment import grappler_environment
from tests.worker.optimised_functions import lines_of, optimised, sides

pytestmark = pytest.mark.worker


@pytest.fixture(scope="module")
def worker() -> Iterator[BlockingWorker]:
    with BlockingWorker((sys.executable,), grappler_environment()) as running:
        yield running


def test_that_constants_are_folded_and_reshapes_that_cancel_are_gone(worker):
    before, after = sides(optimised(worker, "table_of_constants", "float32[4]")[0])
    assert {"Range", "Sum", "RealDiv"} <= set(before.graph.op_counts)
    assert before.graph.op_counts["Reshape"] == 2
    assert not {"Range", "Sum", "RealDiv", "Reshape"} & set(after.graph.op_counts)
    assert after.graph.op_counts["Mul"] == 1


def test_that_folding_stays_away_where_it_is_turned_off_and_is_back_for_the_next_run(worker):
    off, _ = optimised(worker, "table_of_constants", "float32[4]", options={"constant_folding": False})
    assert sides(off)[1].graph.op_counts["Range"] == 1
    assert sides(optimised(worker, "table_of_constants", "float32[4]")[0])[1].graph.op_counts["Range"] == 0


def test_that_a_run_tells_what_it_depends_on(worker, monkeypatch):
    run, _ = optimised(worker, "dense", "float32[2, 4]", options={"remapping": "off", "min_graph_nodes": "-1"})
    assert run.options == {"remapping": "False", "min_graph_nodes": "-1"}
    assert run.tensorflow.startswith("2.")
    monkeypatch.setenv("TF_ENABLE_ONEDNN_OPTS", "0")
    with BlockingWorker((sys.executable,), grappler_environment()) as without:
        assert optimised(without, "dense", "float32[2, 4]", mode="static")[0].onednn is False


def test_that_a_graph_that_grappler_leaves_alone_says_why(worker):
    run, _ = optimised(worker, "dense", "float32[None, 4]", options={"min_graph_nodes": 1000})
    before, after = sides(run)
    assert after.graph.op_counts == before.graph.op_counts
    assert "leaves a graph of fewer than 1000 ops alone" in why_no_passes(run)


def test_that_what_is_computed_twice_is_computed_once(worker):
    before, after = sides(optimised(worker, "same_twice", "float32[4]")[0])
    assert (before.graph.op_counts["Erf"], after.graph.op_counts["Erf"]) == (2, 1)


def test_that_identities_and_work_nobody_uses_are_pruned(worker):
    before, after = sides(optimised(worker, "unused_work", "float32[2, 2]")[0])
    assert before.graph.op_counts["Identity"] == 3
    assert not {"Identity", "MatMul"} & set(after.graph.op_counts)


def test_that_a_dense_layer_is_fused_by_the_remapper_alone(worker):
    before, after = sides(optimised(worker, "dense", "float32[None, 4]")[0])
    assert {"MatMul", "BiasAdd", "Relu"} <= set(before.graph.op_counts)
    assert after.graph.op_counts["_FusedMatMul"] == 1
    assert not {"MatMul", "BiasAdd", "Relu"} & set(after.graph.op_counts)
    unmapped, _ = optimised(worker, "dense", "float32[None, 4]", options={"remapping": False})
    assert {"MatMul", "BiasAdd", "Relu"} <= set(sides(unmapped)[1].graph.op_counts)


def test_that_called_functions_are_inlined(worker):
    before, after = sides(optimised(worker, "through_helper", "float32[3]")[0])
    assert [name for name in before.functions if "tripled" in name]
    assert before.graph.op_counts["PartitionedCall"] == 1
    assert not after.functions
    assert after.graph.op_counts["PartitionedCall"] == 0
    assert lines_of(after.graph, "Mul") == {"return x * 3.0"}


def test_that_branches_and_loops_are_lowered_and_keep_their_lines(worker):
    before, after = sides(optimised(worker, "branch_and_loop", "float32[3], int32[]")[0])
    assert {"StatelessIf", "StatelessWhile"} <= set(before.graph.op_counts)
    assert {"Switch", "Merge", "Enter", "Exit", "NextIteration", "LoopCond"} <= set(after.graph.op_counts)
    assert lines_of(after.graph, "Enter") == {"while i < n:"}
    assert lines_of(after.graph, "Erf") == {"x = tf.math.erf(x)"}
    assert lines_of(after.graph, "Sin") == {"x = tf.sin(x) + 2.0"}


def test_that_what_stays_the_same_in_a_loop_stays_in_it(worker):
    # No setting that tf.config knows has Grappler move such an op out; XLA does, which test_hlo_graphs shows.
    for options in ({}, {"loop_optimization": True}):
        _, after = sides(optimised(worker, "invariant", "float32[3], float32[3], int32[]", options=options)[0])
        (sine,) = [node for node in after.graph if node.op_type == "Sin"]
        assert [after.graph.op_types[source] for source, _ in sine.inputs] == ["Switch"]


def test_that_a_branch_never_taken_is_gone(worker):
    _, after = sides(optimised(worker, "never_erf", "float32[3]")[0])
    assert not {"StatelessIf", "Switch", "Erf", "Greater"} & set(after.graph.op_counts)
    assert after.graph.op_counts["Mul"] == 1


def test_that_numbered_branches_lead_to_their_own_lines(worker):
    before, after = sides(optimised(worker, "chosen_by_number", "int32[], float32[2]")[0])
    assert len(before.functions) == 3
    assert {"Sin", "Cos", "AddV2"} <= set(after.graph.op_counts)
    assert all("switch_case" in line for line in lines_of(after.graph, "Cos"))


def test_that_arguments_carry_the_names_of_parameters_and_variables(worker):
    before, after = sides(optimised(worker, "dense", "float32[None, 4]")[0])
    names = {(each.name, each.captured, each.variable) for each in before.graph.arguments}
    assert names == {("x", False, False), ("kernel", True, True), ("bias", True, True)}
    assert {each.name for each in after.graph.arguments} == {"x", "kernel", "bias"}


def test_that_specs_are_known_on_both_sides(worker):
    before, after = sides(optimised(worker, "dense", "float32[None, 4]")[0])
    fused = next(node for node in after.graph if node.op_type == "_FusedMatMul")
    assert fused.outputs == ("float32[?, 4]",)
    assert before.graph.outputs[before.graph.index_of["MatMul"]] == ("float32[?, 4]",)
    assert fused.device.endswith("CPU:0")


def test_that_edges_of_the_optimised_graph_lead_where_they_should(worker):
    graph = sides(optimised(worker, "says", "float32[]")[0])[1].graph
    printing = next(node for node in graph if node.op_type == "PrintV2")
    assert graph.op_types[printing.inputs[0][0]] == "StringFormat"
    assert any(printing.index in node.control_inputs for node in graph)


def test_that_a_function_without_arguments_is_run(worker):
    run, _ = optimised(worker, "no_arguments", "")
    before, after = sides(run)
    assert run.inputs == ""
    assert before.graph.op_counts["RandomUniform"] == after.graph.op_counts["RandomUniform"] == 1


def test_that_several_results_strings_and_defaults_are_run(worker):
    run, _ = optimised(worker, "several", "float32[None], string[2]")
    before, after = sides(run)
    assert run.inputs == "x: random float32[2]; words: empty string[2]; flag: True"
    assert before.graph.op_counts["_Retval"] == after.graph.op_counts["_Retval"] == 4


def test_that_a_variable_made_at_the_first_call_is_there(worker):
    for function, signature in (("net.step", "float32[None, 4]"), ("Net.step", "Net(), float32[None, 4], scale=3.0")):
        before, _ = sides(optimised(worker, function, signature)[0])
        assert [each.name for each in before.graph.arguments if each.variable] == ["weight"]


def test_that_the_run_takes_the_inputs_it_is_given(worker):
    run, _ = optimised(worker, "inverse", "float32[2, 2]", inputs="tf.eye(2)")
    assert sides(run)[1].graph.op_counts["MatrixInverse"] == 1
    assert run.inputs == "x: float32[2, 2]"


@pytest.mark.parametrize(
    ("inputs", "told"),
    [
        ("tf.eye(3)", "does not fit the signature: float32[3, 3] is no float32[2, 2]"),
        ("tf.eye(2), 1", "does not fit the signature: too many"),
    ],
)
def test_that_inputs_that_do_not_fit_the_trace_are_told_as_that(worker, inputs, told):
    run, _ = optimised(worker, "inverse", "float32[2, 2]", inputs=inputs)
    assert run.error is not None
    assert run.error.message.startswith(f"what the function is called with {told}")
    assert "Received args" not in run.error.message
    assert "shapes and dtypes that were traced" in run.error.advice


def test_that_objects_of_earlier_signatures_are_there(worker):
    earlier = ("(other := Net()), float32[3, 4]", "what is not read")
    before, _ = sides(optimised(worker, "Net.step", "Net(), float32[2, 4]", earlier=earlier)[0])
    assert before.graph.op_counts["Mul"] == 2


def test_that_every_pass_is_told_and_the_users_output_is_left_alone(worker):
    run, output = optimised(worker, "says", "float32[]")
    assert output.splitlines()[0] == "while tracing"
    assert output.splitlines()[1].startswith("while running 0.")
    assert "meta_optimizer" not in output
    names = [each.name for each in run.passes]
    assert {"model_pruner", "constant_folding", "arithmetic_optimizer", "remapper"} <= set(names)
    assert run.passes[0].iteration == 0
    assert all(each.milliseconds >= 0 for each in run.passes)


def test_that_each_pass_goes_on_from_the_one_before(worker):
    passes = optimised(worker, "table_of_constants", "float32[4]")[0].passes
    assert [each.nodes_before for each in passes[1:]] == [each.nodes_after for each in passes[:-1]]
    assert [each.edges_before for each in passes[1:]] == [each.edges_after for each in passes[:-1]]
    folding = next(each for each in passes if each.name == "constant_folding")
    assert folding.changed
    assert folding.nodes_after < folding.nodes_before
    assert {each.changed for each in passes} == {True, False}


def test_that_strings_which_grappler_packs_are_told_as_they_are(worker):
    _, after = sides(optimised(worker, "told_by_sign", "float32[2]")[0])
    texts = {node.constant.text for node in after.graph if node.constant is not None}
    assert {str(["ab" * 75]), "['one']"} <= texts
