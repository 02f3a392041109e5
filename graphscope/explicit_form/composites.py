"""Takes attributes and items that a staged statement assigns (`self.x`, `d["k"]`) into local variables around it."""

from __future__ import annotations

import ast
import re

from graphscope.explicit_form.code import assign
from graphscope.explicit_form.fates import is_staged
from graphscope.explicit_form.flow import bound, live_before
from graphscope.explicit_form.jumps import returns
from graphscope.explicit_form.names import Names


def without_composites(node: ast.stmt, names: Names) -> list[ast.stmt]:
    """``self_x = self.x``, the statement on ``self_x``, ``self.x = self_x``; the statement alone where it has none."""
    if not isinstance(node, (ast.If, ast.For, ast.While)) or not is_staged(node) or returns(node):
        return [node]
    own = bound([node])
    found: dict[str, str] = {}
    for each in ast.walk(node):
        if _is_composite(each) and isinstance(each.ctx, ast.Store):  # type: ignore[attr-defined]
            base = each.value.id  # type: ignore[attr-defined]
            if base not in own:
                found.setdefault(ast.unparse(each), "")
    if not found:
        return [node]
    for text in found:
        found[text] = names.fresh(re.sub(r"\W+", "_", text).strip("_"))
    _Renaming(found).visit(node)
    live = live_before([node], found.values())
    before = [assign([name], _expression(text)) for text, name in found.items() if name in live]
    after = [_stored(text, name) for text, name in found.items()]
    return [*before, node, *after]


class _Renaming(ast.NodeTransformer):
    def __init__(self, found: dict[str, str]) -> None:
        self._found = found

    def visit(self, node: ast.AST) -> ast.AST:
        """A composite's name in place of it."""
        if _is_composite(node) and (name := self._found.get(ast.unparse(node))):
            return ast.Name(name, node.ctx)  # type: ignore[attr-defined]
        self.generic_visit(node)
        return node


def _is_composite(node: ast.AST) -> bool:
    if isinstance(node, ast.Subscript):
        return isinstance(node.value, ast.Name) and isinstance(node.slice, ast.Constant)
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _stored(text: str, name: str) -> ast.stmt:
    return ast.parse(f"{text} = {name}").body[0]
