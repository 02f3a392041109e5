"""Names for the functions and variables that the explicit form adds: plain words, numbered where they are taken."""

from __future__ import annotations

import ast
from collections.abc import Iterator


class Names:
    """Gives names that the user's code does not use."""

    def __init__(self, tree: ast.AST) -> None:
        self._taken = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        self._taken |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
        self._taken |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        self.iterators = frozenset(_iterators(tree))
        """Variables of the user's that hold what ``iter`` gave."""

    def fresh(self, word: str) -> str:
        """``word``, or ``word_2`` …"""
        name, number = word, 1
        while name in self._taken:
            number += 1
            name = f"{word}_{number}"
        self._taken.add(name)
        return name

    def give_back(self, *names: str) -> None:
        """Names that were not used after all."""
        self._taken.difference_update(names)


def _iterators(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        made = (
            isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "iter"
        )
        if isinstance(node, ast.Assign) and made:
            yield from (each.id for each in node.targets if isinstance(each, ast.Name))
