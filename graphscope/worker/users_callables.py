"""Whether a call may run code of the user's just as it stands: by what is called and by what it is given.

It looks at files and classes only and runs nothing: no attribute of the user's is asked.
"""

from __future__ import annotations

import functools
import sys
import types
from typing import Any, Callable, Dict, Iterable, Set

from graphscope.worker.tensorflow_functions import is_tf_function

_MOST_ITEMS = 50
_DEEPEST = 4


class UsersCallables:
    """Answers for one process; ``is_users`` tells the user's files and what AutoGraph generated from them."""

    def __init__(self, is_users: Callable[[str], bool]) -> None:
        self._is_users = is_users
        self._classes: Dict[type, bool] = {}
        self._plain: Set[type] = {type(None)}
        """Types of which no instance holds anything of the user's."""

    def may_run(self, function: Any, args: Any, keywords: Any) -> bool:
        """Whether ``function(*args, **keywords)`` may call a function, a method or an operator of the user's."""
        if isinstance(function, types.BuiltinFunctionType):
            return True  # quick in itself, and may iterate or compare anything
        if self.hold(args) or (keywords and self.hold(keywords.values())):
            return True
        return self._holds(function, 0) or self._wraps(function)

    def hold(self, values: Iterable[Any]) -> bool:
        """Whether one of ``values`` is, or holds, something of the user's that may be called."""
        plain = self._plain
        return any(type(each) not in plain and self._holds(each, 1) for each in values)

    def _wraps(self, function: Any) -> bool:
        """Whether a callable object keeps a function of the user's (``tf.custom_gradient`` makes such)."""
        if isinstance(function, (types.FunctionType, type)) or is_tf_function(function):
            return False
        kept = getattr(function, "__dict__", {})
        return any(isinstance(each, types.FunctionType) and self._function(each) for each in list(kept.values()))

    def _holds(self, value: Any, depth: int) -> bool:
        if value is None or depth > _DEEPEST:
            return False
        if isinstance(value, types.FunctionType):
            return self._function(value)
        if isinstance(value, types.MethodType):
            return self._holds(value.__func__, depth + 1) or self._holds(value.__self__, depth + 1)
        if isinstance(value, functools.partial):
            return any(self._holds(each, depth + 1) for each in (value.func, value.args, value.keywords))
        if isinstance(value, types.GeneratorType):
            return self._is_users(value.gi_code.co_filename)
        if type(value) in (list, tuple, set):
            return any(self._holds(each, depth + 1) for each in list(value)[:_MOST_ITEMS])
        if type(value) is dict:
            return any(self._holds(each, depth + 1) for each in list(value.values())[:_MOST_ITEMS])
        if is_tf_function(value):
            return False  # what it runs comes by here again
        if isinstance(value, type):
            return self._class(value)
        users = self._class(type(value))
        if not users:
            self._plain.add(type(value))
        return users

    def _function(self, function: Any) -> bool:
        for _ in range(100):
            if self._is_users(function.__code__.co_filename):
                return True
            function = function.__dict__.get("__wrapped__")
            if not isinstance(function, types.FunctionType):
                return False
        return False

    def _class(self, kind: type) -> bool:
        known = self._classes.get(kind)
        if known is None:
            known = self._classes[kind] = any(self._is_users(file_of_class(base)) for base in type.mro(kind))
        return known


def file_of_class(kind: type) -> str:
    """The file of the module that a class was made in, '' where there is none."""
    return str(getattr(sys.modules.get(kind.__module__), "__file__", None) or "")
