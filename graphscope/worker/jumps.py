"""break, continue and early return: which the user wrote where, and what each call made for them is there for."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import Any, Iterator, List, Tuple

_LOOPS = (ast.For, ast.While, ast.AsyncFor)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_FLAG = re.compile(r"(break|continue|do_return)_?(?:_\d+)?$")
_HAPPENED = {
    ("break",): "no break happened",
    ("continue",): "no continue happened",
    ("break", "continue"): "no break or continue happened",
    ("return",): "nothing has been returned",
    ("break", "return"): "no break happened and nothing has been returned",
}
_ALL = ("break", "continue", "return")

WrittenJump = Tuple[str, int]
"""``break``, ``continue`` or ``return``, and its line."""


@dataclass(frozen=True)
class Jump:
    """What one generated call is there for."""

    kinds: Tuple[str, ...]
    role: str
    line: int


def written_jumps(node: ast.AST) -> Tuple[WrittenJump, ...]:
    """The jumps of a loop's own, the returns inside a loop or an ``if``; those of inner functions are no part of it."""
    found: List[WrittenJump] = []
    if isinstance(node, (*_LOOPS, ast.If)):
        for child in (*node.body, *node.orelse):
            found.extend(_jumps(child, isinstance(node, _LOOPS)))
    return tuple(sorted(found, key=lambda jump: jump[1]))


def _jumps(node: ast.AST, own_loop: bool) -> Iterator[WrittenJump]:
    if isinstance(node, ast.Return):
        yield "return", node.lineno
    elif isinstance(node, (ast.Break, ast.Continue)) and own_loop:
        yield ("break" if isinstance(node, ast.Break) else "continue"), node.lineno
    elif not isinstance(node, _SCOPES):
        for child in ast.iter_child_nodes(node):
            yield from _jumps(child, own_loop and not isinstance(node, _LOOPS))


def flags_of(node: Any) -> Tuple[str, ...]:
    """The jumps whose flags a generated expression asks for, '' in order: ``break``, ``continue``, ``return``."""
    asked = {match[1] for name in _names(node) for match in [_FLAG.match(name)] if match is not None}
    kinds = {"return" if each == "do_return" else each for each in asked}
    return tuple(each for each in _ALL if each in kinds)


def _names(node: Any) -> Iterator[str]:
    if type(node).__name__ == "Name":
        yield node.id
    if type(node).__name__ == "Call" and getattr(node.func, "attr", "") == "ld":
        return  # one of the user's own variables
    for field in getattr(node, "_fields", ()):
        value = getattr(node, field)
        for child in value if isinstance(value, list) else [value]:
            if hasattr(child, "_fields"):
                yield from _names(child)


def jump(flags: Tuple[str, ...], written: Tuple[WrittenJump, ...], guards: bool, in_loop: bool) -> Jump:
    """What a call that asks for ``flags`` is there for: it ``guards`` what follows, or else is part of a loop's test.

    A break leaves the rest of its round out as a continue does, by the same flag.
    """
    kinds = flags
    if "continue" in flags:
        own = {kind for kind, _ in written} & {"break", "continue"}
        kinds = tuple(each for each in _ALL if each in own or (each in flags and each != "continue")) or flags
    happened = _HAPPENED.get(kinds, "no jump happened before")
    if not guards:
        role = f"loop goes on only while {happened}"
    elif in_loop:
        role = f"rest of the round runs only where {happened}"
    else:
        role = f"what follows runs only where {happened}"
    lines = [line for kind, line in written if kind in kinds]
    return Jump(kinds, role, min(lines, default=0))
