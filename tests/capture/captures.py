"""Captures to test with: one that is filled in every field, graphs of all kinds, and files with one thing wrong."""

from __future__ import annotations

import dataclasses
import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from graphscope.capture.arrangement import CapturedPane, CapturedSetting, CapturedTrim, CapturedView
from graphscope.capture.capture import Capture, CapturedFunction, CapturedSignature
from graphscope.model.from_protocol import concrete_function, op_graph
from graphscope.model.grappler import GrapplerPass, GrapplerRun, Partition, PassChange, XlaCompilation
from graphscope.model.trace import (
    ConcreteFunction,
    GeneratedCode,
    HandStaged,
    LoweredOp,
    RetraceReason,
    Statement,
    Trace,
    UserError,
)
from graphscope.protocol.records import ArgumentRecord, ConstantRecord, GraphRecord

FILE, TEXT = "/home/ann/double.py", "def double(x):\n    return x + x  # ü\n"
Members = dict[str, bytes]


def graph(function: str = "double_1", body: str = "body_2") -> GraphRecord:
    """A graph with something in each of its fields."""
    return GraphRecord(
        function=function,
        names=("x", "while/add", "while/loop", "two"),
        op_types=(0, 1, 2, 3),
        op_type_table=("Placeholder", "AddV2", "While", "Const"),
        inputs=((), (0, 0, 3, 0), (1, 0, 0, 0, 3, 1), ()),
        control_inputs=((), (), (0, 1), (2,)),
        outputs=((0,), (0,), (0, 1), (1, 0)),
        spec_table=("float32[?, 4]", "int32[]"),
        attributes=(0, 1, 1, 2),
        attribute_table=({}, {"T": "float32", "n": 1, "k": None}, {"n": 1.0, "on": True, "low": float("-inf")}),
        devices=(0, 0, 1, 0),
        device_table=("", "/device:CPU:0"),
        stacks=(0, 1, 1, 2),
        stack_table=((), (0,), (0, 1)),
        frame_table=((FILE, 1, "double"), (FILE, 2, "double")),
        calls={"2": {"body": (body,), "cond": ("cond_3",)}},
        constants={"3": ConstantRecord("int32", (2, 1), "[[1], [2]]", whole=False)},
        arguments=(ArgumentRecord(0, "x", captured=True, variable=True, spec="float32[?, 4]"),),
        results=((2, 1), (1, 0)),
        input_names={"2": ("i", "x", "")},
        flops={"AddV2": (5_000_000_000, 1)},
    )


def inner(function: str) -> GraphRecord:
    """A graph that calls no other."""
    return dataclasses.replace(graph(function), calls={})


def concrete(function: str = "double_1") -> ConcreteFunction:
    """A graph with two functions nested in it."""
    return concrete_function(graph(function), (inner("body_2"), inner("cond_3")))


def optimised() -> GrapplerRun:
    """A run whose passes changed the outermost graph and a function, until one of which no change is known."""
    change = PassChange(("gone", "dead"), op_graph(graph("first")))
    in_body = PassChange((), op_graph(inner("body_2")))
    passes = (
        GrapplerPass(0, "remapper", 4, 3, 5, 4, True, 0.25, "", change),
        GrapplerPass(0, "loop", 4, 3, 5, 4, True, 0.25, "body_2", in_body),
        GrapplerPass(1, "loop", 3, 3, 4, 4, False, 1.0),
    )
    after = concrete("after")
    parts = (Partition("/device:CPU:0", after), Partition("/device:CPU:1", concrete("part")))
    return GrapplerRun(
        "run",
        concrete("before"),
        after,
        passes,
        "x = ones",
        "/device:CPU:0",
        first=concrete("first"),
        partitions=parts,
        stopped="The disk was full.",
    )


def compiled() -> XlaCompilation:
    """What XLA made of it."""
    return XlaCompilation(
        7,
        {"add": 7},
        2,
        {"fusion": 2},
        1,
        "HloModule a",
        "HloModule b",
        before=concrete("hlo"),
        after=concrete("optimised"),
        inputs="any values of these shapes",
        device="/device:CPU:0",
        own_jit=True,
        left_out={"Assert": 2},
    )


