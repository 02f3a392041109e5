"""Turns a finished syntax tree into text, and finds where the code for each of the user's lines came to stand."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

_MARK = re.compile(r"\s*#([<>])(\d+)$")


@dataclass(frozen=True)
class Place:
    """The lines of the text, from 1, that stand for one line of the user's source."""

    source_line: int
    first: int
    last: int


def finished(head: str, nodes: list[ast.stmt]) -> tuple[str, tuple[Place, ...]]:
    """The text and the places; one line of the source can have several."""
    module = ast.fix_missing_locations(_BareTuples().visit(ast.Module(nodes, [])))
    page = _Page([*head.splitlines(), "", ""])
    open_at: list[tuple[int, int]] = []
    places: list[Place] = []
    for line in ast.unparse(module).splitlines():
        mark = _MARK.match(line)
        if mark is None:
            page.add(line)
        elif mark[1] == "<":
            open_at.append((int(mark[2]), len(page.lines) + 1))
        else:
            source, first = open_at.pop()
            while first < len(page.lines) and not page.lines[first - 1].strip():
                first += 1
            places.append(Place(source, first, max(first, len(page.lines))))
    return "\n".join(page.lines) + "\n", tuple(sorted(places, key=lambda each: (each.first, each.source_line)))


class _Page:
    """Lines with an empty one around each inner function and two around each outer one."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self._functions: list[int] = []

    def add(self, line: str) -> None:
        """One more line."""
        if not line.strip():
            return
        indent = len(line) - len(line.lstrip())
        ended = [each for each in self._functions if each >= indent]
        self._functions = [each for each in self._functions if each < indent]
        is_function = line.lstrip().startswith(("def ", "@"))
        opens = self.lines[-1].rstrip().endswith(":") or self.lines[-1].lstrip().startswith(("@", "#"))
        wanted = 0 if opens or not (ended or is_function) else 1 if indent else 2
        have = len(self.lines) - len("\n".join(self.lines).rstrip("\n").split("\n"))
        self.lines += [""] * (wanted - have)
        self.lines.append(line)
        if line.lstrip().startswith("def "):
            self._functions.append(indent)


class _BareTuples(ast.NodeTransformer):
    """``return x, y`` and ``x, y = y, x`` without the parentheses that ``ast.unparse`` puts around every tuple."""

    def visit_Return(self, node: ast.Return) -> ast.Return:
        """A return of several values."""
        self.generic_visit(node)
        return ast.Return(_bare(node.value)) if node.value is not None else node

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        """An assignment of several values."""
        self.generic_visit(node)
        return ast.Assign(node.targets, _bare(node.value), lineno=0)


def _bare(value: ast.expr) -> ast.expr:
    if isinstance(value, ast.Tuple) and len(value.elts) > 1:
        return ast.Name(", ".join(map(ast.unparse, value.elts)), ast.Load())
    return value
