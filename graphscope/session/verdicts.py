"""What the gutter says of a source line: each signature's outcome in few words, once where they agree; no painting."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from graphscope.analysis.unfinished import holds_failed
from graphscope.model.trace import Statement

_LOOPS = ("for", "while")
_CONDITION = re.compile(r"the condition was the (.+?): (then|else)-branch taken")
_LONGEST_VALUE = 20
_TIMES = re.compile(r"unrolled (\d+) time")
_ROUNDS = re.compile(r": (\d+) round")
_PLAIN_WORDS = {
    "not reached": "not reached",
    "not converted": "Python: not converted",
    "never staged": "Python: never staged",
    "failed": "failed here",
}
_HOLDS_FAILED = "not finished"


@dataclass(frozen=True)
class Verdict:
    """What the gutter says at one line. ``look`` is ``if``, ``while``, ``hand``, ``python``, ``none`` or ``bad``."""

    text: str
    look: str
    detail: str


def words_of(statement: Statement) -> tuple[str, str]:
    """(look, words) of one outcome, as short as a gutter needs."""
    if statement.is_by_hand:
        return "hand", f"✎ {statement.statement} (by hand)"
    if statement.outcome == "staged":
        return ("while", _staged_loop(statement)) if statement.statement in _LOOPS else ("if", "staged: tf.cond")
    if statement.outcome == "python":
        return "python", _python(statement)
    look = {"failed": "bad", _HOLDS_FAILED: "bad", "not reached": "none"}.get(statement.outcome, "python")
    return look, _PLAIN_WORDS.get(statement.outcome, statement.outcome)


def line_verdicts(file: str, flows: Sequence[tuple[str, Iterable[Statement]]]) -> dict[int, Verdict]:
    """Line → verdict, from (letter, statements) of each signature."""
    by_line: dict[int, dict[str, list[Statement]]] = {}
    for letter, statements in flows:
        flow = list(statements)
        failed = [each for each in flow if each.outcome == "failed"]
        for statement in flow:
            if statement.file == file:
                if statement.outcome == "failed" and holds_failed(statement, failed):
                    statement = replace(statement, outcome=_HOLDS_FAILED)
                by_line.setdefault(statement.line, {}).setdefault(letter, []).append(statement)
    return {line: _joined(letters, len(flows)) for line, letters in by_line.items()}


def _joined(letters: dict[str, list[Statement]], signatures: int) -> Verdict:
    told: dict[tuple[str, str], list[str]] = {}
    for letter, statements in letters.items():
        for statement in statements:
            holders = told.setdefault(words_of(statement), [])
            if letter not in holders:
                holders.append(letter)
    detail = "\n".join(
        f"{letter}: {each.statement}, {each.outcome}" + (f": {each.detail}" if each.detail else "")
        for letter, statements in letters.items()
        for each in statements
    )
    looks = {look for look, _ in told}
    look = next(each for each in ("bad", "while", "if", "hand", "python", "none") if each in looks)
    if all(len(holders) == signatures for holders in told.values()):
        return Verdict(" + ".join(words for _, words in told), look, detail)
    return Verdict(_told_apart(told), look, detail)


def _told_apart(told: dict[tuple[str, str], list[str]]) -> str:
    """``Python: True in A, False in B``: what precedes the colon is said once where it is the same."""
    parts: list[str] = []
    before = ""
    for (_, words), holders in told.items():
        head, colon, tail = words.partition(": ")
        text = tail if colon and head == before else words
        before = head if colon else ""
        parts.append(f"{text} in {', '.join(holders)}")
    return ", ".join(parts)


def _staged_loop(statement: Statement) -> str:
    if any(each.endswith("Dataset") for each in statement.op_types):
        return "staged: dataset loop"
    return "staged: while_loop"


def _python(statement: Statement) -> str:
    if statement.statement == "for":
        times = _TIMES.search(statement.detail)
        return f"Python: unrolled ×{times[1]}" if times else "Python: unrolled"
    if statement.statement == "while":
        rounds = _ROUNDS.search(statement.detail)
        return f"Python: {rounds[1]} rounds" if rounds else "Python: ran while tracing"
    ways = _CONDITION.findall(statement.detail)
    values = dict.fromkeys(_value(words, branch) for words, branch in ways)
    return f"Python: {' and '.join(values)}" if values else "Python: settled"


def _value(words: str, branch: str) -> str:
    """A plain value as it is, where it is short; of others, where they led."""
    head, _, value = words.partition("Python value ")
    return value if not head and 0 < len(value) <= _LONGEST_VALUE else f"{branch}-branch"
