"""The plain Python function behind a callable, without its decorators: file, ``def`` line, parameters, name."""

from __future__ import annotations

import functools
import inspect
import linecache
import re
from types import CodeType, FunctionType, MethodType
from typing import Any, Optional, Tuple

from graphscope.worker.tensorflow_functions import is_tf_function

_LONGEST_DEFAULT = 12


def definition(function: Any) -> Optional[FunctionType]:
    """The plain function at the bottom of decorators, bindings, partials and tf.functions; None where there is none."""
    for _ in range(100):
        if is_tf_function(function):
            function = function.python_function
        elif isinstance(function, (staticmethod, classmethod, MethodType)):
            function = function.__func__
        elif isinstance(function, functools.partial):
            function = function.func
        elif "__wrapped__" in getattr(function, "__dict__", {}):
            function = function.__dict__["__wrapped__"]
        else:
            break
    return function if isinstance(function, FunctionType) else None


def place_of(function: Any) -> Tuple[Optional[str], Optional[int]]:
    """File and line of the ``def`` (or lambda) behind ``function``."""
    plain = definition(function)
    if plain is None:
        return None, None
    return plain.__code__.co_filename, _definition_line(plain.__code__)


def _definition_line(code: CodeType) -> int:
    """The line of ``def``; a code object's first line is that of its first decorator."""
    head = re.compile(rf"\s*(?:async\s+)?def\s+{re.escape(code.co_name)}\b")
    lines = linecache.getlines(code.co_filename)
    for number, line in enumerate(lines[code.co_firstlineno - 1 :], start=code.co_firstlineno):
        if head.match(line):
            return number
        if code.co_name == "<lambda>":
            break
    return code.co_firstlineno


def parameters_of(function: Any, bound: bool = False) -> str:
    """The parameters as in ``(x, steps=3, **rest)``; ``bound`` leaves out the first one."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return "(…)"
    return f"({', '.join(_parameter(each) for each in parameters[1 if bound else 0 :])})"


def _parameter(parameter: inspect.Parameter) -> str:
    if parameter.kind is parameter.VAR_POSITIONAL:
        return f"*{parameter.name}"
    if parameter.kind is parameter.VAR_KEYWORD:
        return f"**{parameter.name}"
    if parameter.default is parameter.empty:
        return parameter.name
    value = parameter.default
    # A default is shown where it is short and plain; a list of names is read by counting its commas.
    plain = value is None or isinstance(value, (bool, int, float, str))
    text = repr(value) if plain else "…"
    return f"{parameter.name}={text if len(text) <= _LONGEST_DEFAULT and ',' not in text else '…'}"


def display_name(function: Any, expression: str) -> str:
    """The function's qualified name; where Python made that up (lambdas, inner functions), the user's expression."""
    plain = definition(function)
    name = getattr(plain if plain is not None else function, "__qualname__", "")
    return name if name and "<" not in name else expression
