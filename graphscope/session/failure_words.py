"""What a failed trace's pane tells: what happened, where, and lines that mend its kind; it draws nothing."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

from graphscope.analysis.staging_snippets import happened, snippet
from graphscope.analysis.statement_lines import lines_of_statement
from graphscope.model.trace import Statement, Trace, UserError
from graphscope.session.module_opening import SourceTexts

_LONGEST_CODE = 80
_NODE = re.compile(
    r" for '\{\{node [^}]*\}\} = (?P<op>\w+)\[.*?\]\(.*?\)'"
    r"(?: with input shapes: (?P<shapes>.*?))?(?: and with .*?)?\.?$"
)
"""How TensorFlow names the op that it could not make."""


@dataclass(frozen=True)
class FailureWords:
    """``before`` and ``after`` are a small example of the mistake and of its fix, '' where there is none."""

    title: str
    text: str
    where: str
    """``model.py:16  if mean > 0.0:``; '' where the line is not known."""
    variable: str
    advice: str
    before: str = ""
    after: str = ""


def failure_words(error: UserError, sources: SourceTexts) -> FailureWords:
    """The words of an error; TensorFlow's own are told below ours."""
    said = _NODE.sub(_op_words, error.message.strip().partition("\n")[0])
    sentence = happened(error)
    where = ""
    if error.file and error.line:
        where = f"{os.path.basename(error.file)}:{error.line}  {_statement(error.file, error.line, sources)}".rstrip()
    at = f" at line {error.line}" if error.line else ""
    found = snippet(error.kind)
    return FailureWords(
        title=sentence or said or f"The trace failed{at}",
        text=f"{error.type}{at}" + (f": {said}" if sentence and said else ""),
        where=where,
        variable=error.variable,
        advice=error.advice,
        before=found.before.rstrip("\n") if found is not None else "",
        after=found.after.rstrip("\n") if found is not None else "",
    )


def _statement(file: str, line: int, sources: SourceTexts) -> str:
    """The whole statement that the line is of, in one line; of a long one its beginning."""
    lines = lines_of_statement(sources.texts.get(file, ""), line)
    code = " ".join(filter(None, (sources.line(file, each) for each in lines)))
    return code if len(code) <= _LONGEST_CODE else f"{code[:_LONGEST_CODE]}…"


def _op_words(found: re.Match[str]) -> str:
    """`` (Reshape of [3] and [1])`` in place of all that is known of the op."""
    shapes = (found["shapes"] or "").replace("], [", "] and [")
    return f" ({found['op']}{' of ' + shapes if shapes else ''})."


def told_statements(
    flow: tuple[Statement, ...] | None, trace: Trace | None, sources: SourceTexts
) -> tuple[Statement, ...] | None:
    """The statements of a trace, with the line that it ended at where no statement that failed stands there."""
    error = trace.error if trace is not None else None
    if error is None or not error.file or not error.line:
        return flow
    lines = lines_of_statement(sources.texts.get(error.file, ""), error.line)
    failed = [each for each in flow or () if each.outcome == "failed"]
    if any(each.file == error.file and each.line in lines for each in failed):
        return flow
    return (*(flow or ()), Statement(error.file, error.line, "line", "failed"))
