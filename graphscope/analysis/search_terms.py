"""Search terms: which rows of a graph hold one term of a search; what the terms are is the query's to say."""

from __future__ import annotations

import os.path
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from operator import contains

import numpy as np

from graphscope.analysis.edges import Mask
from graphscope.analysis.search_columns import Output, SearchColumns
from graphscope.analysis.search_query import Term, dimensions, lines_of
from graphscope.model.op_graph import Frame

Sources = Mapping[str, str]
LONGEST = 2.0
"""Seconds after which a regular expression is given up."""
_CHUNK = 256


class TooLong(Exception):
    """A regular expression that takes too long on these names."""


def rows_holding(columns: SearchColumns, term: Term, sources: Sources) -> Mask:
    """Which rows hold the term."""
    found = _FIELDS[term.field](columns, term, sources)
    return ~found if term.negated else found


def is_whole(columns: SearchColumns, term: Term) -> bool:
    """Whether any op has the term's value whole, in a field in which that is meant then."""
    if term.pattern is not None or term.field not in _WHOLE:
        return False
    return any(_WHOLE[term.field](columns, term.value))


def _any(columns: SearchColumns, term: Term, sources: Sources) -> Mask:
    holds = _test(term)
    found = _in_names(columns.names, term)
    found |= columns.types.where([holds(each) for each in columns.types.values])
    found |= columns.outputs.where([any(holds(out.text) for out in each) for each in columns.outputs.values])
    found |= columns.attributes.where([_attribute_words(each, holds) for each in columns.attributes.values])
    found |= columns.stacks.where(_source_lines(columns.stacks.values, holds, sources))
    told = ((row, f"captured {name}" if row in columns.captured else name) for row, name in columns.arguments.items())
    found[[row for row, words in told if holds(words)]] = True
    return found


def _name(columns: SearchColumns, term: Term, _: Sources) -> Mask:
    return _in_names(columns.names, term)


def _op(columns: SearchColumns, term: Term, _: Sources) -> Mask:
    return columns.types.where(_whole_or_part(columns.types.values, term))


def _device(columns: SearchColumns, term: Term, _: Sources) -> Mask:
    holds = _test(term)
    return columns.devices.where([holds(each) for each in columns.devices.values])


def _dtype(columns: SearchColumns, term: Term, _: Sources) -> Mask:
    known = _dtypes(columns)
    held = {dtype for dtype, holds in zip(known, _whole_or_part(known, term), strict=True) if holds}
    return columns.outputs.where([any(out.dtype in held for out in each) for each in columns.outputs.values])


def _dtypes(columns: SearchColumns) -> list[str]:
    return sorted({out.dtype for each in columns.outputs.values for out in each})


def _shape(columns: SearchColumns, term: Term, _: Sources) -> Mask:
    wanted = dimensions(term.value)
    return columns.outputs.where([any(_has_shape(out, wanted) for out in each) for each in columns.outputs.values])


def _has_shape(output: Output, wanted: tuple[str, ...] | None) -> bool:
    """``*`` stands for any dimension, ``...`` for any number of them."""
    shape = output.shape
    if wanted is None:
        return output.text.endswith("[...]")
    if shape is None:
        return False
    if "..." in wanted:
        gap = wanted.index("...")
        head, tail = wanted[:gap], wanted[gap + 1 :]
        if len(shape) < len(head) + len(tail):
            return False
        shape, wanted = shape[:gap] + shape[len(shape) - len(tail) :], head + tail
    return len(shape) == len(wanted) and all(w in ("*", s) for s, w in zip(shape, wanted, strict=True))


def _line(columns: SearchColumns, term: Term, _: Sources) -> Mask:
    file, first, last = lines_of(term.value)

    def holds(frame: Frame) -> bool:
        return first <= frame.line <= last and (not file or frame.file.lower().endswith(file))

    return columns.stacks.where([any(map(holds, stack)) for stack in columns.stacks.values])