def filled() -> Capture:
    """A capture with something in each of its fields: traced, reused, failed and skipped."""
    first = concrete()
    error = UserError("ValueError", "no\nway", FILE, 2, "Do else.", "undefined in one branch", "note")
    jump = LoweredOp("loop", "While", "break", "loop goes on only while no break happened", 2)
    statement = Statement(FILE, 2, "while", "staged", ("loop",), ("While",), 3, "rounds", 4, 5, "double", (jump,))
    traced = Trace(
        "x: float32[?, 4]",
        "traced",
        0.125,
        reasons=(RetraceReason("x", "shape", "float32[2]", "float32[3]", "Pass TensorSpec."),),
        concrete=first,
        control_flow=(statement,),
        output="python runs\n",
        autograph_code="def tf__double(x): ...",
        generated=(GeneratedCode("double", FILE, 1, "def tf__double(x):\n    ...", (1, 0)),),
        by_hand=(HandStaged("tf.map_fn", FILE, 2, "staged", ("map/while",), ("While",), 2, "as While", "double"),),
        grappler=optimised(),
        xla=compiled(),
    )
    reused = Trace("x: float32[2, 4]", "reused", 0.5, reuses=0, concrete=first, xla=XlaCompilation(error=error))
    options = {"remapping": "False", "min_graph_nodes": "-1"}
    static = GrapplerRun("static", error=error, options=options, tensorflow="2.21.0", onednn=True, only="remapper")
    failed = Trace("x: string[]", "failed", error=error, partial=concrete("partial"), grappler=static)
    signatures = (traced, reused, failed, Trace("3", "skipped"))
    texts = ("float32[None, 4]", "float32[2, 4]", "string[]", "3")
    function = CapturedFunction(
        "double.py", "Net().double", "double", "method", FILE, 1, "(x)", ("--fast", "2"), False, True, True
    )
    runs = ((dataclasses.replace(optimised(), mode="static", options={"remapping": "False"}), static), (), (), ())
    captured = tuple(map(CapturedSignature, texts, signatures, runs))
    return Capture("0.1.0", "2.21.0", "3.11.7", function, captured, {FILE: TEXT})


def arranged() -> Capture:
    """The same with panes as a user left them."""
    trim = CapturedTrim("paths", (("double_1", "x"),), (("double_1", "while/add"),), 2)
    view = CapturedView(("double_1/while/loop",), ("double_1/two",), ("constants",), "scope", (trim,), 30)
    view = dataclasses.replace(view, tags=3, tagged=(("double_1", "x"),), untagged=(("double_1", "two"),))
    setting = CapturedSetting("static", (("remapping", "False"),), "remapper")
    return dataclasses.replace(
        filled(), panes=(CapturedPane(1, "traced", view), CapturedPane(0, "after", setting=setting))
    )


# ---- graphs of all kinds --------------------------------------------------------------------------------------------

names = st.text(max_size=8)
attribute_values = st.one_of(st.text(max_size=5), st.integers(), st.floats(allow_nan=False), st.booleans(), st.none())


@st.composite
def graphs(draw: Any) -> GraphRecord:
    """Any graph that the worker could send."""
    found = tuple(draw(st.lists(names, unique=True, max_size=12)))
    size = len(found)

    def column(table: int) -> tuple[int, ...]:
        return tuple(draw(st.lists(st.integers(0, table - 1), min_size=size, max_size=size)))

    def rows(table: int) -> tuple[tuple[int, ...], ...]:
        row = st.lists(st.integers(0, table - 1), max_size=3).map(tuple)
        return tuple(draw(st.lists(row, min_size=size, max_size=size)))

    ports = st.integers(0, 300)
    inputs = tuple(tuple(each for source in row for each in (source, draw(ports))) for row in rows(max(size, 1)))
    constants = draw(st.sets(st.integers(0, size - 1))) if size else set()
    shapes = st.lists(st.integers(0, 1 << 40), max_size=3).map(tuple)
    return GraphRecord(
        function=draw(names),
        names=found,
        op_types=column(3),
        op_type_table=("Add", "Mul", "Ünit"),
        inputs=inputs if size else (),
        control_inputs=rows(max(size, 1)) if size else (),
        outputs=rows(2),
        spec_table=("float32[]", "resource"),
        attributes=column(2),
        attribute_table=tuple(draw(st.dictionaries(names, attribute_values, max_size=3)) for _ in range(2)),
        devices=column(1),
        device_table=("",),
        stacks=column(2),
        stack_table=((), (0,)),
        frame_table=(("a.py", draw(st.integers(0, 2_000_000)), "f"),),
        constants={str(each): ConstantRecord("int32", draw(shapes), draw(names), True) for each in sorted(constants)},
        results=((0, 0),) if size else (),
    )


# ---- files with one thing wrong -------------------------------------------------------------------------------------


def members(data: bytes) -> Members:
    """The parts of a capture's file."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {each: archive.read(each) for each in archive.namelist()}


def zipped(parts: Members, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip file of these parts."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return stream.getvalue()


def with_json(data: bytes, member: str, change: Callable[[Any], None]) -> bytes:
    """The capture with one of its JSON parts changed."""
    parts = members(data)
    body = json.loads(parts[member])
    change(body)
    return zipped({**parts, member: json.dumps(body).encode()})
