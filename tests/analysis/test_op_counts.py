"""Op counts: what is known is added up, what is not stays unknown."""

from __future__ import annotations

import dataclasses

import pytest

from graphscope.analysis.op_counts import CountRow, Tally, compared, has_loops, is_lowered, tallies, tensor_bytes, total
from graphscope.model.op_graph import Argument, OpGraph
from graphscope.model.trace import ConcreteFunction


def graph(*ops: tuple[str, str], flops: dict[str, tuple[int, int]] | None = None) -> ConcreteFunction:
    """Ops that know nothing of each other: (type, spec of the result)."""
    size = len(ops)
    return ConcreteFunction(
        OpGraph(
            function="f",
            names=tuple(f"op{number}" for number in range(size)),
            op_types=tuple(op_type for op_type, _ in ops),
            inputs=((),) * size,
            control_inputs=((),) * size,
            outputs=tuple((spec,) for _, spec in ops),
            attributes=({},) * size,
            devices=("",) * size,
            stacks=((),) * size,
            flops=flops or {},
        )
    )


@pytest.mark.parametrize(
    ("spec", "size"),
    [
        ("float32[2, 4]", 32),
        ("float32[]", 4),
        ("bool[3]", 3),
        ("complex64[2]", 16),
        ("bfloat16[2, 0]", 0),
        ("int4[5]", 5),
        ("float32[?, 4]", None),
        ("float32[...]", None),
        ("string[2]", None),
        ("resource", None),
    ],
)
def test_that_a_tensors_size_is_known_where_dtype_and_shape_have_one(spec: str, size: int | None) -> None:
    assert tensor_bytes(spec) == size


def test_that_ops_without_known_cost_are_counted_as_ops_only() -> None:
    counted = tallies(graph(("MatMul", "float32[2, 2]"), ("MatMul", "float32[?, 2]"), flops={"MatMul": (16, 1)}))
    assert counted == {"MatMul": Tally(ops=2, flops=16, with_flops=1, bytes=16, with_bytes=1)}
    assert total(counted).with_flops == 1


def test_that_two_graphs_stand_beside_each_other_with_what_differs_most_first() -> None:
    before = tallies(graph(("Add", "int32[]"), ("Mul", "int32[]"), ("Mul", "int32[]"), ("Sub", "int32[]")))
    after = tallies(graph(("Add", "int32[]"), ("Sub", "int32[]"), ("Sub", "int32[]")))
    rows = compared(before, after)
    assert [(row.op_type, row.before.ops, row.after.ops) for row in rows] == [
        ("Mul", 2, 0),
        ("Sub", 1, 2),
        ("Add", 1, 1),
    ]
    assert isinstance(rows[0], CountRow)


def test_that_a_nested_function_counts_once_without_its_arguments() -> None:
    body = dataclasses.replace(graph(("Placeholder", "int32[]"), ("Sub", "int32[]")).graph, function="body")
    body = dataclasses.replace(body, arguments=(Argument(0, "x", False, False, "int32[]"),))
    outer = graph(("Placeholder", "int32[]"), ("While", "int32[]")).graph
    outer = dataclasses.replace(outer, calls={1: {"body": ("body",), "cond": ("body",)}})
    counted = tallies(ConcreteFunction(outer, {"body": body}))
    assert {op_type: tally.ops for op_type, tally in counted.items()} == {"Placeholder": 1, "While": 1, "Sub": 1}


def test_that_lowering_is_seen() -> None:
    assert is_lowered(["If"], ["Switch", "Merge"])
    assert not is_lowered(["If"], ["If"])
    assert not is_lowered(["Switch"], ["Switch"])


@pytest.mark.parametrize("op_type", ["While", "StatelessWhile", "NextIteration", "while"])
def test_that_a_graph_with_a_loop_is_known_as_one(op_type: str) -> None:
    assert not has_loops(graph(("Const", "int32[]")))
    assert has_loops(graph(("Const", "int32[]"), (op_type, "int32[]")))
