"""What Python variables are called in words, those included that AutoGraph makes for jumps."""

from __future__ import annotations

import re

_FLAG = re.compile(r"(break_|continue_|retval_|do_return)(?:_\d+)?")
_FLAGS = {
    "break_": "whether a break happened",
    "continue_": "whether a continue happened",
    "do_return": "whether it has returned",
    "retval_": "what is returned early",
}


def variable_words(name: str) -> str:
    """A Python variable as it is; one that AutoGraph made for a jump with what it tells."""
    flag = _FLAG.fullmatch(name)
    return f"{name} · {_FLAGS[flag[1]]}" if flag is not None else name
