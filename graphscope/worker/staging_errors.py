"""Which mistake of staging an error is: its kind, the Python name it is about, what mends it; nothing is shown here."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, replace
from typing import Iterable, Tuple

from graphscope.protocol.records import ErrorRecord
from graphscope.worker.error_lines import ErrorLine
from graphscope.worker.shape_kinds import with_shape_kind
from graphscope.worker.staging_kinds import (
    BOOLEAN,
    BY_HAND,
    DTYPE_ROUNDS,
    ITERATING,
    OBJECT,
    SCALAR,
    TWO_DTYPES,
    kind_named,
    kind_of,
)
from graphscope.worker.tensorflow_unfinished import Unfinished

__all__ = ["BOOLEAN", "ITERATING", "Surroundings", "in_sourceless", "in_surroundings", "with_kind"]

NO_SOURCE = "source not at hand"
_INACCESSIBLE = "tensor out of its scope"
_NO_SIZE = re.compile(
    r"None values not supported|got None of type|'NoneType' object cannot be interpreted as an integer|"
    r"Failed to convert elements of [\[(].*\bNone\b.* to Tensor|unsupported operand type\(s\) for .*'NoneType'"
)


@dataclass(frozen=True)
class Surroundings:
    """In what an error came."""

    carried: Tuple[str, ...] = ()
    """The Python variables of the loops that were being staged."""
    unfinished: Tuple[Unfinished, ...] = ()
    """The ops that were never made, outermost first."""
    lines: Tuple[int, ...] = ()
    """The user's lines of the innermost of them."""


def with_kind(record: ErrorRecord) -> ErrorRecord:
    """``record`` with its kind, variable and advice, where it is one of the known mistakes."""
    if record.type == "InaccessibleTensorError":
        name = ErrorLine(record).appended()
        advice = f"Collect into a tf.TensorArray and use its stack() in place of {name or 'a Python list'}, or return"
        advice += " the tensor from the branch or loop that it was made in."
        return replace(record, kind=_INACCESSIBLE, variable=name, advice=advice)
    found = kind_of(record.message)
    if found is None:
        return with_shape_kind(record) or record
    kind, name = found
    if kind.name in (ITERATING, SCALAR):
        name = ErrorLine(record).iterated()
    return kind.told(record, name)


def in_sourceless(record: ErrorRecord, errors: Iterable[BaseException]) -> ErrorRecord:
    """``record``, told as a lack of source where the code that asked a tensor was made by ``exec`` or typed in.

    ``errors`` are the error itself and those that it came of.
    """
    function = next(filter(None, map(_sourceless_function, errors)), "")
    if not function or record.kind not in (BOOLEAN, ITERATING):
        return record
    advice = f"Put {function} into a file: AutoGraph reads the source of what it converts; or use tf.cond in it."
    return replace(record, kind=NO_SOURCE, variable=function, advice=advice)


def in_surroundings(record: ErrorRecord, around: Surroundings) -> ErrorRecord:
    """``record``, told as what it is where it came: in a staged loop or branch, at a line that says more than it."""
    line = ErrorLine(record)
    if record.kind == TWO_DTYPES:
        return _two_dtypes(record, line, around)
    if record.kind == BY_HAND or (not record.kind and _do_not_fit(around)):
        if line.has(ast.BoolOp) and not {"cond", "case", "switch_case"} & set(line.text().split()):
            return _told(record, "and of other than bools", "Compare both sides: x != 0 is a bool, x is none.")
        return kind_named(BY_HAND).told(record, "")
    if record.kind:
        return record
    if line.has(ast.Raise) and line.statement_around() in around.lines:
        advice = "Use tf.debugging.Assert or tf.debugging.assert_…, which are in the graph and ask when it runs."
        return _told(record, "raise in a staged branch", advice)
    if "shape" in line.text() and _NO_SIZE.search(record.message):
        advice = "Ask for the size when the graph runs: tf.shape(x)[0] in place of x.shape[0]."
        return _told(record, "size not known while tracing", advice)
    return _in_a_loop(record, line, around)


def _two_dtypes(record: ErrorRecord, line: ErrorLine, around: Surroundings) -> ErrorRecord:
    if line.has(ast.For) and "int64" in record.message and "'Less'" in record.message:
        name = line.iterated()
        advice = f"Go over {name or 'it'}.with_row_splits_dtype(tf.int32), since the loop counts in int32."
        return replace(_told(record, "loop over a ragged tensor", advice), variable=name)
    name = _carried(line, around)
    return kind_named(DTYPE_ROUNDS).told(record, name) if name else record


def _in_a_loop(record: ErrorRecord, line: ErrorLine, around: Surroundings) -> ErrorRecord:
    """What a loop carries, or a loop by hand gives, that cannot be carried."""
    if "Failed to convert elements of <" in record.message and around.carried:
        return kind_named(OBJECT).told(record, _carried(line, around) or around.carried[-1])
    by_hand = around.unfinished and around.unfinished[-1].op_type == "While" and not around.carried
    if by_hand and "don't have the same nested structure" in record.message:
        advice = "Have the body give as many values as it takes, nested alike."
        return _told(record, "structure changes in tf.while_loop", advice)
    return record


def _do_not_fit(around: Surroundings) -> bool:
    """Whether the branches of what was to be made were all there."""
    last = around.unfinished[-1] if around.unfinished else None
    return last is not None and last.op_type in ("If", "Case") and not last.failed_in


def _carried(line: ErrorLine, around: Surroundings) -> str:
    assigned = line.assigned()
    return next((each for each in around.carried if each in assigned), "")


def _told(record: ErrorRecord, kind: str, advice: str) -> ErrorRecord:
    return replace(record, kind=kind, advice=advice)


def _sourceless_function(error: BaseException) -> str:
    name = ""
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename.startswith("<") and not code.co_filename.startswith("<frozen"):
            name = code.co_name
        trace = trace.tb_next
    return name
