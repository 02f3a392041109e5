"""Which variables a piece of Python binds and reads, and which are live before it; over syntax trees alone."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(frozen=True)
class Jumps:
    """What is live where a break and a continue lead."""

    after_break: frozenset[str] = frozenset()
    after_continue: frozenset[str] = frozenset()


def bound(nodes: Iterable[ast.AST]) -> dict[str, None]:
    """Names that are assigned in this scope, in the order of the text."""
    names: dict[str, None] = {}
    for node in nodes:
        _bound(node, names)
    return names


def _bound(node: ast.AST, names: dict[str, None]) -> None:
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        names[node.id] = None
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        names.update((each.asname or each.name.partition(".")[0], None) for each in node.names)
    elif isinstance(node, _SCOPES):
        if not isinstance(node, ast.Lambda):
            names[node.name] = None
        return
    elif isinstance(node, _COMPREHENSIONS):
        return
    elif isinstance(node, ast.ExceptHandler) and node.name:
        names[node.name] = None
    # A value is read before its targets are bound, and is written to the right of them.
    for child in ast.iter_child_nodes(node):
        _bound(child, names)


def reads(node: ast.AST) -> set[str]:
    """Names of this scope that are read, by functions defined in it too."""
    if isinstance(node, ast.Name):
        return {node.id} if isinstance(node.ctx, ast.Load) else set()
    found: set[str] = set()
    for child in ast.iter_child_nodes(node):
        found |= reads(child)
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        found.add(node.target.id)
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        body = node.body if isinstance(node.body, list) else [node.body]
        free = {each for each in bound([node.args, *body]) if each not in _nonlocals(body)}
        every = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg)
        free |= {each.arg for each in every if each is not None}
        found -= free
    if isinstance(node, _COMPREHENSIONS):
        found -= set(bound(each.target for each in node.generators))
    return found


def _nonlocals(body: Sequence[ast.AST]) -> set[str]:
    return {name for each in body for node in ast.walk(each) if isinstance(node, ast.Nonlocal) for name in node.names}


def live_before(block: Sequence[ast.stmt], after: Iterable[str], jumps: Jumps | None = None) -> set[str]:
    """Names whose values may still be read, before ``block``, where ``after`` are those after it."""
    live = set(after)
    for statement in reversed(block):
        live = _before(statement, live, jumps or Jumps())
    return live


def _before(node: ast.stmt, after: set[str], jumps: Jumps) -> set[str]:
    if isinstance(node, (ast.Return, ast.Raise)):
        return reads(node)
    if isinstance(node, ast.Break):
        return set(jumps.after_break)
    if isinstance(node, ast.Continue):
        return set(jumps.after_continue)
    if isinstance(node, ast.If):
        return reads(node.test) | live_before(node.body, after, jumps) | live_before(node.orelse, after, jumps)
    if isinstance(node, (ast.While, ast.For, ast.AsyncFor)):
        return live_at_loop(node, after, jumps)
    if isinstance(node, (ast.With, ast.AsyncWith)):
        head = set().union(*(reads(each) for each in node.items))
        return head | (live_before(node.body, after, jumps) - set(bound(node.items)))
    if isinstance(node, (ast.Try, ast.Match)):
        return after | reads(node) | jumps.after_break | jumps.after_continue
    if isinstance(node, ast.AugAssign):
        return after | reads(node)
    return (after - set(bound([node]))) | reads(node)


def live_at_loop(
    node: ast.While | ast.For | ast.AsyncFor, after: Iterable[str], jumps: Jumps | None = None
) -> set[str]:
    """Names that are live before a loop."""
    head = live_at_head(node, after, jumps)
    return head if isinstance(node, ast.While) else head | reads(node.iter)


def live_at_head(
    node: ast.While | ast.For | ast.AsyncFor, after: Iterable[str], jumps: Jumps | None = None
) -> set[str]:
    """Names that are live before each round of a loop."""
    after = set(after)
    head = live_before(node.orelse, after, jumps)
    if isinstance(node, ast.While):
        head |= reads(node.test)
    targets = set() if isinstance(node, ast.While) else set(bound([node.target]))
    while True:
        inside = live_before(node.body, head, Jumps(frozenset(after), frozenset(head)))
        grown = head | (inside - targets)
        if grown == head:
            return head
        head = grown
