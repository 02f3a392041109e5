"""An exception of the user's code or of TensorFlow as a record: its type, its words, the user's line, what to do."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, Iterator, List, Optional, Tuple

from graphscope.protocol.records import ErrorRecord
from graphscope.worker.python_statements import statements_of
from graphscope.worker.staging_errors import with_kind
from graphscope.worker.unbound_arguments import ADVICE as _UNBOUND_ADVICE
from graphscope.worker.unbound_arguments import unbound_words, why_unbound
from graphscope.worker.user_code import words_of
from graphscope.worker.user_frames import is_user_file

_LONGEST = 1500
_GENERATED = re.compile(r"(?:outer_factory\.<locals>\.)?inner_factory\.<locals>\.(?:tf__)?")
_NOISE = re.compile(r" You can attempt the following resolutions to the problem:.*", re.DOTALL)

_ADVICE = (("TypeError", "Binding inputs to tf.function failed", "Change the signature so that it fits the function."),)


def error_record(error: BaseException, conversions: Any = None) -> ErrorRecord:
    """The record of ``error``; ``conversions`` (a ConversionMap) leads from generated lines to the user's."""
    original = _original(error)
    if isinstance(original, RecursionError):
        place = _recursive_call([place for each in error_chain(error) for place in _users_places(each, conversions)])
    else:
        place = users_line(original, conversions)
    kind = type(error).__name__
    message = _own_words(original)
    if type(original).__name__ != kind:  # TensorFlow could not make a new one of the same class
        message = f"{type(original).__name__}: {message}"
    return with_kind(ErrorRecord(kind, message, place and place[0], place and place[1], _advice(kind, message)))


def users_line(error: BaseException, conversions: Any = None) -> Optional[Tuple[str, int]]:
    """The innermost line of the user's own on the way to ``error``, AutoGraph's generated code read back."""
    places = list(_users_places(error, conversions))
    return places[-1] if places else None


def users_lines(error: BaseException, conversions: Any = None) -> List[List[Tuple[str, int]]]:
    """The user's lines of ``error`` and of each that it came of, outermost first."""
    return [list(_users_places(each, conversions)) for each in error_chain(error)]


def _users_places(error: BaseException, conversions: Any) -> Iterator[Tuple[str, int]]:
    trace = error.__traceback__
    while trace is not None:
        file, line = trace.tb_frame.f_code.co_filename, trace.tb_lineno
        place = (file, line) if is_user_file(file) else conversions and conversions.user_line(file, line)
        if place and is_user_file(place[0]):
            yield place
        trace = trace.tb_next


def _recursive_call(places: List[Tuple[str, int]]) -> Optional[Tuple[str, int]]:
    """The line that calls itself: the one met most often, a statement around it not counted."""
    counts = Counter(places)
    calls = [
        place for place in counts if not any(site.line == place[1] for site in statements_of(place[0]).sites)
    ] or list(counts)
    return max(calls, key=lambda place: counts[place], default=None)


def _original(error: BaseException) -> BaseException:
    """The exception as it was first raised: AutoGraph raises another one in its place, with a rewritten message."""
    found = error
    for each in error_chain(error):
        if getattr(each, "ag_error_metadata", None) is not None:
            found = each
    return found


def error_chain(error: BaseException) -> Iterator[BaseException]:
    """``error`` and those that it came of, each once."""
    seen = set()
    each: Optional[BaseException] = error
    while each is not None and id(each) not in seen:
        seen.add(id(each))
        yield each
        each = each.__cause__ or each.__context__


def _own_words(error: BaseException) -> str:
    text = _NOISE.sub("", _GENERATED.sub("", words_of(error))) or type(error).__name__
    text = unbound_words(text) or text
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _advice(kind: str, message: str) -> str:
    if why_unbound(message) is not None:
        return _UNBOUND_ADVICE
    for name, part, advice in _ADVICE:
        if kind == name and part in message:
            return advice
    return ""
