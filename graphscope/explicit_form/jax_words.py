"""Says TensorFlow's common functions in JAX's words; what has no twin in the tables is left, and told of."""

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
_CALLS = {
    "tf.cast": ("jnp.asarray", 2),
    "tf.shape": ("jnp.shape", 1),
    "tf.size": ("jnp.size", 1),
    "tf.cond": ("jax.lax.cond", 3),
    "tf.nn.bias_add": ("jnp.add", 2),
    "tf.name_scope": ("jax.named_scope", 1),
}
"""Those that mean the same with so many arguments, and no more."""
_VARIABLES = "JAX has no variables: hand the value in, and return the new one"
_REASONS = {
    "tf.random.": "JAX draws random numbers by a key that is handed in: see jax.random",
    "tf.nn.dropout": "JAX draws random numbers by a key that is handed in: see jax.random",
    "tf.GradientTape": "JAX takes the gradient of a function: see jax.grad",
    "tf.TensorArray": "JAX sets rows of an array that is made before the loop: `kept = kept.at[i].set(x)`",
    "tf.Variable": _VARIABLES,
    "tf.data.": "JAX has no Dataset: hand arrays in",
    "tf.strings.": "JAX has no strings",
}
_CHANGES = ("assign", "assign_add", "assign_sub", "read_value")


def in_jax_words(nodes: Sequence[ast.stmt], remarks: list[str]) -> None:
    """Rewrite in place; names of TensorFlow's that stay are put into ``remarks``, by what is to be done about them."""
    words = _Words()
    for node in nodes:
        words.visit(node)
    told: dict[str, list[str]] = {}
    for name in sorted(words.left):
        known = [reason for start, reason in _REASONS.items() if name.startswith(start)]
        told.setdefault(_VARIABLES if name.startswith(".") else next(iter(known), ""), []).append(f"`{name}`")
    for reason, names in told.items():
        if reason and any(reason.partition(":")[0] in each for each in remarks):
            continue  # a statement that stays has said so already
        stand = "stands as TensorFlow has it" if len(names) == 1 else "stand as TensorFlow has them"
        instead = "write JAX's own in its place" if len(names) == 1 else "write JAX's own in their place"
        remarks.append(f"{', '.join(names)} {stand}: {reason or instead}")


class _Words(ast.NodeTransformer):
    def __init__(self) -> None:
        self.left: set[str] = set()

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """A call whose arguments stand otherwise in JAX."""
        name = ast.unparse(node.func)
        twin = _CALLS.get(name)
        if twin is not None and len(node.args) == twin[1] and not node.keywords:
            node.func = ast.Name(twin[0], ast.Load())
        elif name == "tf.print" and not node.keywords:
            node = _printed(node)
        elif isinstance(node.func, ast.Attribute) and node.func.attr in _CHANGES:
            self.left.add(f".{node.func.attr}")
        self.generic_visit(node)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """A dotted name."""
        name = ast.unparse(node)
        twin = _TWINS.get(name)
        if twin is not None:
            return ast.Name(twin, node.ctx)
        if name.startswith("tf."):
            self.left.add(_root(name))
            return node
        self.generic_visit(node)
        return node


def _root(name: str) -> str:
    """``tf.data.Dataset.range`` of ``tf.data.Dataset.range(100).repeat``."""
    return name.partition("(")[0]


def _printed(node: ast.Call) -> ast.Call:
    """``tf.print("x is", x)`` as ``jax.debug.print("x is {}", x)``."""
    words: list[str] = []
    values: list[ast.expr] = []
    for each in node.args:
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            words.append(each.value.replace("{", "{{").replace("}", "}}"))
        else:
            words.append("{}")
            values.append(each)
    return ast.Call(ast.Name("jax.debug.print", ast.Load()), [ast.Constant(" ".join(words)), *values], [])
