"""JaxDialect: jax.lax.cond, while_loop and fori_loop; it decides nothing."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from graphscope.explicit_form.code import assign, call, dotted, function, item, load, method
from graphscope.explicit_form.dialect import DatasetLoop, Loop, first_values
from graphscope.explicit_form.fates import NotWritable
from graphscope.explicit_form.one_expression import without_last_name


class JaxDialect:
    """``jax.lax.cond``, ``while_loop`` and ``fori_loop``."""

    name = "JAX"
    imports = "import jax\nimport jax.numpy as jnp"
    builtins: Mapping[str, str] = {
        "int": "jnp.asarray({}, jnp.int32)",
        "float": "jnp.asarray({}, jnp.float32)",
        **{name: f"jnp.{name}" for name in ("max", "min", "any", "all")},
        "sorted": "jnp.sort",
    }
    """`len` and `sum` work on arrays, whose shapes JAX knows."""

    def cond(self, test: ast.expr, then: ast.expr, otherwise: ast.expr) -> ast.expr:
        """A conditional; both ways take no argument."""
        return call("jax.lax.cond", test, then, otherwise)

    def tensor(self, value: ast.expr) -> ast.expr:
        """A Python value as an array."""
        return call("jnp.asarray", value)

    def logical(self, word: str, *values: ast.expr) -> ast.expr:
        """``and``, ``or``, ``not`` of arrays whose values are all at hand."""
        return call(f"jnp.logical_{word}", *values)

    def cast(self, value: ast.expr, dtype: ast.expr) -> ast.expr:
        """The value in another type."""
        return call("jnp.asarray", value, dtype)

    def start(self, start: ast.expr, limit: ast.expr) -> ast.expr:
        """What counting starts from: JAX compares numbers of any types."""
        return start

    def length(self, value: ast.expr) -> ast.expr:
        """The first dimension, which JAX knows while it traces."""
        return item(method(value, "shape"), 0)

    def numbers(self, arguments: Sequence[ast.expr]) -> ast.expr:
        """``jnp.arange``, whose arguments must be Python numbers."""
        return call("jnp.arange", *arguments)

    def loop(self, loop: Loop) -> list[ast.stmt]:
        """The loop's functions and the call."""
        _refuse_options(loop)
        if loop.limit is not None:
            return _counted(loop, loop.limit)
        state = _State(loop.names)
        test = function(loop.test_name, [state.name], [*state.unpacked, ast.Return(loop.test)])
        body = function(loop.body_name, [state.name], [*state.unpacked, *state.returned(loop.body)])
        made = call("jax.lax.while_loop", load(loop.test_name), load(loop.body_name), state.of(loop.starts))
        once = [state.of(loop.starts_with(ast.Constant(0)))]
        return [test, body, *_undefined(loop, state, once), state.kept(loop.kept, made)]

    def dataset_loop(self, loop: DatasetLoop) -> list[ast.stmt]:
        """There is none."""
        raise NotWritable("JAX has no Dataset: loop over it in Python, and jit what one round does")


class _State:
    """What a loop carries: one value as it is, several as a tuple."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._alone = len(names) == 1
        self.name = names[0] if self._alone else "state"

    @property
    def unpacked(self) -> list[ast.stmt]:
        """The names from the tuple."""
        return [assign(self._names, load("state"), True)] if len(self._names) > 1 else []

    def of(self, values: Sequence[ast.expr]) -> ast.expr:
        """A state of ``values``."""
        return values[0] if self._alone else ast.Tuple(list(values), ast.Load())

    def part(self, state: ast.expr, name: str) -> ast.expr:
        """The value of ``name`` in ``state``."""
        return state if self._alone else item(state, self._names.index(name))

    def kept(self, names: Sequence[str], made: ast.expr) -> ast.stmt:
        """What is kept of the loop."""
        return assign(names, made, not self._alone)

    def returned(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """The body, returning its state without the counter that JAX counts itself."""
        last = body[-1]
        if not isinstance(last, ast.Return) or not isinstance(last.value, ast.Tuple):
            return body
        values = last.value.elts[len(last.value.elts) - len(self._names) :]
        return without_last_name([*body[:-1], ast.Return(self.of(values))])


def _counted(loop: Loop, limit: ast.expr) -> list[ast.stmt]:
    state = _State(loop.names[1:])
    body = function(loop.body_name, [loop.names[0], state.name], [*state.unpacked, *state.returned(loop.body)])
    made = call("jax.lax.fori_loop", loop.starts[0], limit, load(loop.body_name), state.of(loop.starts[1:]))
    first, *others = loop.starts_with(ast.Constant(0))
    return [body, *_undefined(loop, state, [first, state.of(others)]), state.kept(loop.kept[1:], made)]


def _undefined(loop: Loop, state: _State, once: Sequence[ast.expr]) -> list[ast.stmt]:
    """Zeros of the shape that a round gives."""
    shapes = call("jax.eval_shape", load(loop.body_name), *once)
    parts = [state.part(shapes, loop.names[place]) for place in loop.undefined]
    return first_values(loop, [call("jax.tree.map", dotted("jnp.zeros_like"), part) for part in parts])


def _refuse_options(loop: Loop) -> None:
    if "shape_invariants" in loop.options:
        raise NotWritable("JAX's loops keep the shape of every variable: make room for the largest before it")
    if "maximum_iterations" in loop.options:
        raise NotWritable("JAX's loops have no maximum_iterations: count the rounds in a variable of the loop")
