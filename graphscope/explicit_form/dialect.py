"""Dialects: how TensorFlow and JAX spell a conditional, a loop and the logic on tensors; not what is staged."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field

from graphscope.explicit_form.code import assign, call, dotted, function, lambda_, load
from graphscope.explicit_form.fates import NotWritable

_LONGEST_LAMBDA = 50


@dataclass(frozen=True)
class Loop:
    """A staged loop, ready to be spelled: ``test`` and ``body`` speak of ``names``, which start as ``starts``."""

    names: Sequence[str]
    starts: Sequence[ast.expr]
    test: ast.expr
    body: list[ast.stmt]
    results: Sequence[str]
    """What is kept of the names afterwards; ``_`` for one that is not."""
    body_name: str = "loop_body"
    test_name: str = "loop_test"
    limit: ast.expr | None = None
    """The end of a loop that only counts up by one from its first name's start."""
    undefined: Sequence[int] = ()
    """Places of names that have no value before the first round."""
    options: dict[str, ast.expr] = field(default_factory=dict)


class TensorFlow:
    """``tf.cond`` and ``tf.while_loop``."""

    name = "TensorFlow"
    module = "tf"
    imports = "import tensorflow as tf"

    def cond(self, test: ast.expr, then: ast.expr, otherwise: ast.expr) -> ast.expr:
        """A conditional; both ways take no argument."""
        return call("tf.cond", test, then, otherwise)

    def tensor(self, value: ast.expr) -> ast.expr:
        """A Python value as a tensor."""
        return call("tf.convert_to_tensor", value)

    def logical(self, word: str, *values: ast.expr) -> ast.expr:
        """``and``, ``or``, ``not`` of tensors whose values are all at hand."""
        return call(f"tf.logical_{word}", *values)

    def like(self, value: ast.expr, start: int) -> ast.expr:
        """A whole number in the type of ``value``, to count from."""
        zero = call("tf.zeros_like", value)
        return ast.BinOp(zero, ast.Add(), ast.Constant(start)) if start else zero

    def length(self, value: ast.expr) -> ast.expr:
        """The first dimension."""
        return ast.Subscript(call("tf.shape", value), ast.Constant(0), ast.Load())

    def numbers(self, arguments: Sequence[ast.expr]) -> ast.expr:
        """``tf.range``."""
        return call("tf.range", *arguments)

    def first_value(self, value: ast.expr) -> ast.expr:
        """Something of the type and shape of ``value``, for what has no value before the loop."""
        return call("tf.nest.map_structure", dotted("tf.zeros_like"), value)

    def loop(self, loop: Loop) -> list[ast.stmt]:
        """The loop's functions and the call."""
        body = function(loop.body_name, loop.names, loop.body)
        before: list[ast.stmt] = []
        test: ast.expr = lambda_(loop.names, loop.test)
        if len(ast.unparse(test)) > _LONGEST_LAMBDA:
            before = [function(loop.test_name, loop.names, [ast.Return(loop.test)])]
            test = load(loop.test_name)
        state = ast.Tuple(list(loop.starts), ast.Load())
        made = call("tf.while_loop", test, load(loop.body_name), state, **loop.options)
        return [*before, body, *self._undefined(loop), assign(_kept(loop), made, True)]

    def _undefined(self, loop: Loop) -> list[ast.stmt]:
        starts = [ast.Constant(None) if at in loop.undefined else each for at, each in enumerate(loop.starts)]
        return first_round(self.first_value, loop, call(loop.body_name, *starts))


