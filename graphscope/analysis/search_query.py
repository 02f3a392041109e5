"""Search query: what the user typed, as terms that must all hold; a wrong one is told in a sentence, never raised."""

from __future__ import annotations

import re
from dataclasses import dataclass

FIELDS = ("name", "op", "shape", "dtype", "line", "attr", "in", "arg", "device")
_TOKEN = re.compile(
    r"""(?P<minus>-)?(?:(?P<field>[A-Za-z_]+):)?(?:
        "(?P<quoted>[^"]*)"?
        | /(?P<pattern>(?:\\.|[^/\\]|/(?!\s|$))+)/(?=\s|$)
        | (?P<bracketed>[\[(][^\])]*[\])]?)(?=\s|$)
        | (?P<word>\S*)
    )""",
    re.VERBOSE,
)
_CLASS = re.compile(r"\\[A-Z]|\(\?P")
_REPEATED = re.compile(r"\((?:\\.|[^()\\])*[*+}](?:\\.|[^()\\])*\)(?:[*+]|\{\d*,)")
"""A repetition inside of one: on a name of thirty letters it may run for hours, and nothing can stop it."""
_LINES = re.compile(r"(?:(?P<file>.+):)?(?P<first>\d+)(?:-(?P<last>\d+))?$")


@dataclass(frozen=True, slots=True)
class Term:
    """One condition. ``field`` is empty where any of an op's words may hold it."""

    field: str
    value: str
    """In lower case."""
    pattern: re.Pattern[str] | None = None
    """A regular expression for words in lower case."""
    negated: bool = False
    whole: bool = False
    """Some op has this value, so that those do not count that only hold it."""


@dataclass(frozen=True, slots=True)
class Query:
    """The terms, or what is wrong with them."""

    terms: tuple[Term, ...] = ()
    problem: str = ""


def parsed(text: str) -> Query:
    """``MatMul``, ``/regex/``, ``op:MatMul shape:[?,4] line:17 -in:cond_true "two words"``: all must hold."""
    terms, place = [], 0
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        match = _TOKEN.match(text, place)
        assert match is not None
        place = match.end() + (match.end() == place)
        term = _term(match)
        if isinstance(term, str):
            return Query(problem=term)
        if term is not None:
            terms.append(term)
    return Query(tuple(terms))


def _term(match: re.Match[str]) -> Term | str | None:
    """The term; None where it is not typed yet; a sentence where it is wrong."""
    field, negated = (match["field"] or "").lower(), bool(match["minus"])
    value = next((match[each] for each in ("quoted", "pattern", "bracketed", "word") if match[each]), "")
    if field and field not in FIELDS:
        if value.isdigit():
            # A tensor's name, ``while:0``: the op is what is looked for.
            return Term("", field, negated=negated)
        return f"There is no field “{field}”. The fields are {', '.join(FIELDS[:-1])} and {FIELDS[-1]}."
    if not value:
        return None
    if match["pattern"]:
        return _pattern(field, value, negated)
    if field == "line" and not _LINES.match(value):
        return f"“line:{value}” needs a number, as in line:17, line:17-25 or line:model.py:17."
    return Term(field, value.lower(), negated=negated)


def _pattern(field: str, value: str, negated: bool) -> Term | str:
    if field in ("line", "shape"):
        return f"{field}: takes no regular expression; try {field}:{'17' if field == 'line' else '[?,4]'}."
    if _REPEATED.search(value):
        return f"“/{value}/” repeats a repetition, which may never end; leave one of them out."
    try:
        compiled = re.compile(value, re.IGNORECASE)
        if not _CLASS.search(value):
            # Words are in lower case, and to ignore case anyway makes a search several times slower.
            compiled = re.compile(value.lower())
    except (re.error, OverflowError, RecursionError) as error:
        return f"“/{value}/” is not a regular expression: {error}."
    return Term(field, value.lower(), compiled, negated)


def lines_of(value: str) -> tuple[str, int, int]:
    """File (empty for any), first and last line of ``model.py:17-25``."""
    match = _LINES.match(value)
    assert match is not None
    first = int(match["first"])
    return match["file"] or "", first, int(match["last"] or first)


def dimensions(value: str) -> tuple[str, ...] | None:
    """The dimensions of ``[?, 4]``, ``(None, 4)`` or ``?,4``; None for a shape of unknown rank."""
    inside = value.strip().strip("[]()").replace(" ", "")
    if not inside:
        return ()
    if inside == "...":
        return None
    return tuple("?" if each in ("none", "-1") else each for each in inside.split(",") if each)