def _attr(columns: SearchColumns, term: Term, _: Sources) -> Mask:
    """``attr:key``, ``attr:key=value``; a value that no op has whole may be a part of one."""
    values = columns.attributes.values
    if term.pattern is not None:
        return columns.attributes.where([_attribute_words(each, _test(term)) for each in values])
    key, given, value = term.value.partition("=")
    if not given or not value:
        return columns.attributes.where([key in each for each in values])
    if term.whole:
        return columns.attributes.where([each.get(key) == value for each in values])
    return columns.attributes.where([value in each.get(key, "") for each in values])


def _has_attribute(columns: SearchColumns, value: str) -> Iterator[bool]:
    key, _, value = value.partition("=")
    return (bool(value) and each.get(key) == value for each in columns.attributes.values)


def _in(columns: SearchColumns, term: Term, _: Sources) -> Mask:
    """Inside a function of that name, or a name scope."""
    holds = _test(term)
    if holds(columns.function):
        return np.ones(len(columns.names), dtype=np.bool_)
    return columns.scopes.where([holds(scope) for scope in columns.scopes.values])


def _arg(columns: SearchColumns, term: Term, _: Sources) -> Mask:
    """Of that Python name; where none is, as while it is being typed, of one that holds it."""
    held = _whole_or_part(list(columns.arguments.values()), term)
    found = np.zeros(len(columns.names), dtype=np.bool_)
    found[[row for row, holds in zip(columns.arguments, held, strict=True) if holds]] = True
    return found


_FIELDS: Mapping[str, Callable[[SearchColumns, Term, Sources], Mask]] = {
    "": _any,
    "name": _name,
    "op": _op,
    "shape": _shape,
    "dtype": _dtype,
    "line": _line,
    "attr": _attr,
    "in": _in,
    "arg": _arg,
    "device": _device,
}


_WHOLE: Mapping[str, Callable[[SearchColumns, str], Iterable[bool]]] = {
    "op": lambda columns, value: (each == value for each in columns.types.values),
    "dtype": lambda columns, value: (each == value for each in _dtypes(columns)),
    "arg": lambda columns, value: (each == value for each in columns.arguments.values()),
    "attr": _has_attribute,
}


def _test(term: Term) -> Callable[[str], bool]:
    if term.pattern is None:
        return lambda word: term.value in word
    search = term.pattern.search
    return lambda word: search(word) is not None


def _in_names(names: Sequence[str], term: Term) -> Mask:
    if term.pattern is None:
        return np.fromiter(map(contains, names, repeat(term.value)), np.bool_, len(names))
    found = np.zeros(len(names), dtype=np.bool_)
    search, end = term.pattern.search, time.monotonic() + LONGEST
    for start in range(0, len(names), _CHUNK):
        some = names[start : start + _CHUNK]
        found[start : start + len(some)] = [match is not None for match in map(search, some)]
        if time.monotonic() > end:
            raise TooLong
    return found


def _whole_or_part(values: Sequence[str], term: Term) -> list[bool]:
    """Those that are the value; where none is anywhere, as while it is being typed, those that hold it."""
    if term.whole:
        return [each == term.value for each in values]
    return list(map(_test(term), values))


def _attribute_words(attributes: Mapping[str, str], holds: Callable[[str], bool]) -> bool:
    return any(holds(f"{key}={value}") for key, value in attributes.items())


def _source_lines(stacks: Sequence[tuple[Frame, ...]], holds: Callable[[str], bool], sources: Sources) -> list[bool]:
    """Stacks whose innermost line, as it is written, holds it; each line is looked at once."""
    texts = {file: text.lower().splitlines() for file, text in sources.items()}
    known: dict[tuple[str, int], bool] = {}
    for stack in stacks:
        if stack:
            place = (stack[-1].file, stack[-1].line)
            if place not in known:
                lines = texts.get(place[0], [])
                written = lines[place[1] - 1] if 0 < place[1] <= len(lines) else ""
                known[place] = holds(written) or holds(f"{os.path.basename(place[0]).lower()}:{place[1]}")
    return [bool(stack) and known[stack[-1].file, stack[-1].line] for stack in stacks]
