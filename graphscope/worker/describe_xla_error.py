"""An error of XLA's compiler in its own words, with the user's line and what to do; others come as they are."""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass
from typing import Dict, Optional, Tuple

from graphscope.protocol.records import ErrorRecord
from graphscope.worker.traced_lines import TracedLines
from graphscope.worker.xla_refusal import composite_names, refusal_of

Place = Tuple[Optional[str], Optional[int]]

_UNKNOWN_INPUT = "Only support static input shape"
_INPUT = re.compile(
    r"<tf\.Tensor '(?P<name>[^':]+):\d+' shape=(?P<shape>\([^)]*None[^)]*\)|<unknown>) dtype=(?P<dtype>\w+)"
)
_ARGUMENT = re.compile(r"unsupported operations: _Arg .*T=DT_(?P<dtype>\w+).*_user_specified_name=\"(?P<name>[^\"]+)\"")
_KNOWN = "XLA compiles for sizes that are known"
_SIZES = "Give each dimension a number, not None."
_BEGINNING = "Failed getting HLO text: '"
_STACK = re.compile(r"\s*\n(?:Stack trace for op definition|The op is created at): *\n.*", re.DOTALL)
_DEFINED = re.compile(r"\s*\(defined @ [^)]*\)")
_NODE = re.compile(r"\s*(?:compatible with node )?\{\{node [^}]*\}\}")
_GRAPH = re.compile(r" when trying to compile graph \S+ on \w+")
_DUMP = re.compile(r"\s*tf2xla conversion failed while converting.*", re.DOTALL)


@dataclass(frozen=True)
class Compiled:
    """What was to be compiled: the traced ``lines``, where the function is defined, and arguments that are no plain
    tensors: name → ``ragged``, ``sparse``, …
    """

    lines: TracedLines
    definition: Place
    composites: Dict[str, str]


def xla_error_record(record: ErrorRecord, raw: str, compiled: Compiled) -> ErrorRecord:
    """``record`` of an error that said ``raw``, without the compiler's report around its words, at the user's line.

    What is wrong with the inputs is told at the function's definition.
    """
    file, line = compiled.definition
    if _UNKNOWN_INPUT in record.message:
        composites = composite_names(compiled.composites)
        message = f"{_KNOWN}." if composites else _unknown(record.message)
        return dataclasses.replace(record, message=message, file=file, line=line, advice=composites or _SIZES)
    if not raw.startswith(_BEGINNING):
        return record
    text = raw[len(_BEGINNING) :].replace("\\'", "'")
    record = dataclasses.replace(record, message=_words(text))
    argument = _ARGUMENT.search(record.message)
    if argument is not None:
        dtype = argument["dtype"].lower()
        advice = f"XLA takes no {dtype}: have `{argument['name']}` turned into numbers before, or leave XLA out."
        return dataclasses.replace(record, file=file, line=line, advice=advice)
    found = refusal_of(text, compiled.lines)
    stack = found.origin.stack if found.origin is not None else ()
    file, line = (stack[-1][0], stack[-1][1]) if stack else (None, None)
    message = found.message or record.message
    advice = found.advice or record.advice
    return dataclasses.replace(record, message=message, file=file, line=line, advice=advice, variable=found.variable)


def _unknown(message: str) -> str:
    named = [f"`{found['name']}` is {found['dtype']}{_notation(found['shape'])}" for found in _INPUT.finditer(message)]
    return f"{_KNOWN}: {', '.join(named)}." if named else f"{_KNOWN}."


def _notation(shape: str) -> str:
    """``(None, 4)`` as ``[None, 4]``, an unknown rank as ``[...]``."""
    sizes = [each.strip() for each in shape.strip("()").split(",") if each.strip()]
    return "[...]" if shape == "<unknown>" else f"[{', '.join(sizes)}]"


def _words(text: str) -> str:
    """What is wrong, up to the first empty line: the compiler explains itself at length after it."""
    first = _DUMP.sub("", _STACK.sub("", text)).rstrip("'").strip().partition("\n\n")[0]
    return " ".join(_DEFINED.sub("", _GRAPH.sub("", _NODE.sub("", first))).split())
