"""What stands in the user's file at the line of an error: names that are assigned, gone over, grown; nothing is run."""

from __future__ import annotations

import ast
import linecache
from typing import Iterable, Iterator, Optional, Tuple

from graphscope.protocol.records import ErrorRecord


class ErrorLine:
    """The syntax at an error's line."""

    def __init__(self, record: ErrorRecord) -> None:
        self._line = record.line or 0
        try:
            self._tree: Optional[ast.AST] = ast.parse("".join(linecache.getlines(record.file or "")))
        except (SyntaxError, ValueError):
            self._tree = None
        every = list(ast.walk(self._tree)) if self._tree is not None else []
        self.nodes = tuple(each for each in every if getattr(each, "lineno", 0) == self._line)
        """Those that begin on the line."""

    def has(self, kind: type) -> bool:
        """Whether something of that kind begins on the line."""
        return any(isinstance(node, kind) for node in self.nodes)

    def text(self) -> str:
        """The names of attributes and functions on the line, joined."""
        return " ".join(node.attr for node in self.nodes if isinstance(node, ast.Attribute))

    def assigned(self) -> Tuple[str, ...]:
        """The names that the line assigns; what a ``for`` goes over gives its own names a value, not they."""
        targets = {part for node in self.nodes if isinstance(node, ast.For) for part in ast.walk(node.target)}
        stored = (node for node in self.nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
        return tuple(_names(node for node in stored if node not in targets))

    def iterated(self) -> str:
        """The name of what is gone over, '' where it is no name."""
        loops = [node.iter for node in self.nodes if isinstance(node, ast.For)]
        loops += [part.iter for node in self.nodes for part in getattr(node, "generators", ())]
        return next(_names(loops), "")

    def appended(self) -> str:
        """The list on the line that is appended to in its function, '' where there is none."""
        function = self._around((ast.FunctionDef, ast.Lambda))
        if function is None:
            return ""
        grown = {
            each.value.id
            for each in ast.walk(function)
            if isinstance(each, ast.Attribute) and each.attr == "append" and isinstance(each.value, ast.Name)
        }
        return next((name for name in _names(self.nodes) if name in grown), "")

    def statement_around(self) -> int:
        """The line of the innermost ``if``, ``while`` or ``for`` that the line stands in, 0 for none."""
        found = self._around((ast.If, ast.While, ast.For))
        return getattr(found, "lineno", 0)

    def _around(self, kinds: Tuple[type, ...]) -> Optional[ast.AST]:
        if self._tree is None:
            return None
        found = [
            each
            for each in ast.walk(self._tree)
            if isinstance(each, kinds) and getattr(each, "lineno", 0) <= self._line <= getattr(each, "end_lineno", 0)
        ]
        return max(found, key=lambda each: getattr(each, "lineno", 0), default=None)


def _names(nodes: Iterable[ast.AST]) -> Iterator[str]:
    return (node.id for node in nodes if isinstance(node, ast.Name))
