"""Takes break and continue out of a loop's body, into flags and conditionals, as AutoGraph means them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from graphscope.explicit_form.fates import PYTHON_GUARD, STAGED_GUARD, NotWritable, fate_of, is_staged, with_fate

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
JUMPS = (ast.Break, ast.Continue)


def own_jumps(node: ast.AST, kinds: tuple[type[ast.AST], ...] = JUMPS) -> Iterator[ast.AST]:
    """The breaks and continues in ``node`` that belong to the loop around it."""
    if isinstance(node, _SCOPES):
        return
    if isinstance(node, kinds):
        yield node
    inner: Iterable[ast.AST] = ast.iter_child_nodes(node)
    if isinstance(node, _LOOPS) and ast.Return not in kinds:
        inner = node.orelse
    for child in inner:
        yield from own_jumps(child, kinds)


def returns(node: ast.AST) -> bool:
    """Whether a return of the function that ``node`` stands in is inside it."""
    return any(True for _ in own_jumps(node, (ast.Return,)))


def ends(block: Sequence[ast.stmt]) -> bool:
    """Whether nothing that follows ``block`` is ever reached from it."""
    for each in block:
        if isinstance(each, (ast.Return, ast.Raise, *JUMPS)):
            return True
        if isinstance(each, ast.If) and ends(each.body) and ends(each.orelse):
            return True
        if isinstance(each, ast.With) and ends(each.body):
            return True
    return False


def under_staged(node: ast.AST, staged: bool = False) -> bool:
    """Whether a jump of the loop around ``node`` stands under a staged condition."""
    if isinstance(node, JUMPS):
        return staged
    staged = staged or (isinstance(node, ast.If) and is_staged(node))
    inner = node.orelse if isinstance(node, _LOOPS) else ast.iter_child_nodes(node)
    return any(under_staged(each, staged) for each in inner if not isinstance(each, _SCOPES))


def flag_set(name: str, value: bool) -> ast.stmt:
    """``name = value``."""
    return ast.Assign([ast.Name(name, ast.Store())], ast.Constant(value), lineno=0)


@dataclass
class Lowered:
    """A loop's body without jumps, and the flags that it now has."""

    body: list[ast.stmt]
    broken: str
    skip: str
    breaks: bool = False
    skips: bool = False


def lower(body: Sequence[ast.stmt], broken: str, skip: str) -> Lowered:
    """``body`` with its jumps taken out; ``broken`` and ``skip`` are names for flags, where any are needed."""
    lowered = Lowered([], broken, skip)
    block = _Lowering(lowered).block(body, True, False)
    lowered.body = [flag_set(skip, False), *block] if lowered.skips else block
    return lowered


class _Lowering:
    def __init__(self, lowered: Lowered) -> None:
        self._lowered = lowered

    def block(self, block: Sequence[ast.stmt], tail: bool, staged: bool) -> list[ast.stmt]:
        """``tail``: nothing of the round follows. ``staged``: the skip flag may be a tensor here."""
        out: list[ast.stmt] = []
        for place, node in enumerate(block):
            rest = list(block[place + 1 :])
            if isinstance(node, JUMPS):
                return out + self._jump(node, tail)
            if not any(True for _ in own_jumps(node)):
                out.append(node)
                continue
            node, rest = _moved(node, rest)
            out.append(self._inside(node, tail and not rest, staged))
            if rest:
                staged = staged or under_staged(node)
                test = ast.UnaryOp(ast.Not(), ast.Name(self._lowered.skip, ast.Load()))
                fate = STAGED_GUARD if staged else PYTHON_GUARD
                self._lowered.skips = True
                guard = ast.If(with_fate(test, fate), self.block(rest, tail, staged), [])
                out.append(with_fate(guard, fate))
            return out
        return out

    def _jump(self, node: ast.stmt, tail: bool) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        if isinstance(node, ast.Break):
            self._lowered.breaks = True
            out.append(flag_set(self._lowered.broken, True))
        if not tail:
            self._lowered.skips = True
            out.append(flag_set(self._lowered.skip, True))
        return out

    def _inside(self, node: ast.stmt, tail: bool, staged: bool) -> ast.stmt:
        if isinstance(node, ast.With):
            return ast.copy_location(ast.With(node.items, self.block(node.body, tail, staged)), node)
        if not isinstance(node, ast.If):
            raise NotWritable(f"a break or continue inside `{type(node).__name__.lower()}` has no explicit form")
        body = self.block(node.body, tail, staged) or [ast.Pass()]
        return _like(node, body, self.block(node.orelse, tail, staged))


def _moved(node: ast.stmt, rest: list[ast.stmt]) -> tuple[ast.stmt, list[ast.stmt]]:
    """What follows an ``if`` that jumps in one branch for sure belongs to the other branch."""
    if not isinstance(node, ast.If) or not rest:
        return node, rest
    if ends(node.body):
        return _like(node, node.body, [*node.orelse, *rest]), []
    if ends(node.orelse):
        return _like(node, [*node.body, *rest], node.orelse), []
    return node, rest


def _like(node: ast.If, body: list[ast.stmt], orelse: list[ast.stmt]) -> ast.If:
    """``node`` with other blocks."""
    return with_fate(ast.copy_location(ast.If(node.test, body, orelse), node), fate_of(node))
