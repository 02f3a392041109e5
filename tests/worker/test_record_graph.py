"""The record of a FuncGraph: every op with its edges, specs, values, names and the user's own lines."""

from __future__ import annotations

import pytest

from graphscope.model.from_protocol import concrete_function
from graphscope.model.trace import ConcreteFunction
from tests.worker.traced_module import MODULES, traces

pytestmark = pytest.mark.worker
RECORDED = MODULES / "recorded.py"
_kept: dict[tuple[str, str], ConcreteFunction] = {}


def recorded(function: str, signature: str) -> ConcreteFunction:
    """The traced function, traced once for the whole file."""
    if (function, signature) not in _kept:
        (trace,) = traces(RECORDED, function, signature)
        assert trace.graph is not None, trace.error
        _kept[function, signature] = concrete_function(trace.graph, trace.functions)
    return _kept[function, signature]


def test_that_data_and_control_edges_are_those_of_the_graph():
    graph = recorded("step", "float32[3, 4], {'a': float32[]}").graph
    product = next(node for node in graph if node.op_type == "MatMul")
    sources = [graph.names[source] for source, _ in product.inputs]
    assert sources[0] == "x"
    assert graph.op_types[product.inputs[1][0]] == "ReadVariableOp"
    update = next(node for node in graph if node.op_type == "AssignSubVariableOp")
    waits = [node for node in graph if update.index in node.control_inputs]
    assert waits
    assert graph.edge_count == sum(len(node.inputs) + len(node.control_inputs) for node in graph)


def test_that_parameters_and_captured_variables_carry_their_python_names():
    graph = recorded("step", "float32[3, 4], {'a': float32[]}").graph
    assert [(each.name, each.captured, each.variable) for each in graph.arguments] == [
        ("x", False, False),
        ("feats['a']", False, False),
        ("weights", True, True),
    ]
    assert [each.spec for each in graph.arguments] == ["float32[3, 4]", "float32[]", "resource"]


def test_that_each_function_reached_is_recorded_once():
    concrete = recorded("walk", "float32[], int32[]")
    called = [name for calls in concrete.graph.calls.values() for names in calls.values() for name in names]
    assert sum("half" in name for name in called) == 2
    assert sum("half" in name for name in concrete.functions) == 1
    assert len(concrete.functions) == 5


def test_that_loop_variables_carry_their_python_names():
    concrete = recorded("walk", "float32[], int32[]")
    body = next(graph for name, graph in concrete.functions.items() if "while_body" in name)
    assert [each.name for each in body.arguments][:4] == ["loop counter", "maximum iterations", "i", "total"]
    branch = next(graph for name, graph in concrete.functions.items() if "true" in name)
    assert {each.name for each in branch.arguments} == {"i", "total"}


def test_that_an_op_knows_the_users_own_lines_outermost_first():
    graph = recorded("walk", "float32[], int32[]").graph
    lines = RECORDED.read_text().splitlines()
    loop = next(node for node in graph if "While" in node.op_type)
    assert lines[loop.frames[-1].line - 1].strip() == "for i in tf.range(n):"
    assert loop.frames[-1].function == "walk"
    assert {frame.file for node in graph for frame in node.frames} == {str(RECORDED)}


def test_that_small_constants_are_whole_and_large_ones_told_by_statistics():
    graph = recorded("constants", "float32[]").graph
    values = [node.constant for node in graph if node.constant is not None]
    assert any(each.text == "text" and each.whole for each in values)
    spread = [each.text for each in values if not each.whole]
    assert "min 0, mean 49.5, max 99" in spread
    assert all(len(each.text) <= 200 for each in values)


def test_that_unknown_dimensions_and_ranks_are_told():
    graph = recorded("placed", "float32[None, 3]").graph
    assert graph.outputs[graph.index_of["x"]] == ("float32[?, 3]",)
    graph = recorded("placed", "float32[...]").graph
    assert graph.outputs[graph.index_of["x"]] == ("float32[...]",)


def test_that_requested_devices_are_kept():
    graph = recorded("placed", "float32[None, 3]").graph
    assert any("CPU:0" in device for device in graph.devices)


def test_that_attributes_are_short_plain_values():
    graph = recorded("step", "float32[3, 4], {'a': float32[]}").graph
    product = next(node for node in graph if node.op_type == "MatMul")
    assert (product.attributes["T"], product.attributes["transpose_a"]) == ("float32", False)


def test_that_control_flow_written_by_hand_names_its_functions():
    graph = recorded("by_hand", "float32[], int32[]").graph
    calls = {graph.op_types[row]: set(named) for row, named in graph.calls.items()}
    assert calls["StatelessIf"] == {"then_branch", "else_branch"}
    assert calls["StatelessCase"] == {"branches"}
    assert calls["StatelessWhile"] == {"cond", "body"}
    (row,) = [row for row in graph.calls if graph.op_types[row] == "StatelessCase"]
    assert len(graph.calls[row]["branches"]) == 2


def test_that_results_name_the_tensors_returned():
    graph = recorded("step", "float32[3, 4], {'a': float32[]}").graph
    assert len(graph.results) == 2
    assert {graph.op_types[node] for node, _ in graph.results} == {"Identity"}
