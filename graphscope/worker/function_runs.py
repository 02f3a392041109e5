"""How often converted functions were run, those defined inside others too, for which AutoGraph is not asked again."""

from __future__ import annotations

import sys
import types
from collections import Counter
from typing import Any, List, Optional, Tuple

from graphscope.worker import tensorflow_internals as internals
from graphscope.worker.code_map import CodeMap
from graphscope.worker.conversion_map import ConversionMap
from graphscope.worker.python_statements import statements_of
from graphscope.worker.statement_sites import FunctionSite

_PREFIX = "tf__"
"""What AutoGraph puts before the name of the function it converts, not before those inside it."""
_LAMBDA = "<lambda>"


class FunctionRuns:
    """Notes the runs of generated functions; one per process."""

    def __init__(self, conversions: ConversionMap) -> None:
        self._conversions = conversions
        self._runs: List[Tuple[types.CodeType, Any]] = []
        self._sites: CodeMap[Optional[FunctionSite]] = CodeMap()

    def begin(self) -> None:
        """Forget what ran."""
        self._runs = []

    def wrap_enter(self, original: Any) -> Any:
        """For the scope that a converted function opens."""

        def enter(scope: Any) -> Any:
            frame = sys._getframe(1)
            if frame.f_code.co_filename not in self._conversions.texts and frame.f_back is not None:
                frame = frame.f_back
            self.note(frame.f_code)
            return original(scope)

        return enter

    def note(self, code: types.CodeType) -> None:
        """A function of that code begins to run, if it is a generated one."""
        if code.co_filename in self._conversions.texts:
            self._runs.append((code, internals.default_graph()))

    def of(self, root: Any) -> "Counter[FunctionSite]":
        """How often each of the user's functions ran while ``root`` was traced; all runs where that is None."""
        found: Counter[FunctionSite] = Counter()
        for code, graph in self._runs:
            outermost = _outermost(graph)
            if root is None or outermost is None or outermost is root:
                site = self._site(code)
                if site is not None:
                    found[site] += 1
        return found

    def _site(self, code: types.CodeType) -> Optional[FunctionSite]:
        if code not in self._sites:
            self._sites[code] = self._find(code)
        return self._sites[code]

    def _find(self, code: types.CodeType) -> Optional[FunctionSite]:
        lines = self._conversions.user_lines(code.co_filename)
        name = code.co_name[len(_PREFIX) :] if code.co_name.startswith(_PREFIX) else code.co_name
        for line in range(code.co_firstlineno, max(lines, default=0) + 1):
            if line in lines:
                file, users = lines[line]
                return _named(file, users, name)
        return None


def _outermost(graph: Any) -> Any:
    outer = graph
    while outer is not None:
        graph, outer = outer, internals.outer_graph(outer)
    return graph


def _named(file: str, line: int, name: str) -> Optional[FunctionSite]:
    """The function of that name at or around a line, the innermost; a lambda only where it is the only one."""
    functions = [each for each in statements_of(file).functions if each.name.rpartition(".")[2] == name]
    around = [each for each in functions if each.first_line <= line <= each.end_line]
    if name == _LAMBDA and len(around) > 1:
        return None
    return max(around, key=lambda each: (each.line, each.column), default=None)
