"""Walks an open module, its classes, objects and containers for what can be traced; it reads and never calls.

Attributes are looked up in ``__dict__`` only, so no property and no ``__getattr__`` of the user's is run.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, Dict, Iterator, List, Set, Tuple

from graphscope.worker.function_definition import definition
from graphscope.worker.tensorflow_functions import is_compiled_model, is_keras, is_tf_function
from graphscope.worker.user_frames import is_user_file

_DEEPEST = 4
_MOST_LOOKED_AT = 20_000
_LONGEST_CONTAINER = 200


@dataclass(frozen=True)
class Member:
    """Something that can be traced, and how to name it in the module."""

    expression: str
    function: Any
    kind: str
    owner: str = ""
    bound: bool = False
    """Whether the first parameter is filled in by the object it is taken from."""


def members(module: ModuleType) -> List[Member]:
    """What can be traced in ``module``, each expression once, in the order in which the module holds it."""
    found: Dict[str, Member] = {}
    for member in _Walk(module).members():
        found.setdefault(member.expression, member)
    return list(found.values())


class _Walk:
    def __init__(self, module: ModuleType) -> None:
        self._module = module
        self._top = {id(value) for value in vars(module).values()}
        self._seen: Set[int] = set()

    def members(self) -> Iterator[Member]:
        """The members, those inside an object or container right after it."""
        for name, value in list(vars(self._module).items()):
            if name.startswith("__") and name.endswith("__"):
                continue
            if type(value) is FunctionType:
                if not name.startswith("_") and self._is_defined_here(value):
                    yield Member(name, value, "function")
            else:
                yield from self._value(name, value, "", 0)

    def _value(self, expression: str, value: Any, owner: str, depth: int) -> Iterator[Member]:
        kind = type(value)
        if is_tf_function(value):
            if _is_users_function(value):
                yield Member(expression, value, "tf.function", owner)
            return
        if depth > _DEEPEST or len(self._seen) > _MOST_LOOKED_AT or id(value) in self._seen:
            return
        if (depth and id(value) in self._top) or kind in (str, bytes, int, float, bool, type(None), ModuleType):
            return
        self._seen.add(id(value))
        if issubclass(kind, type):
            if value.__module__ == self._module.__name__:
                yield from self._class(expression, value, depth)
            return
        contents = list(_contents(value))
        for suffix, each in contents:
            yield from self._value(expression + suffix, each, expression, depth + 1)
        if not contents:
            yield from self._object(expression, value, depth)

    def _class(self, expression: str, kind: type, depth: int) -> Iterator[Member]:
        owner = f"class {expression}"
        for name, raw in self._class_attributes(kind, inherited=False):
            if is_tf_function(_unwrapped(raw)):
                yield Member(f"{expression}.{name}", _unwrapped(raw), "method", owner, isinstance(raw, classmethod))
            elif name in ("call", "__call__") and type(raw) is FunctionType and _is_tensorflow_class(kind):
                yield Member(f"{expression}.{name}", raw, "method", owner)
            elif issubclass(type(raw), type):
                yield from self._value(f"{expression}.{name}", raw, owner, depth + 1)

    def _class_attributes(self, kind: type, inherited: bool) -> Iterator[Tuple[str, Any]]:
        """What the user's classes in the MRO define; without ``inherited`` none that this module lists by itself."""
        names: Set[str] = set()
        for base in kind.__mro__:
            here = base.__module__ == self._module.__name__
            if not here and not _is_users_class(base):
                continue
            for name, raw in list(vars(base).items()):
                if name not in names and (inherited or base is kind or not here):
                    yield name, raw
                names.add(name)

    def _object(self, expression: str, value: Any, depth: int) -> Iterator[Member]:
        kind = type(value)
        is_users = _is_users_class(kind) or kind.__module__ == self._module.__name__
        if is_keras(kind, "Model"):
            yield Member(f"{expression}.call", _in_class(kind, "call"), "keras model", expression, bound=True)
            if is_compiled_model(value):
                step = _in_class(kind, "train_step")
                yield Member(f"{expression}.train_step", step, "keras model", expression, bound=True)
        elif is_users and not depth and _is_tensorflow_class(kind):
            name = "call" if is_keras(kind, "Layer") else "__call__"
            if type(_in_class(kind, name)) is FunctionType:
                yield Member(f"{expression}.{name}", _in_class(kind, name), "method", expression, bound=True)
        if not is_users and kind is not SimpleNamespace:
            return
        for name, raw in self._class_attributes(kind, inherited=True):
            if is_tf_function(_unwrapped(raw)):
                bound = not isinstance(raw, staticmethod)
                yield Member(f"{expression}.{name}", _unwrapped(raw), "method", expression, bound)
        for name, each in _attributes(value):
            if not is_tf_function(each) or _has_users_file(each) or kind is SimpleNamespace:
                yield from self._value(f"{expression}.{name}", each, expression, depth + 1)

    def _is_defined_here(self, function: FunctionType) -> bool:
        plain = definition(function) or function
        return function.__module__ == self._module.__name__ or plain.__globals__ is vars(self._module)


def _contents(value: Any) -> Iterator[Tuple[str, Any]]:
    """What a dict, list or tuple holds, each with the subscript that leads to it."""
    kind = type(value)
    if kind.__module__.startswith("tensorflow."):  # the wrappers in which tf.Module keeps a dict, a tuple or a list
        value = list(value) if issubclass(kind, list) else getattr(value, "__wrapped__", value)
        kind = type(value)
    if issubclass(kind, dict):
        for key, each in list(dict.items(value))[:_LONGEST_CONTAINER]:
            if type(key) in (str, int, bool):
                yield f"[{_quoted(key)}]", each
    elif issubclass(kind, (list, tuple)):
        fields = getattr(kind, "_fields", None) if issubclass(kind, tuple) else None
        base = list if issubclass(kind, list) else tuple
        for index, each in enumerate(list(base.__iter__(value))[:_LONGEST_CONTAINER]):
            yield f".{fields[index]}" if fields else f"[{index}]", each


def _quoted(key: Any) -> str:
    return f'"{key}"' if isinstance(key, str) and key.isprintable() and not set(key) & set("\"\\'") else repr(key)


def _attributes(value: Any) -> List[Tuple[str, Any]]:
    """The object's own attributes, public ones first: Keras keeps the same objects in private lists as well."""
    try:
        attributes = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return []
    found = list(dict.items(attributes)) if type(attributes) is dict else []
    return sorted(found, key=lambda item: item[0].startswith("_"))


def _unwrapped(raw: Any) -> Any:
    return raw.__func__ if isinstance(raw, (staticmethod, classmethod)) else raw


def _in_class(kind: type, name: str) -> Any:
    return next((vars(base)[name] for base in kind.__mro__ if name in vars(base)), None)


def _is_tensorflow_class(kind: type) -> bool:
    import tensorflow as tf

    return issubclass(kind, tf.Module) or is_keras(kind, "Layer", "Model")


def _is_users_class(kind: type) -> bool:
    file = getattr(sys.modules.get(kind.__module__), "__file__", None)
    return isinstance(file, str) and is_user_file(file)


def _has_users_file(function: Any) -> bool:
    plain = definition(function)
    return plain is not None and is_user_file(plain.__code__.co_filename)


def _is_users_function(function: Any) -> bool:
    """Whether the user made this tf.function, be it of somebody else's Python function."""
    plain = definition(function)
    if plain is None or is_user_file(plain.__code__.co_filename):
        return True
    home = sys.modules.get(plain.__module__)
    return getattr(home, plain.__name__, None) is not function
