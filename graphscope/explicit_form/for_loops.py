"""Writes a staged ``for`` as a counted loop: over a range, over a tensor's first dimension; a dataset is refused."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphscope.explicit_form.code import assign, load
from graphscope.explicit_form.dialect import Loop
from graphscope.explicit_form.fates import STAGED_GUARD, NotWritable, fate_of, with_fate
from graphscope.explicit_form.flow import bound, live_at_head, live_before
from graphscope.explicit_form.jumps import flag_set
from graphscope.explicit_form.loop_options import for_names, take_options
from graphscope.explicit_form.while_loops import (
    carried,
    lower_loop,
    not_,
    refuse_loop,
    told_undefined,
    undefined_before,
)

if TYPE_CHECKING:
    from graphscope.explicit_form.blocks import BlockWriter, Scope

_RANGES = ("range", "tf.range", "tensorflow.range")


@dataclass
class _Count:
    """How a loop counts: ``before`` it, from ``start``, while ``counter`` is on ``compare``'s side of ``limit``."""

    before: list[ast.stmt]
    counter: str
    start: ast.expr
    limit: ast.expr
    step: int | float = 1
    element: ast.expr | None = None
    """What the loop's own variable is; None where the counter is that variable."""


def write_for(writer: BlockWriter, node: ast.For, scope: Scope) -> list[ast.stmt]:
    """The loop's functions and the call."""
    refuse_loop(node)
    refuse_iterables(node)
    options = take_options(node)
    lowered = lower_loop(writer, node)
    count = _count(writer, node, scope, lowered.body)
    given = [] if count.element is None else [ast.Assign([node.target], count.element, lineno=0)]
    rounds = [*given, *lowered.body]
    test: ast.expr = _on(count)
    if lowered.breaks:
        test = with_fate(ast.BoolOp(ast.And(), [test, not_(lowered.broken)]), STAGED_GUARD)
    head = live_at_head(ast.While(test, rounds, []), scope.after)
    names = carried(lowered, rounds, head)
    defined = scope.defined | {lowered.broken}
    undefined = undefined_before(names, defined, live_before(rounds, head), lowered.body)
    body = writer.block(rounds, scope.of_round(head, [count.counter, *names]))
    counted = count.step == 1 and not lowered.breaks
    loop = Loop(
        [count.counter, *names],
        [count.start, *map(load, names)],
        writer.expressions.test(test, fate_of(node) or STAGED_GUARD),
        [*body, ast.Return(ast.Tuple([_next(count), *map(load, names)], ast.Load()))],
        ["_", *(each if each in scope.after else "_" for each in names)],
        writer.names.fresh("loop_body"),
        writer.names.fresh("loop_test"),
        count.limit if counted else None,
        [place + 1 for place in undefined],
        for_names(options, [count.counter, *names]),
    )
    before = [*count.before, *([flag_set(lowered.broken, False)] if lowered.breaks else [])]
    return [*before, *told_undefined(names, undefined), *writer.dialect.loop(loop)]


def refuse_iterables(node: ast.For) -> None:
    """What is iterated must have a length that the graph can ask for."""
    fate = fate_of(node)
    if fate is not None and any(each.endswith("Dataset") for each in fate.op_types):
        raise NotWritable("a loop over a Dataset has no while_loop: AutoGraph makes it dataset.scan and dataset.reduce")
    if isinstance(node.iter, ast.Call) and ast.unparse(node.iter.func) == "iter":
        raise NotWritable("a loop over an iterator has no length to count to")


def _count(writer: BlockWriter, node: ast.For, scope: Scope, body: Sequence[ast.stmt]) -> _Count:
    literal = _literal_range(node.iter)
    if literal is None:
        return _over_elements(writer, node, body)
    start, limit, step = literal
    before: list[ast.stmt] = []
    limit = writer.expressions.value(limit)
    if not isinstance(limit, ast.Constant) and not _stays(limit, body):
        name = writer.names.fresh("limit")
        before.append(assign([name], limit))
        limit = load(name)
    first: ast.expr = ast.Constant(start) if isinstance(limit, ast.Constant) else writer.dialect.like(limit, int(start))
    own = isinstance(node.target, ast.Name) and node.target.id not in scope.after
    if own and isinstance(node.target, ast.Name) and node.target.id not in bound(body):
        return _Count(before, node.target.id, first, limit, step)
    counter = writer.names.fresh("counter")
    return _Count(before, counter, first, limit, step, load(counter))


def _over_elements(writer: BlockWriter, node: ast.For, body: Sequence[ast.stmt]) -> _Count:
    """A tensor's first dimension, a range with a computed step too, element by element."""
    iterated = node.iter
    if isinstance(iterated, ast.Call) and ast.unparse(iterated.func) == "range":
        iterated = writer.dialect.numbers(iterated.args)
    iterated = writer.expressions.value(iterated)
    before: list[ast.stmt] = []
    if not _stays(iterated, body):
        name = writer.names.fresh("elements")
        before.append(assign([name], iterated))
        iterated = load(name)
    counter = writer.names.fresh("index")
    element = ast.Subscript(iterated, load(counter), ast.Load())
    return _Count(before, counter, ast.Constant(0), writer.dialect.length(iterated), 1, element)


def _stays(node: ast.expr, body: Sequence[ast.stmt]) -> bool:
    """Whether it is a variable that no round changes."""
    return isinstance(node, ast.Name) and node.id not in bound(body)


def _literal_range(node: ast.expr) -> tuple[int | float, ast.expr, int | float] | None:
    """(start, limit, step) of a range whose start and step are numbers in the text."""
    if not isinstance(node, ast.Call) or ast.unparse(node.func) not in _RANGES or node.keywords:
        return None
    if not 1 <= len(node.args) <= 3:
        return None
    given = [ast.Constant(0), node.args[0]] if len(node.args) == 1 else node.args[:2]
    step = _number(node.args[2]) if len(node.args) == 3 else 1
    start = _number(given[0])
    if start is None or not step:
        return None
    limit = _number(given[1])
    return start, given[1] if limit is None else ast.Constant(limit), step


def _number(node: ast.expr) -> int | None:
    try:
        value = ast.literal_eval(node)
    except ValueError:
        return None
    return value if type(value) is int else None


def _on(count: _Count) -> ast.expr:
    compare = ast.Lt() if count.step > 0 else ast.Gt()
    return ast.Compare(load(count.counter), [compare], [count.limit])


def _next(count: _Count) -> ast.expr:
    op = ast.Add() if count.step > 0 else ast.Sub()
    return ast.BinOp(load(count.counter), op, ast.Constant(abs(count.step)))
