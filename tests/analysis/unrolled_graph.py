"""Graphs like those of tests/benchmarks/eight_graphs.py made without TensorFlow, of any size; nothing is traced."""

from __future__ import annotations

from graphscope.model.op_graph import Argument, Constant, Frame, OpGraph
from graphscope.model.trace import ConcreteFunction

FILE = "cells.py"
SOURCE = """def cell(x, layers, steps):
    h = c = x
    for layer in range(layers):
        for step in range(steps):
            gates = tf.concat([h, c], 1) @ w + b
            i, f, g, o = tf.split(gates, 4, axis=1)
            c = tf.sigmoid(f) * c + tf.sigmoid(i) * tf.tanh(g)
            h = tf.sigmoid(o) * tf.tanh(c)
    return h
"""
_SPEC = ("float32[2, 8]",)
_CELL = (
    ("axis", "Const", (), 5),
    ("concat", "ConcatV2", ("h", "c", "axis"), 5),
    ("MatMul", "MatMul", ("concat", "w"), 5),
    ("add", "AddV2", ("MatMul", "b"), 5),
    ("dim", "Const", (), 6),
    ("split", "Split", ("dim", "add"), 6),
    ("Sigmoid", "Sigmoid", ("split:1",), 7),
    ("mul", "Mul", ("Sigmoid", "c"), 7),
    ("Sigmoid_1", "Sigmoid", ("split:0",), 7),
    ("Tanh", "Tanh", ("split:2",), 7),
    ("mul_1", "Mul", ("Sigmoid_1", "Tanh"), 7),
    ("add_1", "AddV2", ("mul", "mul_1"), 7),
    ("Sigmoid_2", "Sigmoid", ("split:3",), 8),
    ("Tanh_1", "Tanh", ("add_1",), 8),
    ("mul_2", "Mul", ("Sigmoid_2", "Tanh_1"), 8),
)
"""Name, type, inputs and line of each op of a round: an LSTM-like cell."""


class _Columns:
    """The columns of a graph while its ops are added."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.types: list[str] = []
        self.inputs: list[tuple[int, ...]] = []
        self.stacks: list[tuple[Frame, ...]] = []

    def add(self, name: str, op_type: str, inputs: tuple[int, ...] = (), lines: tuple[int, ...] = ()) -> int:
        self.names.append(name)
        self.types.append(op_type)
        self.inputs.append(inputs)
        self.stacks.append(tuple(Frame(FILE, line, "cell") for line in lines))
        return len(self.names) - 1

    def graph(self) -> OpGraph:
        count = len(self.names)
        constants = {row: Constant("int32", (), "1", True) for row in range(count) if self.types[row] == "Const"}
        arguments = tuple(
            Argument(row, self.names[row], row > 0, row > 0, _SPEC[0])
            for row in range(count)
            if self.types[row] == "Placeholder"
        )
        nothing = ((),) * count
        return OpGraph(
            "cell",
            tuple(self.names),
            tuple(self.types),
            tuple(self.inputs),
            nothing,
            (_SPEC * 4,) * count,
            ({},) * count,
            ("",) * count,
            tuple(self.stacks),
            constants=constants,
            arguments=arguments,
            results=((count - 1, 0),),
        )


def unrolled(layers: int = 1, steps: int = 1250, scoped: bool = False) -> ConcreteFunction:
    """Two loops that Python unrolled: 15 ops a step, 18,754 in all as it stands."""
    columns = _Columns()
    x, w, b = (columns.add(name, "Placeholder") for name in ("x", "w", "b"))
    h = c = x
    for layer in range(layers):
        for step in range(steps):
            scope = f"layer_{layer}/step_{step}/" if scoped else ""
            number = "" if scoped else f"_{layer * steps + step}"
            rows = {"h": h, "c": c, "w": w, "b": b}
            for name, op_type, inputs, line in _CELL:
                words = (each.partition(":") for each in inputs)
                flat = tuple(value for source, _, output in words for value in (rows[source], int(output or 0)))
                rows[name] = columns.add(f"{scope}{name}{number}", op_type, flat, (3, 4, line))
            h, c = rows["mul_2"], rows["add_1"]
    columns.add("Identity", "Identity", (h, 0))
    return ConcreteFunction(columns.graph())
