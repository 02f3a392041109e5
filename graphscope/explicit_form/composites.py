"""Takes attributes and items that a staged statement assigns (`self.x`, `d["k"]`) into local variables around it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from graphscope.explicit_form.code import assign
from graphscope.explicit_form.fates import is_staged
from graphscope.explicit_form.flow import bound, live_before
from graphscope.explicit_form.jumps import returns
from graphscope.explicit_form.names import Names


def without_composites(node: ast.stmt, names: Names, methods: frozenset[str]) -> list[ast.stmt]:
    """``self_x = self.x``, the statement on ``self_x``, ``self.x = self_x``; the statement alone where it has none.

    ``methods``: names of methods, which could see an attribute's value before it is put back.
    """
    if not isinstance(node, (ast.If, ast.For, ast.While)) or not is_staged(node) or returns(node):
        return [node]
    found = dict.fromkeys(ast.unparse(each) for each in ast.walk(node) if _is_assigned(each))
    if not found or not all(_stands_alone(text, found, node, methods) for text in found):
        return [node]
    local = {text: names.fresh(re.sub(r"\W+", "_", text).strip("_")) for text in found}
    _Renaming(local).visit(node)
    live = live_before([node], local.values())
    before = [assign([name], _expression(text)) for text, name in local.items() if name in live]
    after = [_stored(text, name) for text, name in local.items()]
    return [*before, node, *after]


class _Renaming(ast.NodeTransformer):
    def __init__(self, found: dict[str, str]) -> None:
        self._found = found

    def visit(self, node: ast.AST) -> ast.AST:
        """A composite's name in place of it."""
        if isinstance(node, (ast.Attribute, ast.Subscript)) and (name := self._found.get(ast.unparse(node))):
            return ast.Name(name, node.ctx)
        self.generic_visit(node)
        return node


def _is_assigned(node: ast.AST) -> bool:
    return isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, ast.Store)


def _stands_alone(text: str, found: dict[str, None], statement: ast.stmt, methods: frozenset[str]) -> bool:
    """Whether nothing else in the statement can see or change what ``text`` names."""
    node = _expression(text)
    names = _names(node)
    if not names or not set(names).isdisjoint(bound([statement])):
        return False
    if any(other != text and other.startswith((f"{text}.", f"{text}[")) for other in found):
        return False
    by_variable = len(names) > 1
    seen = [each for each in _uses(statement, names[0]) if ast.unparse(each) != text]
    return not any(_lets_see(each, by_variable, methods) for each in seen)


def _names(node: ast.expr) -> list[str]:
    """The variable that it is part of, and those that are keys on the way; none where it isn't that plain."""
    if isinstance(node, ast.Name):
        return [node.id]
    if isinstance(node, ast.Attribute):
        return _names(node.value)
    if not isinstance(node, ast.Subscript):
        return []
    key = node.slice.operand if isinstance(node.slice, ast.UnaryOp) else node.slice
    inner = _names(node.value)
    if isinstance(key, ast.Constant):
        return inner
    return [*inner, key.id] if inner and isinstance(key, ast.Name) else []


def _uses(node: ast.AST, base: str) -> Iterator[ast.expr]:
    """The longest paths that begin at the variable, ``self.cell.state``; the variable alone where it is handed on."""
    if isinstance(node, (ast.Attribute, ast.Subscript, ast.Name)) and _names(node)[:1] == [base]:
        yield node
        return
    for child in ast.iter_child_nodes(node):
        yield from _uses(child, base)


def _lets_see(use: ast.expr, by_variable: bool, methods: frozenset[str]) -> bool:
    """Whether the use could depend on it: the object itself, a method of it, an item by a key that may be the same."""
    is_method = isinstance(use, ast.Attribute) and use.attr in methods
    return isinstance(use, ast.Name) or is_method or by_variable


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _stored(text: str, name: str) -> ast.stmt:
    return ast.parse(f"{text} = {name}").body[0]
