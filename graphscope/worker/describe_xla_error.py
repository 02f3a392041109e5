"""An error of XLA's compiler in its own words, with the user's line and what to do; others come as they are."""

from __future__ import annotations

import dataclasses
import re
from typing import Optional, Tuple

from graphscope.protocol.records import ErrorRecord
from graphscope.worker.user_frames import is_user_file

_ADVICE = (
    ("Only support static input shape", "XLA compiles for fixed sizes: give each dimension a number, not None."),
    ("must be a compile-time constant", "XLA needs this value while it compiles: pass a Python number in its place."),
    ("unsupported operations", "XLA has no kernel for this op and these types: leave it out of what XLA compiles."),
    ("non-static", "XLA compiles for fixed sizes: choose ops whose results have a known shape."),
)
_BEGINNING = "Failed getting HLO text: '"
_STACK = re.compile(r"\s*\n(?:Stack trace for op definition|The op is created at): *\n.*", re.DOTALL)
_FRAME = re.compile(r'^File "(?P<file>[^"]+)", line (?P<line>\d+), in ', re.MULTILINE)
_NODE = re.compile(r"\s*(?:compatible with node )?\{\{node [^}]*\}\}")
_GRAPH = re.compile(r" when trying to compile graph \S+ on \w+")
_DUMP = re.compile(r"\s*tf2xla conversion failed while converting.*", re.DOTALL)


def xla_error_record(record: ErrorRecord) -> ErrorRecord:
    """``record`` without the compiler's report around its words."""
    if record.message.startswith(_BEGINNING):
        text = record.message[len(_BEGINNING) :].replace("\\'", "'")
        place = _users_line(text) or (record.file, record.line)
        record = dataclasses.replace(record, message=_words(text), file=place[0], line=place[1])
    for words, advice in _ADVICE:
        if words in record.message:
            return dataclasses.replace(record, advice=advice)
    return record


def _words(text: str) -> str:
    """What is wrong, up to the first empty line: the compiler explains itself at length after it."""
    first = _DUMP.sub("", _STACK.sub("", text)).rstrip("'").strip().partition("\n\n")[0]
    return " ".join(_GRAPH.sub("", _NODE.sub("", first)).split())


def _users_line(text: str) -> Optional[Tuple[str, int]]:
    place = None
    for frame in _FRAME.finditer(text):
        # The compiler leaves the root's slash out, at times.
        for file in (frame["file"], f"/{frame['file']}"):
            if file.startswith("/") and is_user_file(file):
                place = (file, int(frame["line"]))
    return place
