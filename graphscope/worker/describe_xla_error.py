"""An error of XLA's compiler in its own words, with the user's line and what to do; others come as they are."""

from __future__ import annotations

import dataclasses
import re
from typing import Optional, Tuple

from graphscope.protocol.records import ErrorRecord
from graphscope.worker.traced_lines import TracedLines

Place = Tuple[Optional[str], Optional[int]]

_ADVICE = (
    (
        "must be a compile-time constant",
        "XLA needs this value while it compiles: write it in the signature, such as 3 or tf.constant(3).",
    ),
    ("unsupported operations", "XLA has no kernel for this op and these types: leave it out of what XLA compiles."),
    ("non-static", "XLA compiles for fixed sizes: choose ops whose results have a known shape."),
)
_UNKNOWN_INPUT = "Only support static input shape"
_INPUT = re.compile(r"<tf\.Tensor '(?P<name>[^':]+):\d+' shape=(?P<shape>\([^)]*None[^)]*\)|<unknown>)")
_ARGUMENT = re.compile(r"unsupported operations: _Arg .*T=DT_(?P<dtype>\w+).*_user_specified_name=\"(?P<name>[^\"]+)\"")
_BEGINNING = "Failed getting HLO text: '"
_STACK = re.compile(r"\s*\n(?:Stack trace for op definition|The op is created at): *\n.*", re.DOTALL)
_AT = re.compile(r"\{\{node (?P<node>[^}]+)\}\}|node `(?P<quoted>[^`]+)`")
_NODE = re.compile(r"\s*(?:compatible with node )?\{\{node [^}]*\}\}")
_GRAPH = re.compile(r" when trying to compile graph \S+ on \w+")
_DUMP = re.compile(r"\s*tf2xla conversion failed while converting.*", re.DOTALL)


def xla_error_record(record: ErrorRecord, lines: TracedLines, definition: Place) -> ErrorRecord:
    """``record`` without the compiler's report around its words, at the user's line in ``lines``.

    What is wrong with the inputs is told at the function's ``definition``.
    """
    if _UNKNOWN_INPUT in record.message:
        named = ", ".join([f"`{found['name']}`" for found in _INPUT.finditer(record.message)])
        advice = (
            f"XLA compiles for fixed sizes: give each dimension{f' of {named}' if named else ''} a number, not None."
        )
        return dataclasses.replace(record, file=definition[0], line=definition[1], advice=advice)
    if record.message.startswith(_BEGINNING):
        text = record.message[len(_BEGINNING) :].replace("\\'", "'")
        file, line = _place(text, lines)
        record = dataclasses.replace(record, message=_words(text), file=file, line=line)
        argument = _ARGUMENT.search(record.message)
        if argument is not None:
            dtype = argument["dtype"].lower()
            advice = f"XLA takes no {dtype}: have `{argument['name']}` turned into numbers before, or leave XLA out."
            return dataclasses.replace(record, file=definition[0], line=definition[1], advice=advice)
    for words, advice in _ADVICE:
        if words in record.message:
            return dataclasses.replace(record, advice=advice)
    return record


def _words(text: str) -> str:
    """What is wrong, up to the first empty line: the compiler explains itself at length after it."""
    first = _DUMP.sub("", _STACK.sub("", text)).rstrip("'").strip().partition("\n\n")[0]
    return " ".join(_GRAPH.sub("", _NODE.sub("", first)).split())


def _place(text: str, lines: TracedLines) -> Place:
    """The user's line of the node that is named. The frames in the text lack the beginnings of their files."""
    for found in _AT.finditer(text):
        frames = lines.frames(lines.top, found["node"] or found["quoted"])
        if frames:
            return frames[-1][0], frames[-1][1]
    return None, None
