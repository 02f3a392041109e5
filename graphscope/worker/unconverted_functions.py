"""Which of the user's functions AutoGraph left alone, and why; their lines are watched while they run."""

from __future__ import annotations

import functools
import inspect
import sys
import types
from typing import Any, Optional

from graphscope.worker import tensorflow_internals as internals
from graphscope.worker.code_map import CodeMap
from graphscope.worker.function_definition import definition
from graphscope.worker.function_runs import FunctionRuns
from graphscope.worker.function_sites import function_site
from graphscope.worker.held_callables import HeldCallables
from graphscope.worker.implicit_code import runs_implicitly
from graphscope.worker.line_watch import LineWatch
from graphscope.worker.python_statements import statements_of
from graphscope.worker.recursion_room import make_room
from graphscope.worker.tensorflow_functions import is_tf_function
from graphscope.worker.tensorflow_op_making import device_functions
from graphscope.worker.user_frames import is_user_file
from graphscope.worker.users_callables import UsersCallables

_DO_NOT_CONVERT = "it is marked do_not_convert"
_CACHED = "functools.cache or lru_cache wraps it"
_OFF = "AutoGraph is off for it"
_ADVICE_END = "Note that functions"


class UnconvertedFunctions:
    """Wrappers around the call that converted code makes, and the two ways of calling a function as it stands."""

    def __init__(self, lines: LineWatch, callables: UsersCallables, runs: FunctionRuns) -> None:
        self.active = False
        self._implicit = True
        self.reasons: CodeMap[str] = CodeMap()
        """Code of a function that ran unconverted since ``begin`` → why."""
        self._known: CodeMap[str] = CodeMap()
        self._lines = lines
        self._callables = callables
        self._held = HeldCallables()
        self._runs = runs
        self._marked: Optional[types.CodeType] = None

    def begin(self) -> None:
        """Forget what ran, keep what is known of functions (AutoGraph says why only once)."""
        self.active = True
        self._implicit = runs_implicitly()
        self.reasons = CodeMap()
        self._held.begin()

    def run_off(self, function: Any, code: Optional[types.CodeType]) -> Any:
        """Call ``function``, in which the user's function of that ``code`` runs with AutoGraph off."""
        if code is not None:
            self.reasons[code] = _OFF
        return self._lines.run(function)

    def wrap_converted_call(self, original: Any) -> Any:
        """For ``converted_call``, through which every call in converted code goes.

        Lines are watched where the user's code may run without being called that way: what a library calls back, and,
        where there are such, properties and operators in converted code.
        """

        def converted_call(f: Any, args: Any, kwargs: Any, *rest: Any, **options: Any) -> Any:
            if not self.active:
                return original(f, args, kwargs, *rest, **options)
            if self._is_converted(f):
                on = self._implicit
            else:
                on = self._note_off(f) or self._callables.may_run(f, args, kwargs) or self._held.kept_by(f)
            before = self._lines.switch(on)
            make_room(1)
            try:
                return original(f, args, kwargs, *rest, **options)
            finally:
                make_room(-1)
                sys.settrace(before)

        return converted_call

    def wrap_op_making(self, original: Any) -> Any:
        """For the making of an op, most of the time that TensorFlow takes: lines are not watched in it.

        Only what is given may be the user's there, and a function that chooses a device for each op.
        """

        def make(*args: Any, **values: Any) -> Any:
            if not self._lines.is_on():
                return original(*args, **values)
            on = self._lines.switch(False)
            try:
                if self._callables.hold(values.values()) or self._callables.hold(device_functions()):
                    self._lines.switch(True)
                return original(*args, **values)
            finally:
                sys.settrace(on)

        return make

    def _is_converted(self, f: Any) -> bool:
        """Whether ``f`` is a function of the user's own; one that is not converted comes by ``wrap_call``."""
        plain = getattr(f, "__func__", f) if isinstance(f, types.MethodType) else f
        if not isinstance(plain, types.FunctionType):
            return False
        if plain.__code__.co_name == "<lambda>":  # one inside a converted function opens no scope
            self._runs.note(plain.__code__)
        return is_user_file(plain.__code__.co_filename)

    def _note_off(self, f: Any) -> bool:
        """Whether ``f`` is a tf.function that was made with AutoGraph off."""
        if not is_tf_function(f) or internals.own_autograph(f) is not False:
            return False
        plain = definition(f)
        if plain is not None:
            self.reasons[plain.__code__] = _OFF
        return True

    def wrap_call(self, original: Any) -> Any:
        """For ``_call_unconverted``."""

        def call_unconverted(f: Any, args: Any, kwargs: Any, options: Any, update_cache: bool = True) -> Any:
            code = self._users_code(f) if self.active else None
            if code is None:
                return original(f, args, kwargs, options, update_cache)
            self.reasons[code] = self._known.get(code) or self._reason(f, code)
            return self._lines.run(original, f, args, kwargs, options, update_cache)

        return call_unconverted

    def wrap_fall_back(self, original: Any) -> Any:
        """For ``_fall_back_unconverted``, which knows what could not be converted."""

        def fall_back(f: Any, args: Any, kwargs: Any, options: Any, error: Any) -> Any:
            code = self._users_code(f)
            if code is not None:
                self._known[code] = _why(error, code)
            return original(f, args, kwargs, options, error)

        return fall_back

    def _users_code(self, f: Any) -> Optional[types.CodeType]:
        """The user's own code that a call of ``f`` would run as it stands, None where there is none."""
        if isinstance(f, functools.partial):
            return self._users_code(f.func)
        if isinstance(f, functools._lru_cache_wrapper):
            code = self._users_code(f.__wrapped__)
            if code is not None:
                self._known.setdefault(code, _CACHED)
            return code
        if inspect.isclass(f):
            f = f.__init__
        f = getattr(f, "__func__", f)
        if not isinstance(f, types.FunctionType):
            return None
        if self._marked is None:
            self._marked = internals.do_not_convert_code()
        if f.__code__ is self._marked:
            f = inspect.unwrap(f)
            self._known.setdefault(f.__code__, _DO_NOT_CONVERT)
        return f.__code__ if is_user_file(f.__code__.co_filename) else None

    def _reason(self, f: Any, code: types.CodeType) -> str:
        if code.co_flags & inspect.CO_GENERATOR:
            return "it is a generator"
        if inspect.isclass(f):
            return "a constructor is never converted"
        if isinstance(getattr(f, "__self__", None), tuple):
            return "it is a method of a named tuple"
        return "conversion is turned off where it is called"


def _why(error: Any, code: types.CodeType) -> str:
    """Why AutoGraph could not convert a function, from its own error, in one clause."""
    text = str(error)
    if type(error).__name__ == "InaccessibleSourceCodeError":
        return "its source is not to be had"
    if "multiple definitions" in text:
        return "two lambdas with the same arguments stand on one line"
    if "generators are not supported" in text:
        return "it is a generator"
    site = function_site(code)
    if site is not None and any(each.kind == "match" for each in statements_of(site.file).of(site)):
        return "AutoGraph knows no match statement"
    if "NamedExpr" in text:
        return "AutoGraph knows no assignment by :="
    first = text.strip().splitlines()[0] if text.strip() else type(error).__name__
    return f"AutoGraph could not convert it: {first.partition(_ADVICE_END)[0].strip()}"
