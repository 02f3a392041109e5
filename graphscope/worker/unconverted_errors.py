"""Mistakes of staging in functions that AutoGraph left as they are: told by why it did; nothing is shown here."""

from __future__ import annotations

import dataclasses
import dis
import types
from typing import Mapping, Tuple

from graphscope.protocol.records import ErrorRecord
from graphscope.worker.staging_kinds import BOOLEAN, ITERATING, SCALAR

_ASKING = (BOOLEAN, ITERATING, SCALAR)
_KINDS: Tuple[Tuple[str, str, str], ...] = (
    ("do_not_convert", "marked do_not_convert", "Take do_not_convert away from {name}, or use tf.cond in it."),
    (
        "AutoGraph is off",
        "AutoGraph is off",
        "Turn AutoGraph on for {name} (autograph=True, or Options), or use tf.cond there.",
    ),
    ("a generator", "generator", "Make {name} a function that returns what it collects, in a tf.TensorArray."),
    ("two lambdas", "two lambdas on one line", "Write each lambda on a line of its own, or as a def."),
    ("match statement", "match statement", "Write if and elif in {name} in place of match."),
    (":=", "assignment by :=", "Assign on a line of its own in {name}, before the statement that asks."),
    ("/else", "else of a loop", "Set a bool before the break in {name}, and ask for it after the loop."),
)
"""Part of AutoGraph's reason, the kind, what mends it."""


def in_unconverted(record: ErrorRecord, reasons: Mapping[types.CodeType, str]) -> ErrorRecord:
    """``record``, told by why AutoGraph left the function alone that asked a tensor, where it did.

    ``reasons``: the code of each function that ran as it stands → why.
    """
    if record.kind not in _ASKING or not record.file or not record.line:
        return record
    around = [code for code in reasons if code.co_filename == record.file and _holds(code, record.line)]
    code = max(around, key=lambda each: each.co_firstlineno, default=None)
    if code is None:
        return record
    name = "the lambda" if code.co_name == "<lambda>" else code.co_name
    for words, kind, advice in _KINDS:
        if words in reasons[code]:
            return dataclasses.replace(record, kind=kind, variable=name, advice=advice.format(name=name))
    return record


def _holds(code: types.CodeType, line: int) -> bool:
    return code.co_firstlineno <= line <= max((number for _, number in dis.findlinestarts(code) if number), default=0)
