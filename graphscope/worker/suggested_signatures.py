"""What a module suggests in ``graphscope_signatures``, read with care: it is the user's, and may be anything."""

from __future__ import annotations

import ast
import builtins
from typing import Any, Dict, List, Tuple

NAME = "graphscope_signatures"
Suggestions = Tuple[Tuple[str, Tuple[str, ...]], ...]
"""Pairs of a function's expression and the signatures suggested for it."""


def suggested_signatures(namespace: Dict[str, Any]) -> Tuple[Suggestions, List[str]]:
    """The suggestions, and a sentence for each that is malformed."""
    given = namespace.get(NAME)
    if given is None:
        return (), []
    if not isinstance(given, dict):
        return (), [f'{NAME} is a {type(given).__name__}, not a dict such as {{"double": ["int32[]"]}}']
    found: List[Tuple[str, Tuple[str, ...]]] = []
    warnings: List[str] = []
    for function, signatures in given.items():
        if not isinstance(function, str):
            warnings.append(f"{NAME} has the key {function!r}; a key is a function's name in quotes")
            continue
        each = [signatures] if isinstance(signatures, str) else signatures
        if not isinstance(each, (list, tuple)) or not all(isinstance(text, str) for text in each):
            warnings.append(f'{NAME}["{function}"] is not a list of signatures in quotes')
            continue
        fault = _fault(function, namespace)
        if fault:
            warnings.append(f'{NAME}["{function}"] {fault}')
            continue
        found.append((function, tuple(each)))
    return tuple(found), warnings


def _fault(expression: str, namespace: Dict[str, Any]) -> str:
    """What is wrong with the expression of an entry, '' where nothing is."""
    try:
        tree = ast.parse(expression, mode="eval")
    except (SyntaxError, ValueError):
        return "is not an expression"
    names = (node.id for node in ast.walk(tree) if isinstance(node, ast.Name))
    if next(names, None) is None:
        return "names no function"
    missing = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and not _is_there(node.id, namespace)]
    return f"names {missing[0]}, which the module does not have" if missing else ""


def _is_there(name: str, namespace: Dict[str, Any]) -> bool:
    return name in namespace or name in ("tf", "np") or hasattr(builtins, name)
