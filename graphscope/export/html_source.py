"""The user's source in an HTML page, with what became of each statement beside its line; nothing is run or traced."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence

from graphscope.export.markup import Markup, joined, tag
from graphscope.export.source_place import in_sentence
from graphscope.model.trace import Statement

_MOST_LINES = 600
_LOOPS = ("for", "while")
Flow = tuple[str, Sequence[Statement]]
"""The letter of a signature, and its statements."""


def source_listings(sources: Mapping[str, str], flows: Sequence[Flow], start: tuple[str, int] | None) -> Markup:
    """A listing for each file that statements or ``start``, a line of the function itself, stand in."""
    wanted: dict[str, set[int]] = {}
    if start is not None:
        wanted.setdefault(start[0], set()).add(start[1])
    for _, statements in flows:
        for each in statements:
            if each.outcome != "not reached":
                wanted.setdefault(each.file, set()).add(each.line)
    return joined(_listing(file, sources[file], lines, flows) for file, lines in wanted.items() if file in sources)


def _listing(file: str, text: str, lines: set[int], flows: Sequence[Flow]) -> Markup:
    code = text.splitlines()
    shown = sorted(_extract(text, lines, len(code)))
    rows = []
    for before, number in zip([shown[0] - 1, *shown] if shown else [], shown, strict=False):
        if number != before + 1:
            rows.append(tag("tr", tag("td", "⋮", class_="n"), tag("td"), tag("td")))
        rows.append(_row(number, code[number - 1], list(_verdicts(file, number, flows))))
    cut = len(shown) > _MOST_LINES
    note = tag("p", f"The first {_MOST_LINES} of {len(shown)} lines.", class_="muted") if cut else Markup("")
    table = tag("table", tag("tbody", *rows[:_MOST_LINES]), class_="source")
    return joined([tag("h3", in_sentence(file, None)), table, note])


def _row(number: int, code: str, verdicts: Sequence[Markup]) -> Markup:
    return tag(
        "tr",
        tag("td", str(number), class_="n"),
        tag("td", tag("code", code)),
        tag("td", *verdicts),
        **({"class_": "told"} if verdicts else {}),
    )


def _verdicts(file: str, line: int, flows: Sequence[Flow]) -> Iterable[Markup]:
    """What became of the statement, once for all signatures where they agree."""
    told: dict[tuple[str, str], list[str]] = {}
    for letter, statements in flows:
        for each in statements:
            if (each.file, each.line) == (file, line):
                letters = told.setdefault((_look(each), _words(each)), [])
                if letter not in letters:
                    letters.append(letter)
    for (look, words), letters in told.items():
        which = "" if len(letters) == len(flows) else f"{' '.join(letters)}: "
        yield tag("span", which + words, class_=f"pill {look}")


def _look(statement: Statement) -> str:
    if statement.outcome == "staged":
        if statement.is_by_hand:
            return "hand"
        return "while" if statement.statement in _LOOPS else "if"
    return {"failed": "bad"}.get(statement.outcome, "python")


def _words(statement: Statement) -> str:
    if statement.is_by_hand:
        return f"{statement.statement} by hand: {statement.detail.removeprefix('staged by hand as ')}"
    outcome = {"staged": "in the graph", "python": "settled by Python"}.get(statement.outcome, statement.outcome)
    times = f" ×{statement.times}" if statement.times > 1 else ""
    detail = statement.detail.removeprefix("staged into the graph as ") or ", ".join(dict.fromkeys(statement.op_types))
    return f"{statement.statement} {outcome}{times}" + (f": {detail}" if detail else "")


def _extract(text: str, lines: set[int], count: int) -> set[int]:
    """The lines of the outermost function round each of ``lines``; all where the text is no Python or has none."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return set(range(1, count + 1))
    functions: list[range] = [
        range(min([each.lineno, *(one.lineno for one in each.decorator_list)]), (each.end_lineno or each.lineno) + 1)
        for each in ast.walk(tree)
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    found: set[int] = set()
    for line in lines:
        # Of functions round each other, ast.walk gives the outermost first.
        found.update(next((span for span in functions if line in span), range(line, line + 1)))
    return {line for line in found if 1 <= line <= count}
