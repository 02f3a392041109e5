"""Matching and differences: the same op of the user's in two traces, whatever TensorFlow numbered it."""

from __future__ import annotations

import dataclasses

from graphscope.analysis.graph_diff import diff_graphs
from graphscope.analysis.inlined_names import original_of
from graphscope.analysis.node_matching import match_nodes
from graphscope.model.trace import ConcreteFunction
from tests.analysis.small_graphs import branches, graph_of, loop


def test_that_nested_functions_are_matched_by_what_runs_them_not_by_name():
    matching = match_nodes(branches(23), branches(51))
    assert matching.functions["cond_true_23"] == "cond_true_51"
    assert matching.to_b[("cond_true_23", "mul")] == ("cond_true_51", "mul")
    assert matching.to_a[("cond_true_51", "mul")] == ("cond_true_23", "mul")


def test_that_order_in_the_file_does_not_matter():
    graph = graph_of("f", [("x", "Placeholder", ""), ("a", "Mul", "x"), ("b", "Neg", "x")])
    other = graph_of("f", [("b", "Neg", ""), ("x", "Placeholder", ""), ("a", "Mul", "x")])
    matching = match_nodes(ConcreteFunction(graph), ConcreteFunction(other))
    assert matching.to_b == {("f", name): ("f", name) for name in "xab"}


def test_that_an_op_of_another_number_is_matched_by_its_line():
    first = graph_of("f", [("mul", "Mul", ""), ("mul_1", "Mul", "mul")], lines={"mul": [3], "mul_1": [4]})
    second = graph_of("f", [("mul", "Mul", "")], lines={"mul": [4]})
    matching = match_nodes(ConcreteFunction(first), ConcreteFunction(second))
    assert matching.to_b == {("f", "mul_1"): ("f", "mul")}


def test_that_arguments_are_matched_by_their_python_names():
    first = graph_of("f", [("args_0", "Placeholder", "")], arguments={"args_0": "x"})
    second = graph_of("f", [("x", "Placeholder", "")], arguments={"x": "x"})
    assert match_nodes(ConcreteFunction(first), ConcreteFunction(second)).to_b == {("f", "args_0"): ("f", "x")}


def test_that_a_graph_does_not_differ_from_itself():
    diff = diff_graphs(loop(), loop())
    assert not diff.changed
    assert not diff.only_a
    assert not diff.only_b
    assert len(diff.same) == 16


def test_that_the_same_trace_under_other_numbers_is_the_same():
    diff = diff_graphs(branches(23), branches(51))
    assert (diff.changed, diff.only_a, diff.only_b) == (frozenset(), frozenset(), frozenset())


def test_that_a_fused_op_is_changed_and_what_it_swallowed_is_only_in_a():
    nodes = [("x", "Placeholder", ""), ("matmul", "MatMul", "x"), ("relu", "Relu", "matmul")]
    fused = [("x", "_Arg", ""), ("relu", "_FusedMatMul", "x")]
    diff = diff_graphs(ConcreteFunction(graph_of("f", nodes)), ConcreteFunction(graph_of("g", fused)))
    assert diff.only_a == {("f", "matmul")}
    assert diff.changes[("f", "relu")] == "Relu became _FusedMatMul"
    assert diff.changed_in_b == {("g", "x"), ("g", "relu")}


def test_that_another_shape_and_another_value_are_changes():
    first, second = branches(), branches()
    outputs = (("float32[8, 4]",), *second.graph.outputs[1:])
    constants = {1: dataclasses.replace(second.graph.constants[1], text="3.0")}
    second = dataclasses.replace(second, graph=dataclasses.replace(second.graph, outputs=outputs, constants=constants))
    diff = diff_graphs(first, second)
    assert diff.changes[("step", "x")] == "gives float32[?, 4], int32[] in A, float32[8, 4] in B"
    assert diff.changes[("step", "zero")] == "its value differs"


def test_that_other_inputs_are_a_change():
    first = graph_of("f", [("x", "Placeholder", ""), ("y", "Placeholder", ""), ("neg", "Neg", "x")])
    second = graph_of("f", [("x", "Placeholder", ""), ("y", "Placeholder", ""), ("neg", "Neg", "y")])
    diff = diff_graphs(ConcreteFunction(first), ConcreteFunction(second))
    assert diff.changes == {("f", "neg"): "its inputs differ"}


def test_that_what_the_runtime_inlined_is_matched_with_the_nested_op_it_was_copied_from():
    lowered = graph_of(
        "step",
        [
            ("x", "_Arg", ""),
            ("Greater", "Greater", "x"),
            ("cond/x/_5", "Switch", "x Greater"),
            ("cond/then/_0/mul", "Mul", "cond/x/_5"),
            ("cond/output/_6", "Merge", "cond/then/_0/mul cond/x/_5"),
        ],
        arguments={"x": "x"},
    )
    traced = branches(23)
    matching = match_nodes(traced, ConcreteFunction(lowered))
    assert matching.to_b[("cond_true_23", "mul")] == ("step", "cond/then/_0/mul")
    assert match_nodes(ConcreteFunction(lowered), traced).to_b[("step", "cond/then/_0/mul")] == ("cond_true_23", "mul")
    diff = diff_graphs(traced, ConcreteFunction(lowered))
    assert ("step", "cond/output/_6") in diff.only_b


def test_that_a_call_inside_a_branch_is_followed_to_the_function_it_calls():
    half = graph_of("half", [("v", "Placeholder", ""), ("mul", "Mul", "v")])
    then = graph_of("then_1", [("call", "PartitionedCall", "")], calls={"call": {"f": ("half",)}})
    top = graph_of(
        "step", [("cond", "If", "")], calls={"cond": {"then_branch": ("then_1",), "else_branch": ("then_1",)}}
    )
    traced = ConcreteFunction(top, {"half": half, "then_1": then})
    assert original_of(traced, "cond/then/_0/call/mul") == ("half", "mul")
    assert original_of(traced, "cond/other/_0/call/mul") is None
    assert original_of(traced, "nowhere/mul") is None
