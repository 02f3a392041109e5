"""Where each of the user's functions stood when a trace failed, from the tracebacks of its errors."""

from __future__ import annotations

from typing import Dict, Iterable, List, Optional, Sequence

from graphscope.worker.python_statements import statements_of
from graphscope.worker.statement_sites import FunctionSite
from graphscope.worker.user_frames import Line

Stops = Dict[FunctionSite, List[int]]
"""One line for each call of a function that did not come to its end."""


def stopped_functions(tracebacks: Iterable[Sequence[Line]], innermost: Optional[Line]) -> Stops:
    """``tracebacks`` hold the user's lines of each error, that which was raised last first.

    A function counts where it is met first: an error that it caught before says no more where it stands.
    ``innermost`` is the line that the whole error is told at, of a function that no traceback may hold.
    """
    found: Stops = {}
    for lines in [*tracebacks, [innermost] if innermost is not None else []]:
        here: Stops = {}
        for file, line in lines:
            function = _function_at(file, line)
            if function is None or function in found:
                continue
            stops = here.setdefault(function, [])
            if stops and stops[-1] < line:  # a branch or a round inside the statement before, which is one call
                stops.pop()
            stops.append(line)
        found.update(here)
    return found


def _function_at(file: str, line: int) -> Optional[FunctionSite]:
    """The innermost function around a line; a lambda is told by no line."""
    functions = [each for each in statements_of(file).functions if not each.name.endswith("<lambda>")]
    around = [each for each in functions if each.line <= line <= each.end_line]
    return max(around, key=lambda each: (each.line, each.column), default=None)
