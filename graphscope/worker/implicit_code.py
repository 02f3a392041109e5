"""Whether the user's files hold code that can run without being called: operators, properties, generators.

Only such code can run as it stands inside of a function that AutoGraph converted, where every call is seen. What holds
no control-flow statement does not count, since nothing is told of it.
"""

from __future__ import annotations

import functools
import linecache
import re
import sys
from typing import Any, Dict, Tuple

from graphscope.worker.python_statements import statements_of
from graphscope.worker.statement_sites import FunctionSite
from graphscope.worker.user_frames import is_user_file, may_hold_user_files

_CALLED = re.compile(r"__(init|new|call|post_init|init_subclass)__$")
_SPECIAL = re.compile(r"__\w+__$")
_PLAIN_DECORATOR = re.compile(
    r"@(tf\.|tensorflow\.)?(\w+\.)*(function|do_not_convert|staticmethod|classmethod|wraps)\b"
)


def runs_implicitly() -> bool:
    """Whether any of the user's files that are loaded holds such code."""
    return any(map(holds_implicit_code, _user_files()))


def holds_implicit_code(file: str) -> bool:
    """Whether that file does."""
    return any(map(_is_implicit, {site.function for site in statements_of(file).sites}))


def _user_files() -> Tuple[str, ...]:
    """The files of loaded modules, and those that linecache alone knows, such as the cells of a notebook."""
    return _found(len(sys.modules), len(linecache.cache))


@functools.lru_cache(maxsize=1)
def _found(modules: int, texts: int) -> Tuple[str, ...]:
    """The user's files; asked anew where there are other numbers of modules and texts than the last time."""
    libraries: Dict[str, bool] = {}
    seen = set()
    for name, module in list(sys.modules.items()):
        package = name.partition(".")[0]
        if package not in libraries:
            libraries[package] = _is_library(_file_of(sys.modules.get(package)))
        if not libraries[package]:
            seen.add(_file_of(module))
    seen.update(linecache.cache)
    return tuple(file for file in seen if isinstance(file, str) and is_user_file(file))


def _file_of(module: Any) -> Any:
    return getattr(module, "__dict__", {}).get("__file__")


def _is_library(file: Any) -> bool:
    """Whether nothing of a package of that file is the user's; thousands of modules need not be asked one by one."""
    return isinstance(file, str) and not may_hold_user_files(file)


def _is_implicit(function: FunctionSite) -> bool:
    if function.generator:
        return True
    if any(_SPECIAL.match(part) and not _CALLED.match(part) for part in function.name.split(".")):
        return True
    decorators = [linecache.getline(function.file, line).strip() for line in range(function.first_line, function.line)]
    return any(each.startswith("@") and not _PLAIN_DECORATOR.match(each) for each in decorators)
