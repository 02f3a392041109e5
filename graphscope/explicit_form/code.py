"""Small pieces of syntax that the explicit form is put together from; which pieces, is decided elsewhere."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence


def load(name: str) -> ast.Name:
    """``name``, read."""
    return ast.Name(name, ast.Load())


def dotted(path: str) -> ast.expr:
    """``tf.cond``."""
    return ast.parse(path, mode="eval").body


def call(function: str | ast.expr, *arguments: ast.expr, **keywords: ast.expr) -> ast.Call:
    """``function(arguments)``."""
    named = [ast.keyword(name, value) for name, value in keywords.items()]
    return ast.Call(dotted(function) if isinstance(function, str) else function, list(arguments), named)


def item(value: ast.expr, place: int) -> ast.expr:
    """``value[place]``."""
    return ast.Subscript(value, ast.Constant(place), ast.Load())


def method(value: ast.expr, name: str) -> ast.expr:
    """``value.name``."""
    return ast.Attribute(value, name, ast.Load())


def several(names: Sequence[str]) -> ast.expr:
    """``x`` for one name, ``(x, y)`` for more, ``None`` for none."""
    if not names:
        return ast.Constant(None)
    return load(names[0]) if len(names) == 1 else in_tuple(names)


def in_tuple(names: Iterable[str]) -> ast.expr:
    """``(x,)``."""
    return ast.Tuple([load(each) for each in names], ast.Load())


def assign(names: Sequence[str], value: ast.expr, always_tuple: bool = False) -> ast.stmt:
    """``x = value``, ``x, y = value``, or the value alone where nothing is named."""
    if not names:
        return ast.Expr(value)
    targets = [ast.Name(each, ast.Store()) for each in names]
    target: ast.expr = ast.Tuple(list(targets), ast.Store()) if always_tuple or len(names) > 1 else targets[0]
    return ast.Assign([target], value, lineno=0)


def parameters(names: Iterable[str]) -> ast.arguments:
    """``x, y`` of a ``def`` or ``lambda``."""
    return ast.arguments([], [ast.arg(each) for each in names], None, [], [], None, [])


def function(name: str, names: Iterable[str], body: list[ast.stmt]) -> ast.FunctionDef:
    """``def name(names):`` and the body."""
    return ast.FunctionDef(name, parameters(names), body or [ast.Pass()], [], lineno=0)


def lambda_(names: Iterable[str], value: ast.expr) -> ast.Lambda:
    """``lambda names: value``."""
    return ast.Lambda(parameters(names), value)


def comment(text: str) -> ast.stmt:
    """A line ``# text``: the name of a variable is written as it stands, so it can hold one."""
    return ast.Expr(load(f"# {text}"))


def begin(line: int) -> ast.stmt:
    """Marks where the code for the user's line begins; taken out of the finished text."""
    return ast.Expr(load(f"#<{line}"))


def end(line: int) -> ast.stmt:
    """Marks where the code for the user's line ends."""
    return ast.Expr(load(f"#>{line}"))


def is_comment(node: ast.stmt) -> bool:
    """Whether it is one of the three above."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Name) and node.value.id.startswith("#")


def is_marker(node: ast.stmt) -> bool:
    """Whether it marks a place, and is no comment."""
    return is_comment(node) and not ast.unparse(node).startswith("# ")
