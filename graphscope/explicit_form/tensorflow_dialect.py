"""TensorFlowDialect: tf.cond, tf.while_loop and Dataset.reduce; it decides nothing."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from graphscope.explicit_form.code import assign, call, dotted, function, in_tuple, item, lambda_, load, method
from graphscope.explicit_form.dialect import DatasetLoop, Loop, first_values

_LONGEST_LINE = 100


class TensorFlowDialect:
    """``tf.cond`` and ``tf.while_loop``."""

    name = "TensorFlow"
    imports = "import tensorflow as tf"
    builtins: Mapping[str, str] = {
        "len": "tf.shape({})[0]",
        "int": "tf.cast({}, tf.int32)",
        "float": "tf.cast({}, tf.float32)",
        **{name: f"tf.reduce_{name}" for name in ("max", "min", "sum", "any", "all")},
        "sorted": "tf.sort",
    }

    def cond(self, test: ast.expr, then: ast.expr, otherwise: ast.expr) -> ast.expr:
        """A conditional; both ways take no argument."""
        return call("tf.cond", test, then, otherwise)

    def tensor(self, value: ast.expr) -> ast.expr:
        """A Python value as a tensor."""
        return call("tf.convert_to_tensor", value)

    def logical(self, word: str, *values: ast.expr) -> ast.expr:
        """``and``, ``or``, ``not`` of tensors whose values are all at hand."""
        return call(f"tf.logical_{word}", *values)

    def cast(self, value: ast.expr, dtype: ast.expr) -> ast.expr:
        """The value in another type."""
        return call("tf.cast", value, dtype)

    def start(self, start: ast.expr, limit: ast.expr) -> ast.expr:
        """What counting to ``limit`` starts from: TensorFlow compares numbers of one type only."""
        if isinstance(limit, ast.Constant):
            return start
        zero = call("tf.zeros_like", limit)
        nothing = isinstance(start, ast.Constant) and not start.value
        return zero if nothing else ast.BinOp(zero, ast.Add(), start)

    def length(self, value: ast.expr) -> ast.expr:
        """The first dimension."""
        return item(call("tf.shape", value), 0)

    def numbers(self, arguments: Sequence[ast.expr]) -> ast.expr:
        """``tf.range``."""
        return call("tf.range", *arguments)

    def loop(self, loop: Loop) -> list[ast.stmt]:
        """The loop's functions and the call."""
        body = function(loop.body_name, loop.names, loop.body)
        state = ast.Tuple(list(loop.starts), ast.Load())
        test: ast.expr = lambda_(loop.names, loop.test)
        made = assign(loop.kept, call("tf.while_loop", test, load(loop.body_name), state, **loop.options), True)
        if not loop.undefined and len(ast.unparse(made)) <= _LONGEST_LINE:
            return [body, made]
        before = function(loop.test_name, loop.names, [ast.Return(loop.test)])
        called = call("tf.while_loop", load(loop.test_name), load(loop.body_name), state, **loop.options)
        return [before, body, *_undefined(loop), assign(loop.kept, called, True)]

    def dataset_loop(self, loop: DatasetLoop) -> list[ast.stmt]:
        """``reduce``; where a break may end it, ``scan`` hands out the state after each round until then."""
        if loop.breaking is None:
            return _reduced(loop)
        step_name, rounds_name = loop.breaking
        state = in_tuple(loop.names)
        body = _of_state(loop)
        over = load(loop.names[-1])
        stay, go_on = lambda_((), load("state")), lambda_((), _call_body(loop))
        step = [
            assign(["*_", loop.names[-1]], load("state"), True),
            assign(["state"], call("tf.cond", over, stay, go_on)),
            ast.Return(ast.Tuple([load("state"), in_tuple(["state", loop.names[-1]])], ast.Load())),
        ]
        goes_on = lambda_(("state", loop.names[-1]), call("tf.logical_not", over))
        last = lambda_(("_", "last"), item(load("last"), 0))
        scanned = call(method(loop.dataset, "scan"), state, load(step_name))
        rounds = assign([rounds_name], call(method(scanned, "take_while"), goes_on))
        made = assign(loop.kept, call(method(load(rounds_name), "reduce"), state, last), True)
        return [body, function(step_name, ("state", loop.element), step), rounds, made]


def _reduced(loop: DatasetLoop) -> list[ast.stmt]:
    if len(loop.names) == 1:
        body = function(loop.body_name, (loop.names[0], loop.element), loop.body)
        called = call(method(loop.dataset, "reduce"), load(loop.names[0]), load(loop.body_name))
        return [body, assign(loop.kept, called)]
    made = call(method(loop.dataset, "reduce"), in_tuple(loop.names), load(loop.body_name))
    return [_of_state(loop), assign(loop.kept, made, True)]


def _of_state(loop: DatasetLoop) -> ast.stmt:
    unpacked = assign(loop.names, load("state"), True)
    return function(loop.body_name, ("state", loop.element), [unpacked, *loop.body])


def _call_body(loop: DatasetLoop) -> ast.expr:
    return call(loop.body_name, load("state"), load(loop.element))


def _undefined(loop: Loop) -> list[ast.stmt]:
    """Zeros of the shape that a first round gives; and a loop without rounds ends in an error, as AutoGraph's does."""
    if not loop.undefined:
        return []
    once = call(loop.body_name, *loop.starts_with(ast.Constant(None)))
    zeros = [call("tf.nest.map_structure", dotted("tf.zeros_like"), item(once, place)) for place in loop.undefined]
    told = f"{', '.join(loop.names[place] for place in loop.undefined)} has no value: the loop has no round"
    goes = call(loop.test_name, *loop.starts)
    message = ast.List([ast.Constant(told)], ast.Load())
    return [*first_values(loop, zeros), ast.Expr(call("tf.debugging.Assert", goes, message))]
