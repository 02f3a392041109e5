"""A small graph read, laid out and painted unseen, so that the first real one finds fonts read and caches filled."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from graphscope.capture.capture import Capture, CapturedFunction, CapturedSignature
from graphscope.export.look import Theme
from graphscope.model.op_graph import Argument, Constant, Frame, OpGraph
from graphscope.model.trace import ConcreteFunction, Statement, Trace

if TYPE_CHECKING:
    from graphscope.analysis.picture import Picture
    from graphscope.layout.placement import Placement

_FILE = "rehearsal.py"
_SOURCE = "def f(x):\n    y = x @ w + 1.0\n    if tf.reduce_sum(y) > 0:\n        y = tf.sqrt(y) * 2.0\n    return y\n"
_SIZE = (640, 480)
_Op = tuple[str, str, tuple[int, ...], int]
"""Name, type, inputs and line of an op."""
_TOP: tuple[_Op, ...] = (
    ("x", "Placeholder", (), 0),
    ("w", "Placeholder", (), 0),
    ("MatMul", "MatMul", (0, 1), 2),
    ("one", "Const", (), 2),
    ("add", "AddV2", (2, 3), 2),
    ("Sum", "Sum", (4,), 3),
    ("Greater", "Greater", (5, 3), 3),
    ("cond", "StatelessIf", (6, 4), 3),
    ("Identity", "Identity", (7,), 5),
)
_BRANCH: tuple[_Op, ...] = (
    ("y", "Placeholder", (), 0),
    ("Sqrt", "Sqrt", (0,), 4),
    ("two", "Const", (), 4),
    ("mul", "Mul", (1, 2), 4),
)
_BRANCHES = ("yes", "no")


@functools.cache
def rehearsed() -> tuple[Picture, Placement]:
    """A picture and its placement, made by way of a capture; to be called off the window's thread."""
    from graphscope.analysis.build_picture import build_picture
    from graphscope.capture.read_capture import capture_in
    from graphscope.capture.write_capture import capture_bytes
    from graphscope.export.first_view import first_view
    from graphscope.export.lay_out import lay_out
    from graphscope.export.legible import room_in

    (signature,) = capture_in(capture_bytes(_capture())).signatures
    concrete = signature.trace.concrete
    assert concrete is not None
    room = room_in(*_SIZE)
    view = first_view(concrete, signature.trace.control_flow, {_FILE: _SOURCE}, room)
    picture = build_picture(concrete, view)
    return picture, lay_out(picture, room=room)


def paint_unseen(picture: Picture, placement: Placement, theme: Theme) -> None:
    """Paint it as a pane would, into images that are thrown away; in the window's thread."""
    from graphscope.ui.graph.canvas import GraphCanvas

    canvas = GraphCanvas(theme)
    canvas.set_animated(False)
    canvas.resize(*_SIZE)
    canvas.set_content(picture, placement)
    canvas.finish_painting()
    canvas.deleteLater()


def _capture() -> Capture:
    """A function with an ``if``, told with its source, as a worker would have recorded it."""
    statement = Statement(_FILE, 3, "if", "staged", ("cond",), ("StatelessIf",), function="f")
    concrete = ConcreteFunction(_graph("f", _TOP), {each: _graph(each, _BRANCH) for each in _BRANCHES})
    trace = Trace("x", "traced", concrete=concrete, control_flow=(statement,))
    function = CapturedFunction(_FILE, "f", "f", "function")
    return Capture("", "", "", function, (CapturedSignature("x", trace),), {_FILE: _SOURCE})


def _graph(function: str, ops: tuple[_Op, ...]) -> OpGraph:
    names, types, inputs, lines = zip(*ops, strict=True)
    size, rows = len(ops), range(len(ops))
    placeholders = [row for row in rows if types[row] == "Placeholder"]
    return OpGraph(
        function,
        names,
        types,
        tuple(tuple(each for source in sources for each in (source, 0)) for sources in inputs),
        ((),) * size,
        (("float32[?, 4]",),) * size,
        ({"T": "float32"},) * size,
        ("",) * size,
        tuple((Frame(_FILE, line, "f"),) if line else () for line in lines),
        calls={row: {"then_branch": ("yes",), "else_branch": ("no",)} for row in rows if types[row] == "StatelessIf"},
        constants={row: Constant("float32", (), "2.0", True) for row in rows if types[row] == "Const"},
        arguments=tuple(Argument(row, names[row], row > 0, row > 0, "float32[?, 4]") for row in placeholders),
        results=((size - 1, 0),),
    )
