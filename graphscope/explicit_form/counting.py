"""Counts the rounds of a staged ``for``: over a range, or over a tensor's first dimension; it writes no loop."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from graphscope.explicit_form.code import assign, comment, load
from graphscope.explicit_form.flow import bound
from graphscope.explicit_form.writing import Scope, Writer

_RANGES = ("range", "tf.range", "tensorflow.range")
_KEYWORDS = ("start", "limit", "delta")


@dataclass
class Count:
    """How a loop counts: ``before`` it, from ``start``, while ``counter`` is on the near side of ``limit``."""

    before: list[ast.stmt]
    counter: str
    start: ast.expr
    limit: ast.expr
    step: int = 1
    element: ast.expr | None = None
    """What the loop's own variable is; None where the counter is that variable."""

    @property
    def goes_on(self) -> ast.expr:
        """Whether there is another round."""
        return ast.Compare(load(self.counter), [ast.Lt() if self.step > 0 else ast.Gt()], [self.limit])

    @property
    def following(self) -> ast.expr:
        """The counter of the next round."""
        op = ast.Add() if self.step > 0 else ast.Sub()
        return ast.BinOp(load(self.counter), op, ast.Constant(abs(self.step)))


@dataclass(frozen=True)
class _Range:
    start: ast.expr
    limit: ast.expr
    step: ast.expr

    @property
    def literal_step(self) -> int | None:
        """The step where it is a whole number in the text."""
        step = _number(self.step)
        whole = not any(isinstance(each, ast.Constant) and type(each.value) is float for each in self._nodes())
        return step if step and whole else None

    def _nodes(self) -> list[ast.AST]:
        return [each for part in (self.start, self.limit, self.step) for each in ast.walk(part)]


def count_of(writer: Writer, node: ast.For, scope: Scope, body: Sequence[ast.stmt]) -> Count:
    """How the loop counts, where ``body`` is what it runs in each round."""
    counted = _range(writer, node.iter)
    if counted is None:
        return _over_elements(writer, node.iter, body)
    if counted.literal_step:
        return _over_range(writer, node, scope, body, counted)
    if _is_written(counted):
        return _over_elements(writer, writer.dialect.numbers([counted.start, counted.limit, counted.step]), body)
    return _by_number_of_rounds(writer, counted, body)


def _over_range(writer: Writer, node: ast.For, scope: Scope, body: Sequence[ast.stmt], counted: _Range) -> Count:
    """A range that goes on by a number of the text."""
    step = counted.literal_step or 1
    before: list[ast.stmt] = []
    limit = _kept(writer, before, "limit", counted.limit, body)
    start = _folded(writer.expressions.value(counted.start))
    first = writer.dialect.start(start, limit)
    own = isinstance(node.target, ast.Name) and node.target.id not in scope.after
    if own and isinstance(node.target, ast.Name) and node.target.id not in bound(body):
        return Count(before, node.target.id, first, limit, step)
    counter = writer.names.fresh("counter")
    return Count(before, counter, first, limit, step, load(counter))


def _over_elements(writer: Writer, iterated: ast.expr, body: Sequence[ast.stmt]) -> Count:
    """A tensor's first dimension, element by element."""
    before: list[ast.stmt] = []
    elements = _kept(writer, before, "elements", iterated, body)
    counter = writer.names.fresh("index")
    element = ast.Subscript(elements, load(counter), ast.Load())
    return Count(before, counter, ast.Constant(0), writer.dialect.length(elements), 1, element)


def _by_number_of_rounds(writer: Writer, counted: _Range, body: Sequence[ast.stmt]) -> Count:
    """A range whose step is only known when the graph runs: JAX has none, and TensorFlow none that is empty."""
    before: list[ast.stmt] = []
    start = _kept(writer, before, "start", counted.start, body)
    step = _kept(writer, before, "step", counted.step, body)
    distance = ast.BinOp(start, ast.Sub(), writer.expressions.value(counted.limit))
    rounds = writer.names.fresh("rounds")
    before.append(comment("the distance divided by the step, rounded up"))
    before.append(assign([rounds], ast.UnaryOp(ast.USub(), ast.BinOp(distance, ast.FloorDiv(), step))))
    counter = writer.names.fresh("index")
    element = ast.BinOp(start, ast.Add(), ast.BinOp(load(counter), ast.Mult(), step))
    return Count(before, counter, writer.dialect.start(ast.Constant(0), load(rounds)), load(rounds), 1, element)


def _kept(writer: Writer, before: list[ast.stmt], word: str, node: ast.expr, body: Sequence[ast.stmt]) -> ast.expr:
    """``node`` where no round can change what it is, else a variable that is given its value ``before`` the loop."""
    value = _folded(writer.expressions.value(node))
    if isinstance(value, ast.Constant) or (isinstance(value, ast.Name) and value.id not in bound(body)):
        return value
    name = writer.names.fresh(word)
    before.append(assign([name], value))
    return load(name)


def _range(writer: Writer, node: ast.expr) -> _Range | None:
    if not isinstance(node, ast.Call) or ast.unparse(node.func) not in _RANGES:
        return None
    named = {each.arg: each.value for each in node.keywords if each.arg is not None}
    dtype = named.pop("dtype", None)
    if len(named) < len(node.keywords) - (dtype is not None) or any(isinstance(e, ast.Starred) for e in node.args):
        return None
    given = node.args if len(node.args) != 1 or "limit" in named else [ast.Constant(0), *node.args]
    parts = {**dict(zip(_KEYWORDS, given, strict=False)), **named}
    if "limit" not in parts or not parts.keys() <= set(_KEYWORDS):
        return None
    limit = parts["limit"] if dtype is None else writer.dialect.cast(parts["limit"], dtype)
    return _Range(parts.get("start", ast.Constant(0)), limit, parts.get("delta", ast.Constant(1)))


def _is_written(counted: _Range) -> bool:
    """Whether all of it is numbers in the text."""
    return all(isinstance(_folded(each), ast.Constant) for each in (counted.start, counted.limit, counted.step))


def _folded(node: ast.expr) -> ast.expr:
    """``-1`` as one constant."""
    try:
        value = ast.literal_eval(node)
    except ValueError:
        return node
    return ast.Constant(value) if type(value) in (int, float) else node


def _number(node: ast.expr) -> int | None:
    value = _folded(node)
    return value.value if isinstance(value, ast.Constant) and type(value.value) is int else None
