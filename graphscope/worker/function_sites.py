"""Which function of a source file a code object was compiled from."""

from __future__ import annotations

import types
from typing import Optional

from graphscope.worker.python_statements import statements_of
from graphscope.worker.statement_sites import FunctionSite
from graphscope.worker.user_frames import is_user_file

_COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")


def function_site(code: types.CodeType) -> Optional[FunctionSite]:
    """The function of the user's that a code object was compiled from."""
    if not is_user_file(code.co_filename):
        return None
    functions = statements_of(code.co_filename).functions
    if code.co_name in _COMPREHENSIONS:
        around = [site for site in functions if site.line <= code.co_firstlineno <= site.end_line]
        return max(around, key=lambda site: (site.line, site.column), default=None)
    sites = [site for site in functions if site.first_line == code.co_firstlineno]
    sites = [site for site in sites if site.name.rpartition(".")[2] == code.co_name]
    if len(sites) > 1 and hasattr(code, "co_positions"):
        columns = [place[2] for place in code.co_positions() if place[0] == code.co_firstlineno and place[2]]
        for site in sites:
            if (
                columns
                and site.column <= max(columns)
                and (site.end_line > site.line or max(columns) < site.end_column)
            ):
                return site
    return sites[0] if sites else None
