"""Regions: the roles of the functions that control-flow ops and calls run, and loops and branches taken apart."""

from __future__ import annotations

import dataclasses

from graphscope.analysis.lowered_regions import lowered_paths
from graphscope.analysis.regions import callers, region_paths, regions
from tests.analysis.small_graphs import branches, graph_of, loop


def roles(graph, name):
    return {part.role: part.function for part in regions(graph)[graph.index_of[name]].parts}


def test_that_a_branch_has_then_before_else():
    graph = branches().graph
    assert list(roles(graph, "cond").items()) == [("then", "cond_true_23"), ("else", "cond_false_23")]


def test_that_a_loop_has_its_condition_before_its_body():
    graph = loop().graph
    assert list(roles(graph, "while").items()) == [("condition", "while_cond_3"), ("body", "while_body_4")]
    assert regions(graph)[3].kind == "while"


def test_that_cases_are_counted_from_zero():
    calls = {"pick": {"branches": ("a", "b", "c")}}
    graph = graph_of("f", [("i", "Placeholder", ""), ("pick", "Case", "i")], calls=calls)
    assert roles(graph, "pick") == {"case 0": "a", "case 1": "b", "case 2": "c"}
    assert regions(graph)[1].kind == "case"


def test_that_a_call_has_a_body_and_other_ops_that_run_functions_are_regions_too():
    calls = {"call": {"f": ("g",)}, "reduce": {"f": ("h",)}}
    graph = graph_of("f", [("call", "StatefulPartitionedCall", ""), ("reduce", "ReduceDataset", "")], calls=calls)
    assert [region.kind for region in regions(graph).values()] == ["call", "other"]
    assert roles(graph, "call") == {"body": "g"}


def test_that_regions_are_walked_to_any_depth_and_each_function_once():
    concrete = loop()
    found = [(graph.function, graph.names[region.node]) for graph, region in region_paths(concrete)]
    assert found == [("step", "while"), ("while_body_4", "call")]
    assert callers(concrete) == {"while_cond_3": 1, "while_body_4": 1, "__inference_half_9": 1}


def lowered_loop():
    graph = graph_of(
        "f",
        [
            ("x", "_Arg", ""),
            ("enter", "Enter", "x"),
            ("merge", "Merge", "enter next"),
            ("limit", "Const", "^merge"),
            ("less", "Less", "merge limit"),
            ("go", "LoopCond", "less"),
            ("switch", "Switch", "merge go"),
            ("step", "Sqrt", "switch:1"),
            ("next", "NextIteration", "step"),
            ("exit", "Exit", "switch"),
            ("out", "_Retval", "exit"),
        ],
    )
    attributes = tuple({"frame_name": "while_frame"} if name == "enter" else {} for name in graph.names)
    return dataclasses.replace(graph, attributes=attributes)


def test_that_a_loop_taken_apart_is_found_by_its_frame():
    graph = lowered_loop()
    inside = {graph.names[row]: path for row, path in lowered_paths(graph).items()}
    assert set(inside) == {"enter", "merge", "limit", "less", "go", "switch", "step", "next", "exit"}
    assert set(inside.values()) == {("while while_frame",)}


def test_that_a_branch_taken_apart_ends_at_its_merge():
    graph = graph_of(
        "f",
        [
            ("x", "_Arg", ""),
            ("yes", "Greater", "x"),
            ("switch", "Switch", "x yes"),
            ("mul", "Mul", "switch:1"),
            ("neg", "Neg", "switch"),
            ("merge", "Merge", "mul neg"),
            ("out", "_Retval", "merge"),
        ],
    )
    inside = {graph.names[row]: path for row, path in lowered_paths(graph).items()}
    assert set(inside) == {"switch", "mul", "neg", "merge"}
    assert set(inside.values()) == {("if yes",)}


def test_that_a_plain_graph_has_no_lowered_regions():
    assert lowered_paths(branches().graph) == {}
