"""The user's expressions as syntax trees: reads ``int32[]``, which is not Python, and tells where a text goes wrong.

Nothing is looked up or evaluated here.
"""

from __future__ import annotations

import ast
import io
import keyword
import re
import tokenize
from typing import Iterator, List, Optional, Tuple

from graphscope.errors import UsageError

Position = Tuple[int, int]
"""(line from 0, column from 0) in the user's text."""

_CLOSES = {")": "(", "]": "[", "}": "{"}
_LONGEST_QUOTED = 300
_ENDS_A_VALUE = (tokenize.NAME, tokenize.STRING, tokenize.NUMBER)


def parsed(text: str, what: str, before: str = "") -> ast.expr:
    """The syntax tree of ``before(text)``, positions counted from ``text``'s second line. Raises UsageError.

    ``what`` says what the text should have been: ``signature``, ``function``.
    """
    tokens = _tokens(text, what)
    _refuse_unbalanced(tokens, text, what)
    empty = list(_empty_subscripts(tokens))
    lines = text.split("\n")
    for line, column in reversed(empty):
        lines[line] = f"{lines[line][:column]}(){lines[line][column:]}"
    try:
        return ast.parse(f"{before}(\n" + "\n".join(lines) + "\n)", mode="eval").body
    except SyntaxError as error:
        line = min(max((error.lineno or 2) - 2, 0), len(lines) - 1)
        column = (error.offset or 1) - 1
        column -= 2 * sum(1 for at in empty if at[0] == line and at[1] < column)
        raise no_expression(text, what, _words(error.msg), (line, column)) from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise no_expression(text, what, str(error) or "it is nested too deeply") from error


def no_expression(text: str, what: str, why: str, at: Optional[Position] = None) -> UsageError:
    """The UsageError for a text that cannot be read, with the place in it and what may have been meant."""
    place = ""
    if at is not None:
        rest = text.split("\n")[at[0]][at[1] :].strip()
        place = f", at {quoted(rest[:40])}" if rest else ", at its end"
    return UsageError(f"{quoted(text)} is no {what}: {why}{place}", advice=_advice(text))


def quoted(text: str) -> str:
    """The user's text in quotes, in one line, cut where it is endless."""
    line = re.sub(r"\s*\n\s*", " ", text.strip())
    return f'"{line}"' if len(line) <= _LONGEST_QUOTED else f'"{line[: _LONGEST_QUOTED - 1]}…"'


def _tokens(text: str, what: str) -> List[tokenize.TokenInfo]:
    """The tokens within brackets, where line ends and indentation do not count; lines counted from 0."""
    found = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(f"(\n{text}\n)").readline):
            if token.type == tokenize.ERRORTOKEN and token.string in "\"'":
                raise no_expression(text, what, "a string is not closed", _position(token.start))
            if token.type not in (tokenize.NL, tokenize.NEWLINE, tokenize.COMMENT, tokenize.ENDMARKER):
                found.append(token)
    except (tokenize.TokenError, SyntaxError) as error:
        if "string" in str(error.args[0]):
            raise no_expression(text, what, "a string is not closed") from error
        return found
    return found


def _position(start: Position) -> Position:
    return start[0] - 2, start[1]


def _refuse_unbalanced(tokens: List[tokenize.TokenInfo], text: str, what: str) -> None:
    last = text.count("\n") + 1
    opened: List[tokenize.TokenInfo] = []
    for token in tokens:
        line = _position(token.start)[0]
        if token.type != tokenize.OP or not 0 <= line < last:
            continue
        if token.string in _CLOSES.values():
            opened.append(token)
        elif token.string in _CLOSES:
            if not opened or opened[-1].string != _CLOSES[token.string]:
                raise no_expression(text, what, f"{token.string!r} closes nothing", _position(token.start))
            opened.pop()
    if opened:
        raise no_expression(text, what, f"{opened[-1].string!r} is never closed", _position(opened[-1].start))


def _empty_subscripts(tokens: List[tokenize.TokenInfo]) -> Iterator[Position]:
    """Where ``()`` is to be put into the empty brackets that stand behind a value."""
    for before, opening, closing in zip(tokens, tokens[1:], tokens[2:]):
        if opening.string == "[" and closing.string == "]" and closing.type == tokenize.OP:
            is_value = before.type in _ENDS_A_VALUE and not keyword.iskeyword(before.string)
            if is_value or (before.type == tokenize.OP and before.string in _CLOSES):
                yield _position(closing.start)


def _words(message: str) -> str:
    return message.split(" (<unknown>", 1)[0].rstrip(".")


def _advice(text: str) -> str:
    if "?" in text:
        return "Write None for an unknown size, as in float32[None, 4]."
    if re.match(r"\s*[^\W\d]\w*\s*:", text):
        return "Write keywords with =, as in training=True."
    return ""
