"""Says TensorFlow's common functions in JAX's words; what has no twin in the table is left, and told of."""

from __future__ import annotations

import ast
from collections.abc import Sequence

_SAME = (
    "abs add arange argmax argmin ceil cos cosh divide equal exp expand_dims eye floor greater greater_equal "
    "less less_equal linspace logical_and logical_not logical_or matmul maximum minimum multiply not_equal ones "
    "ones_like reshape round sign sin sinh sqrt square squeeze stack subtract tan tanh tile transpose where zeros "
    "zeros_like float32 float64 float16 bfloat16 int8 int16 int32 int64 uint8 uint32 cumsum einsum sort argsort"
)
_JNP = {f"tf.{name}": f"jnp.{name}" for name in _SAME.split()}
_TWINS = {
    **_JNP,
    **{f"tf.math.{name}": f"jnp.{name}" for name in _SAME.split()},
    **{f"tf.reduce_{name}": f"jnp.{name}" for name in ("sum", "mean", "max", "min", "prod", "all", "any")},
    **{f"tf.nn.{name}": f"jax.nn.{name}" for name in ("relu", "sigmoid", "softmax", "gelu", "elu", "softplus")},
    "tf.constant": "jnp.asarray",
    "tf.convert_to_tensor": "jnp.asarray",
    "tf.identity": "jnp.asarray",
    "tf.range": "jnp.arange",
    "tf.concat": "jnp.concatenate",
    "tf.sigmoid": "jax.nn.sigmoid",
    "tf.pow": "jnp.power",
    "tf.bool": "jnp.bool_",
    "tf.stop_gradient": "jax.lax.stop_gradient",
    "tf.math.log": "jnp.log",
    "tf.linalg.matmul": "jnp.matmul",
    "tf.norm": "jnp.linalg.norm",
}

_CALLS = {"tf.cast": ("jnp.asarray", 2), "tf.shape": ("jnp.shape", 1), "tf.size": ("jnp.size", 1)}
"""Those that mean the same with so many arguments, and no more."""


def in_jax_words(nodes: Sequence[ast.stmt], remarks: list[str]) -> None:
    """Rewrite in place; names of TensorFlow's that stay are put into ``remarks``."""
    words = _Words()
    for node in nodes:
        words.visit(node)
    if words.left:
        told = ", ".join(f"`{each}`" for each in sorted(words.left))
        remarks.append(f"{told} stand as TensorFlow has them: write JAX's own in their place")


class _Words(ast.NodeTransformer):
    def __init__(self) -> None:
        self.left: set[str] = set()

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """A call whose arguments stand otherwise in JAX."""
        name = ast.unparse(node.func)
        twin = _CALLS.get(name)
        if twin is not None and len(node.args) == twin[1] and not node.keywords:
            node.func = ast.Name(twin[0], ast.Load())
        self.generic_visit(node)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """A dotted name."""
        name = ast.unparse(node)
        twin = _TWINS.get(name)
        if twin is not None:
            return ast.Name(twin, node.ctx)
        if name.startswith("tf."):
            self.left.add(name)
            return node
        self.generic_visit(node)
        return node
