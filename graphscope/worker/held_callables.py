"""Whether an object of a library keeps code of the user's that decides something: a layer with a lambda, a model.

Only code that holds a control-flow statement counts, since nothing is told of other code. Nothing is run: no property
is asked, only what the objects keep is read.
"""

from __future__ import annotations

import functools
import types
import weakref
from typing import Any, Dict, List, Tuple

from graphscope.worker.function_sites import function_site
from graphscope.worker.python_statements import statements_of
from graphscope.worker.tensorflow_functions import is_tf_function
from graphscope.worker.user_frames import is_user_file
from graphscope.worker.users_callables import file_of_class

_MOST_OBJECTS = 100_000
_NOTHING_INSIDE = (str, bytes, int, float, bool, complex, type(None), types.ModuleType, types.BuiltinFunctionType)
_CLOSED = ("tensorflow", "numpy", "builtins")
"""Packages of whose objects nothing but code is looked into: tensors lead to whole graphs."""


class HeldCallables:
    """Answers for one trace; what is known is forgotten with ``begin``."""

    def __init__(self) -> None:
        self._known: Dict[int, Tuple["weakref.ref[Any]", bool]] = {}
        self._deciding: Dict[type, bool] = {}

    def begin(self) -> None:
        """Forget what objects kept: they may be given other functions between traces."""
        self._known = {}

    def kept_by(self, function: Any) -> bool:
        """Whether a callable object, or the object of a bound method, keeps such code."""
        if type(function) is types.FunctionType:
            return False
        owner = function.__self__ if type(function) is types.MethodType else function
        if issubclass(type(owner), (types.FunctionType, type, *_NOTHING_INSIDE)) or is_tf_function(owner):
            return False
        known = self._known.get(id(owner))
        if known is not None and known[0]() is owner:
            return known[1]
        found = self._search(owner)
        try:
            self._known[id(owner)] = weakref.ref(owner), found
        except TypeError:
            pass
        return found

    def _search(self, owner: Any) -> bool:
        waiting: List[Any] = [owner]
        seen = {id(owner): owner}  # kept, so that no id is used twice
        while waiting:
            value = waiting.pop()
            if self._decides(value):
                return True
            for each in _inside(value):
                if id(each) not in seen and not issubclass(type(each), _NOTHING_INSIDE):
                    seen[id(each)] = each
                    waiting.append(each)
            if len(seen) > _MOST_OBJECTS:
                return False
        return False

    def _decides(self, value: Any) -> bool:
        if type(value) is types.FunctionType:
            return _has_statements(value)
        kind = value if issubclass(type(value), type) else type(value)
        known = self._deciding.get(kind)
        if known is None:
            known = self._deciding[kind] = any(map(_class_has_statements, type.mro(kind)))
        return known


def _inside(value: Any) -> List[Any]:
    """What a value keeps."""
    kind = type(value)  # isinstance asks __class__, which a proxy or the user's own class may answer
    if kind is types.FunctionType:
        return [*_cells(value), *(value.__defaults__ or ()), *value.__dict__.values()]
    if kind is types.MethodType:
        return [value.__func__, value.__self__]
    if issubclass(kind, functools.partial):
        return [value.func, *value.args, *value.keywords.values()]
    if issubclass(kind, type) or is_tf_function(value):
        return []
    if kind.__name__ == "_DictWrapper":  # TensorFlow's proxy of a dict
        return list(dict.values(value.__wrapped__))
    found = list(_attributes(value))
    if issubclass(kind, dict):
        found.extend(dict.values(value))
    plain = next((each for each in (list, tuple, set, frozenset) if issubclass(kind, each)), None)
    if plain is not None:
        found.extend(plain.__iter__(value))
    return found


def _attributes(value: Any) -> List[Any]:
    if type(value).__module__.partition(".")[0] in _CLOSED:
        return []
    try:
        kept = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return []
    return list(kept.values()) if isinstance(kept, dict) else []


def _cells(function: types.FunctionType) -> List[Any]:
    found = []
    for cell in function.__closure__ or ():
        try:
            found.append(cell.cell_contents)
        except ValueError:  # not filled yet
            continue
    return found


def _has_statements(function: types.FunctionType) -> bool:
    site = function_site(function.__code__)
    return site is not None and bool(statements_of(site.file).of(site))


def _class_has_statements(kind: type) -> bool:
    file = file_of_class(kind)
    if not is_user_file(file):
        return False
    sites = statements_of(file).sites
    return any(kind.__name__ in site.function.name.split(".")[:-1] for site in sites)