class Jax:
    """``jax.lax.cond``, ``while_loop`` and ``fori_loop``."""

    name = "JAX"
    module = "jnp"
    imports = "import jax\nimport jax.numpy as jnp"

    def cond(self, test: ast.expr, then: ast.expr, otherwise: ast.expr) -> ast.expr:
        """A conditional; both ways take no argument."""
        return call("jax.lax.cond", test, then, otherwise)

    def tensor(self, value: ast.expr) -> ast.expr:
        """A Python value as an array."""
        return call("jnp.asarray", value)

    def logical(self, word: str, *values: ast.expr) -> ast.expr:
        """``and``, ``or``, ``not`` of arrays whose values are all at hand."""
        return call(f"jnp.logical_{word}", *values)

    def like(self, value: ast.expr, start: int) -> ast.expr:
        """A whole number in the type of ``value``, to count from."""
        zero = call("jnp.zeros_like", value)
        return ast.BinOp(zero, ast.Add(), ast.Constant(start)) if start else zero

    def length(self, value: ast.expr) -> ast.expr:
        """The first dimension, which JAX knows while it traces."""
        return ast.Subscript(ast.Attribute(value, "shape", ast.Load()), ast.Constant(0), ast.Load())

    def numbers(self, arguments: Sequence[ast.expr]) -> ast.expr:
        """``jnp.arange``, whose arguments must be Python numbers."""
        return call("jnp.arange", *arguments)

    def first_value(self, value: ast.expr) -> ast.expr:
        """Something of the type and shape of ``value``, for what has no value before the loop."""
        return call("jax.tree.map", dotted("jnp.zeros_like"), value)

    def loop(self, loop: Loop) -> list[ast.stmt]:
        """The loop's functions and the call."""
        if "shape_invariants" in loop.options:
            raise NotWritable("JAX's loops keep the shape of every variable: make room for the largest before it")
        if loop.limit is not None:
            return self._counted(loop, loop.limit)
        unpacked = assign(loop.names, load("state"), True)
        test = function(loop.test_name, ["state"], [unpacked, ast.Return(loop.test)])
        body = function(loop.body_name, ["state"], [unpacked, *loop.body])
        state = ast.Tuple(list(loop.starts), ast.Load())
        made = call("jax.lax.while_loop", load(loop.test_name), load(loop.body_name), state)
        starts = [ast.Constant(0) if at in loop.undefined else each for at, each in enumerate(loop.starts)]
        once = call(loop.body_name, ast.Tuple(starts, ast.Load()))
        return [test, body, *first_round(self.first_value, loop, once), assign(_kept(loop), made, True)]

    def _counted(self, loop: Loop, limit: ast.expr) -> list[ast.stmt]:
        names = loop.names[1:]
        unpacked = [assign(names, load("state"), True)] if names else []
        body = function(loop.body_name, [loop.names[0], "state"], [*unpacked, *_without_counter(loop.body)])
        state = ast.Tuple(list(loop.starts[1:]), ast.Load())
        made = call("jax.lax.fori_loop", loop.starts[0], limit, load(loop.body_name), state)
        starts = [ast.Constant(0) if at in loop.undefined else each for at, each in enumerate(loop.starts)]
        once = call(loop.body_name, starts[0], ast.Tuple(starts[1:], ast.Load()))
        kept = list(loop.results[1:]) if any(each != "_" for each in loop.results[1:]) else []
        return [body, *first_round(self.first_value, loop, once, 1), assign(kept, made, True)]


Dialect = TensorFlow | Jax


def first_round(make: object, loop: Loop, once: ast.expr, left_out: int = 0) -> list[ast.stmt]:
    """Values for names that have none before the loop: zeros, of the shape that a first round gives them."""
    assert callable(make)
    made: list[ast.stmt] = []
    for place in loop.undefined:
        value = ast.Subscript(once, ast.Constant(place - left_out), ast.Load())
        made.append(assign([loop.names[place]], make(value)))
    return made


def _kept(loop: Loop) -> list[str]:
    return list(loop.results) if any(each != "_" for each in loop.results) else []


def _without_counter(body: list[ast.stmt]) -> list[ast.stmt]:
    """The body, returning its state without the counter, which JAX counts itself."""
    last = body[-1]
    assert isinstance(last, ast.Return)
    assert isinstance(last.value, ast.Tuple)
    return [*body[:-1], ast.Return(ast.Tuple(last.value.elts[1:], ast.Load()))]
