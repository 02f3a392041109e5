"""Random small functions with what must become of each statement, by an independent reading of tracing's rules.

A function is a tree of statements over one tensor ``x``, one tensor ``n`` and one Python number ``k``. ``Reading``
walks the tree as tracing does: Python conditions are settled, both sides of tensor conditions are gone through, Python
loops are repeated, bodies of tensor loops are gone through once.
"""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass, field

from hypothesis import strategies as st

TENSOR = "tensor"
JUMPS = ("break", "continue", "return")


@dataclass(frozen=True)
class Condition:
    """``x > 1.0``, ``k > 1``, or two of them with and, or; ``variable`` is the Python name where it is no tensor."""

    kind: str
    bound: int = 0
    parts: tuple[Condition, ...] = ()
    variable: str = "k"


@dataclass(frozen=True)
class Node:
    """One statement: assign, if, ternary, for, tensor_for, while, tensor_while, or a jump."""

    kind: str
    condition: Condition | None = None
    body: tuple[Node, ...] = ()
    orelse: tuple[Node, ...] = ()
    count: int = 0


@dataclass
class Written:
    """The source of a function, and the line of each node by its place in the tree."""

    lines: list[str] = field(default_factory=list)
    line_of: dict[int, int] = field(default_factory=dict)
    names: itertools.count[int] = field(default_factory=itertools.count)

    def add(self, depth: int, text: str) -> int:
        self.lines.append("    " * depth + text)
        return len(self.lines)


def conditions(depth: int, loop: str | None) -> st.SearchStrategy[Condition]:
    """Conditions on tensors and on Python values; ``loop`` is a Python loop's variable that can be asked too."""
    simple = st.sampled_from(["tensor", "python"])
    names = st.sampled_from(["k", loop] if loop else ["k"])
    leaf = st.builds(Condition, simple, st.integers(0, 2), st.just(()), names)
    if depth == 0:
        return leaf
    inner = conditions(depth - 1, loop)
    pairs = st.builds(Condition, st.sampled_from(["and", "or"]), st.just(0), st.tuples(inner, inner))
    negated = st.builds(Condition, st.just("not"), st.just(0), st.tuples(inner))
    return st.one_of(leaf, leaf, pairs, negated)


@st.composite
def blocks(draw, depth: int, loop: str | None = None) -> tuple[Node, ...]:
    """One to three statements, ``depth`` levels deep; ``loop`` is the kind of the loop around, if any."""
    nodes = []
    for _ in range(draw(st.integers(1, 3))):
        kinds = ["assign", "ternary"] + (["if", "if", "for", "tensor_for", "while", "tensor_while"] if depth else [])
        if loop is not None and depth:
            kinds.append("jump")
        kind = draw(st.sampled_from(kinds))
        condition = draw(conditions(1, None)) if kind in ("if", "ternary") else None
        if kind == "jump":
            python_only = Condition("python", draw(st.integers(0, 2)))
            condition = python_only if loop in ("for", "while") else draw(conditions(1, None))
            jump = draw(st.sampled_from(["break", "continue"]))
            nodes.append(Node("if", condition, (Node(jump),)))
        elif kind in ("if",):
            orelse = draw(st.one_of(st.just(()), blocks(depth - 1, None)))
            nodes.append(Node("if", condition, draw(blocks(depth - 1, None)), orelse))
        elif kind in ("assign", "ternary"):
            nodes.append(Node(kind, condition))
        else:
            nodes.append(Node(kind, None, draw(blocks(depth - 1, kind)), (), draw(st.integers(0, 3))))
    return tuple(nodes)


def condition_text(condition: Condition) -> str:
    """The condition as Python has it."""
    if condition.kind == "tensor":
        return f"x > {condition.bound}.0"
    if condition.kind == "python":
        return f"{condition.variable} > {condition.bound}"
    parts = [f"({condition_text(part)})" for part in condition.parts]
    return f"not {parts[0]}" if condition.kind == "not" else f"{parts[0]} {condition.kind} {parts[1]}"


