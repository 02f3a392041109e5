"""An error that a function raised while it ran as a graph, as a record; errors of tracing are told elsewhere."""

from __future__ import annotations

import dataclasses
import re
from typing import Any, Optional, Tuple

from graphscope.protocol.records import ErrorRecord
from graphscope.worker.describe_error import error_record
from graphscope.worker.user_frames import is_user_file

_BEGINNING = "Graph execution error:"
_DETECTED = re.compile(r"Detected at node (?P<node>.+?) defined at \(most recent call last\):\n")
_FRAME = re.compile(r'^(?:<stack_trace_unavailable>|  File "(?P<file>[^"]+)", line (?P<line>\d+), in .*)$')
_NODE = re.compile(r"\s*\[\[\{\{node [^\n]*\}\}\]\]|\s*\[Op:[^\]\n]*\]\s*$")
_TRACEBACK = re.compile(r"\nTraceback \(most recent call last\):\n.*", re.DOTALL)


def run_error_record(error: BaseException, conversions: Any, advice: str) -> ErrorRecord:
    """The record of ``error``, without TensorFlow's report around its words; ``advice`` where there is none better."""
    record = error_record(error, conversions)
    text = str(error).strip()
    if text.startswith(_BEGINNING):
        words, place = _words(text[len(_BEGINNING) :])
        file, line = place or (record.file, record.line)
        record = dataclasses.replace(record, message=words or record.message, file=file, line=line)
    else:
        record = dataclasses.replace(record, message=_NODE.sub("", record.message).strip() or record.message)
    return record if record.advice else dataclasses.replace(record, advice=advice)


def _words(text: str) -> Tuple[str, Optional[Tuple[str, int]]]:
    """What went wrong, and the user's line of the op in which it did."""
    place, words, framed = None, [], False
    for line in text.splitlines():
        frame = _FRAME.match(line)
        if _DETECTED.match(line + "\n") is not None:
            framed = True
        elif framed and frame is not None:
            if frame["file"] and is_user_file(frame["file"]):
                place = (frame["file"], int(frame["line"]))
        elif line.strip():
            # A source line may stand under its frame; it is indented, the words are not.
            framed = framed and line.startswith("    ")
            if not framed:
                words.append(line)
    message = _TRACEBACK.sub("", "\n" + "\n".join(words))
    return _without_nodes(message), place


def _without_nodes(message: str) -> str:
    lines = [_NODE.sub("", line).rstrip() for line in message.strip().splitlines()]
    return "\n".join(line for line in lines if line).strip()
