"""Search, counts and sentences: ops found and told of over all nested functions."""

from __future__ import annotations

import dataclasses

from graphscope.analysis.describe_op import describe_op
from graphscope.analysis.search import search
from graphscope.model.trace import ConcreteFunction
from tests.analysis.small_graphs import branches, graph_of, loop


def test_that_ops_are_found_by_name_and_by_type_in_every_function():
    assert search(branches(), "MUL").nodes == (("cond_true_23", "mul"),)
    assert search(branches(), "statelessif").nodes == (("step", "cond"),)
    assert len(search(loop(), "placeholder").nodes) == 9


def test_that_arguments_are_found_by_their_python_names():
    graph = graph_of("f", [("args_0", "Placeholder", "")], arguments={"args_0": "feats['a']"})
    assert search(ConcreteFunction(graph), "feats").nodes == (("f", "args_0"),)


def test_that_text_between_slashes_is_a_regular_expression():
    assert search(loop(), "/^(add|call)$/").nodes == (("while_body_4", "add"), ("while_body_4", "call"))


def test_that_a_wrong_regular_expression_is_a_sentence_and_no_text_finds_nothing():
    found = search(loop(), "/(/")
    assert found.nodes == ()
    assert "not a regular expression" in found.problem
    assert search(loop(), "  ").nodes == ()


def test_that_an_op_is_told_in_one_sentence():
    sentence = describe_op(branches(), ("step", "Greater"))
    assert sentence == (
        "Greater “Greater”: takes x float32[?, 4] and zero float32[?, 4], gives float32[?, 4] and int32[]; "
        "made at line 12 of user.py in step."
    )
    assert "argument x" in describe_op(branches(), ("step", "x"))
    assert "of value 2.0" in describe_op(branches(), ("step", "zero"))
    assert describe_op(branches(), ("step", "none")) == "“none” is not in this graph."


def test_that_shapes_of_xlas_are_found_by_their_sizes_whatever_the_order_in_memory():
    graph = graph_of("main", [("p", "parameter", ""), ("t", "tuple", "")])
    told = dataclasses.replace(graph, outputs=(("f32[2,4]{1,0}",), ("(f32[2,4]{1,0}, s32[])",)))
    concrete = ConcreteFunction(told)
    assert search(concrete, "shape:[2,4]").nodes == (("main", "p"),)
    assert search(concrete, "shape:[*,4]").nodes == (("main", "p"),)
    assert search(concrete, "shape:[]").nodes == ()
    assert search(concrete, "dtype:f32").nodes == (("main", "p"),)