def write(nodes: tuple[Node, ...], written: Written, depth: int) -> None:
    """Write the block's source and note the line of each node."""
    for node in nodes:
        if node.kind in ("break", "continue"):
            written.add(depth, node.kind)
        elif node.kind == "assign":
            written.add(depth, "x = x * 1.5 + 1.0")
        elif node.kind == "ternary":
            assert node.condition is not None
            written.line_of[id(node)] = written.add(depth, f"x = x + 1.0 if {condition_text(node.condition)} else x")
        else:
            _write_block(node, written, depth)


def _write_block(node: Node, written: Written, depth: int) -> None:
    name = f"v{next(written.names)}"
    heads = {
        "for": f"for {name} in range({node.count}):",
        "tensor_for": f"for {name} in tf.range(n):",
        "while": f"while {name} < {node.count}:",
        "tensor_while": "while x < 10.0:",
    }
    if node.kind == "while":
        written.add(depth, f"{name} = 0")
    head = heads.get(node.kind) or f"if {condition_text(node.condition)}:"  # type: ignore[arg-type]
    written.line_of[id(node)] = written.add(depth, head)
    if node.kind == "while":
        written.add(depth + 1, f"{name} += 1")
    write(node.body, written, depth + 1)
    if node.orelse:
        written.add(depth, "else:")
        write(node.orelse, written, depth + 1)


class Reading:
    """What tracing does with a function for one value of ``k``: (line, statement, outcome) → how often."""

    def __init__(self, written: Written, k: int) -> None:
        self._lines = written.line_of
        self._k = k
        self.outcomes: Counter[tuple[int, str, str]] = Counter()
        self.rounds: dict[int, list[int]] = {}

    def block(self, nodes: tuple[Node, ...]) -> str | None:
        """Go through a block; the jump that Python made for sure, or None."""
        for node in nodes:
            jump = self._node(node)
            if jump is not None:
                return jump
        return None

    def _node(self, node: Node) -> str | None:
        if node.kind in JUMPS:
            return node.kind
        line = self._lines.get(id(node), 0)
        if node.kind in ("if", "ternary"):
            return self._if(node, line)
        if node.kind in ("for", "while"):
            self._python_loop(node, line)
        elif node.kind in ("tensor_for", "tensor_while"):
            self._note(line, node.kind.removeprefix("tensor_"), "staged")
            self.block(node.body)
        return None

    def _if(self, node: Node, line: int) -> str | None:
        assert node.condition is not None
        value = self._value(node.condition, line)
        statement = "if" if node.kind == "if" else "conditional expression"
        self._note(line, statement, "staged" if value == TENSOR else "python")
        if node.kind == "ternary":
            return None
        if value == TENSOR:
            self.block(node.body)
            self.block(node.orelse)
            return None
        return self.block(node.body if value else node.orelse)

    def _python_loop(self, node: Node, line: int) -> None:
        self._note(line, node.kind, "python")
        done = 0
        for _ in range(node.count):
            done += 1
            if self.block(node.body) == "break":
                break
        self.rounds.setdefault(line, []).append(done)

    def _value(self, condition: Condition, line: int) -> bool | str:
        if condition.kind == "tensor":
            return TENSOR
        if condition.kind == "python":
            return self._k > condition.bound
        first = self._value(condition.parts[0], line)
        if condition.kind == "not":
            self._note(line, "not", "staged" if first == TENSOR else "python")
            return TENSOR if first == TENSOR else not first
        self._note(line, condition.kind, "staged" if first == TENSOR else "python")
        if first == TENSOR:
            self._value(condition.parts[1], line)
            return TENSOR
        settled = not first if condition.kind == "and" else bool(first)
        return first if settled else self._value(condition.parts[1], line)

    def _note(self, line: int, statement: str, outcome: str) -> None:
        self.outcomes[line, statement, outcome] += 1
