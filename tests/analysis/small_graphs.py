"""Graphs made by hand, in few words, for tests of analysis that need no tracing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphscope.model.op_graph import Argument, Constant, Frame, OpGraph
from graphscope.model.trace import ConcreteFunction

FLOAT = "float32[?, 4]"
Node = tuple[str, str, str]
"""Name, op type, inputs: ``x y:1 ^z``. A name that ends in ``!`` is what the function returns."""


def graph_of(
    function: str,
    nodes: Sequence[Node],
    arguments: Mapping[str, str] | None = None,
    lines: Mapping[str, Sequence[int]] | None = None,
    calls: Mapping[str, Mapping[str, tuple[str, ...]]] | None = None,
) -> OpGraph:
    """A graph; every op gives two outputs of one spec. ``lines`` tells each op's lines in the file ``user.py``."""
    returned = [index for index, (name, _, _) in enumerate(nodes) if name.endswith("!")]
    nodes = [(name.rstrip("!"), op_type, words) for name, op_type, words in nodes]
    row = {name: index for index, (name, _, _) in enumerate(nodes)}
    inputs, controls = [], []
    for _, _, words in nodes:
        data = [word.partition(":") for word in words.split() if not word.startswith("^")]
        inputs.append(tuple(value for name, _, output in data for value in (row[name], int(output or 0))))
        controls.append(tuple(row[word[1:]] for word in words.split() if word.startswith("^")))
    return OpGraph(
        function=function,
        names=tuple(row),
        op_types=tuple(op_type for _, op_type, _ in nodes),
        inputs=tuple(inputs),
        control_inputs=tuple(controls),
        outputs=((FLOAT, "int32[]"),) * len(nodes),
        attributes=({},) * len(nodes),
        devices=("",) * len(nodes),
        stacks=tuple(tuple(Frame("user.py", line, "step") for line in (lines or {}).get(name, ())) for name in row),
        calls={row[name]: called for name, called in (calls or {}).items()},
        constants={
            index: Constant("float32", (), "2.0", True)
            for index, (_, op_type, _) in enumerate(nodes)
            if op_type == "Const"
        },
        arguments=tuple(Argument(row[name], told, False, False, FLOAT) for name, told in (arguments or {}).items()),
        results=tuple((index, 0) for index in returned),
    )


def branches(number: int = 23) -> ConcreteFunction:
    """``y = x * 2 if … else x`` on line 12; nested functions end in ``number``."""
    top = graph_of(
        "step",
        [
            ("x", "Placeholder", ""),
            ("zero", "Const", ""),
            ("Greater", "Greater", "x zero"),
            ("cond", "StatelessIf", "Greater x"),
            ("Identity!", "Identity", "cond"),
        ],
        arguments={"x": "x"},
        lines={"Greater": [12], "cond": [12], "zero": [12]},
        calls={"cond": {"else_branch": (f"cond_false_{number}",), "then_branch": (f"cond_true_{number}",)}},
    )
    then = graph_of(
        f"cond_true_{number}",
        [("x", "Placeholder", ""), ("two", "Const", ""), ("mul", "Mul", "x two"), ("Identity!", "Identity", "mul")],
        arguments={"x": "x"},
        lines={"mul": [12, 13]},
    )
    other = graph_of(
        f"cond_false_{number}",
        [("x", "Placeholder", ""), ("Identity!", "Identity", "x")],
        arguments={"x": "x"},
    )
    return ConcreteFunction(top, {each.function: each for each in (then, other)})


def loop() -> ConcreteFunction:
    """``while i < n: x = half(x); i += 1`` on line 17, the call of ``half`` inside of its body."""
    top = graph_of(
        "step",
        [("x", "Placeholder", ""), ("n", "Placeholder", ""), ("i", "Const", ""), ("while!", "While", "i x n")],
        arguments={"x": "x", "n": "n"},
        lines={"while": [17]},
        calls={"while": {"body": ("while_body_4",), "cond": ("while_cond_3",)}},
    )
    condition = graph_of(
        "while_cond_3",
        [("i", "Placeholder", ""), ("x", "Placeholder", ""), ("n", "Placeholder", ""), ("Less!", "Less", "i n")],
        arguments={"i": "i", "x": "x", "n": "n"},
    )
    body = graph_of(
        "while_body_4",
        [
            ("i", "Placeholder", ""),
            ("x", "Placeholder", ""),
            ("n!", "Placeholder", ""),
            ("one", "Const", ""),
            ("add!", "AddV2", "i one"),
            ("call!", "PartitionedCall", "x"),
        ],
        arguments={"i": "i", "x": "x", "n": "n"},
        calls={"call": {"f": ("__inference_half_9",)}},
    )
    half = graph_of(
        "__inference_half_9",
        [("x", "Placeholder", ""), ("mul!", "Mul", "x x")],
        arguments={"x": "x"},
    )
    return ConcreteFunction(top, {each.function: each for each in (condition, body, half)})


def unrolled(rounds: int) -> ConcreteFunction:
    """A loop on line 5 that Python unrolled: each round multiplies on line 6, adds and takes the root on line 7."""
    nodes: list[Node] = [("x", "Placeholder", "")]
    lines: dict[str, list[int]] = {}
    last = "x"
    for number in range(rounds):
        for name, op_type, line in (("mul", "Mul", 6), ("add", "AddV2", 7), ("sqrt", "Sqrt", 7)):
            nodes.append((f"{name}_{number}", op_type, last))
            lines[f"{name}_{number}"] = [5, line]
            last = f"{name}_{number}"
    nodes.append(("Identity!", "Identity", last))
    return ConcreteFunction(graph_of("step", nodes, {"x": "x"}, lines))
