"""A report made by hand, with one of everything: traced with a nested function, reused, failed, skipped, optimised."""

from __future__ import annotations

from typing import Any

from graphscope.export.report import Report, TracedFunction
from graphscope.model.grappler import GrapplerPass, GrapplerRun, XlaCompilation
from graphscope.model.op_graph import Argument, Constant, Frame, OpGraph
from graphscope.model.trace import ConcreteFunction, RetraceReason, Statement, Trace, UserError

FILE = "/code/lesson.py"
CELL = "/code/lesson.ipynb#cell=3"


def graph(function: str, ops: list[tuple[str, str, tuple[int, ...], tuple[int, ...]]], **more: Any) -> OpGraph:
    """A graph of (name, type, flat inputs, control inputs), each op with one float output and one line."""
    return OpGraph(
        function=function,
        names=tuple(op[0] for op in ops),
        op_types=tuple(op[1] for op in ops),
        inputs=tuple(op[2] for op in ops),
        control_inputs=tuple(op[3] for op in ops),
        outputs=tuple(("float32[?, 4]",) for _ in ops),
        attributes=tuple({"T": "float32"} for _ in ops),
        devices=tuple("" for _ in ops),
        stacks=tuple((Frame(FILE, 7, "step"),) for _ in ops),
        **more,
    )


def branching() -> ConcreteFunction:
    """Seven nodes around an If with two branches of one op each, besides their placeholders."""
    top = graph(
        "step",
        [
            ("x", "Placeholder", (), ()),
            ("zero", "Const", (), ()),
            ("Greater", "Greater", (0, 0, 1, 0), ()),
            ("cond", "StatelessIf", (2, 0, 0, 0), ()),
            ("note", "PrintV2", (), (2,)),
            ("cond/Identity", "Identity", (3, 0), ()),
            ("Identity", "Identity", (5, 0), (4,)),
        ],
        calls={3: {"then_branch": ("cond_true_1",), "else_branch": ("cond_false_2",)}},
        constants={1: Constant("float32", (), "0.0", True)},
        arguments=(Argument(0, "x", False, False, "float32[?, 4]"),),
        results=((6, 0),),
    )
    branches = {
        name: graph(
            name,
            [("x", "Placeholder", (), ()), ("Neg", op, (0, 0), ())],
            arguments=(Argument(0, "x", True, False, "float32[?, 4]"),),
            results=((1, 0),),
        )
        for name, op in (("cond_true_1", "Neg"), ("cond_false_2", "Identity"))
    }
    return ConcreteFunction(top, branches)


def report() -> Report:
    """Four signatures, Grappler and XLA on the first."""
    concrete = branching()
    statement = Statement(FILE, 7, "if", "staged", ("cond",), ("StatelessIf",), 2, "", function="step")
    error = UserError("ValueError", "no such\nthing <&>", CELL, 2, "Make it first.")
    traces = (
        Trace("x: float32[None, 4]", "traced", 0.03, concrete=concrete, control_flow=(statement,), output="python\n"),
        Trace("x: float32[None, 4]", "reused", reuses=0, concrete=concrete),
        Trace(
            "x: float32[2]",
            "failed",
            0.01,
            reasons=(RetraceReason("x", "rank", "float32[None, 4]", "float32[2]", "Reshape."),),
            error=error,
        ),
        Trace("3", "skipped"),
    )
    passes = (
        GrapplerPass(0, "constant_folding", 9, 7, 8, 6, True, 0.4),
        GrapplerPass(0, "remapper", 7, 7, 6, 6, False, 0.1),
    )
    after = ConcreteFunction(graph("after", [("x", "_Arg", (), ()), ("y", "_Retval", (0, 0), ())]))
    return Report(
        "0.1",
        "2.21.0",
        "3.11.7",
        TracedFunction("step", "tf.function", FILE, 5),
        traces,
        {0: GrapplerRun("run", concrete, after, passes, "x: normal values", "CPU:0")},
        {0: XlaCompilation(9, {"add": 2}, 4, {"fusion": 1}, 1)},
    )
