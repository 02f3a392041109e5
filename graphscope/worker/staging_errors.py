"""Which mistake of staging an error is: its kind, the Python name it is about, what mends it; nothing is shown here.

The kinds are those that analysis/staging_snippets.py has a snippet for.
"""

from __future__ import annotations

import ast
import linecache
import re
from dataclasses import dataclass, replace
from typing import Iterable, Iterator, Optional, Tuple

from graphscope.protocol.records import ErrorRecord

BOOLEAN = "bool of a tensor"
ITERATING = "iterating a tensor"
DTYPE_ROUNDS = "dtype changes over rounds"
NO_SOURCE = "source not at hand"
_INACCESSIBLE = "tensor out of its scope"


@dataclass(frozen=True)
class _Kind:
    name: str
    words: str
    """A regular expression for the message; its group ``name`` is the variable."""
    advice: str
    """``{name}`` stands for the variable."""


_NAME = r"'(?P<name>[^']+)' "
_KINDS = (
    _Kind(
        "undefined in one branch",
        _NAME + r"(must also be initialized in the|is None at the end of the)",
        "Give {name} a value of the same type before the if, or in both branches.",
    ),
    _Kind(
        DTYPE_ROUNDS,
        _NAME + r"has dtype \S+ before the loop, but dtype",
        "Start {name} with the dtype that the loop gives it, or cast it back in the loop with tf.cast.",
    ),
    _Kind(
        "shape changes over rounds",
        _NAME + r"has shape .* before the loop, but shape",
        "Tell the loop that {name} grows: tf.autograph.experimental.set_loop_options(shape_invariants="
        "[({name}, tf.TensorShape([None]))]) as its first line; or write into a tf.TensorArray.",
    ),
    _Kind(
        "other dtype in each branch",
        _NAME + r"has dtype \S+ in the main branch, but dtype",
        "Give {name} one dtype in both branches: tf.cast, or 2.0 in place of 2.",
    ),
    _Kind(
        "structure changes over rounds",
        _NAME + r"does not have the same nested structure after one iteration",
        "Keep {name} of as many parts in every round: write into a tf.TensorArray in place of a list that grows.",
    ),
    _Kind(
        "other structure in each branch",
        r"(" + _NAME + r"must have the same nested structure|does not have the same nested structure)",
        "Give {name} the same structure in both branches: as many parts, nested alike.",
    ),
    _Kind(
        "return in a loop",
        r"return statement cannot be placed inside this TensorFlow loop",
        "Set a variable in the loop, leave the loop by break, and return the variable after it.",
    ),
    _Kind(
        "return in one branch",
        r"branch must also have a return statement",
        "Return in both branches, or set a variable in them and return it after the if.",
    ),
    _Kind(
        "break of a Python loop",
        r"which depend on a TF condition are not supported in Python",
        "Make it a loop of the graph, for i in tf.range(…), or ask for a Python value where it is left.",
    ),
    _Kind(
        "condition turned into a tensor",
        r"condition of while loop started as non-Tensor, then changed to Tensor",
        "Start the loop with a tensor: while tf.constant(True), or a tensor in its condition from the first round on.",
    ),
    _Kind(
        ITERATING,
        r"[Ii]terating over a symbolic",
        "Go over it in a for statement that AutoGraph converts, or use tf.map_fn or tf.unstack.",
    ),
    _Kind(
        BOOLEAN,
        r"Using a symbolic .* as a Python `bool`",
        "Ask in an if or while that AutoGraph converts, or use tf.cond, tf.where or tf.debugging.assert_…; AutoGraph "
        "needs source, without :=, match, or else on loops.",
    ),
)


def with_kind(record: ErrorRecord) -> ErrorRecord:
    """``record`` with its kind, variable and advice, where it is one of the known mistakes."""
    if record.type == "InaccessibleTensorError":
        name = _appended(record)
        advice = f"Collect into a tf.TensorArray and use its stack() in place of {name or 'a Python list'}, or return"
        advice += " the tensor from the branch or loop that it was made in."
        return replace(record, kind=_INACCESSIBLE, variable=name, advice=advice)
    for kind in _KINDS:
        found = re.search(kind.words, record.message)
        if found is not None:
            name = found.groupdict().get("name") or (_iterated(record) if kind.name == ITERATING else "")
            return replace(record, kind=kind.name, variable=name, advice=kind.advice.format(name=name or "it"))
    return record


def in_a_loop(record: ErrorRecord, carried: Iterable[str]) -> ErrorRecord:
    """``record``, told as a changing dtype where a variable that a staged loop carries does not fit its new value."""
    if record.kind or "does not match type" not in record.message:
        return record
    assigned = _assigned(record)
    name = next((each for each in carried if each in assigned), "")
    if not name:
        return record
    kind = next(each for each in _KINDS if each.name == DTYPE_ROUNDS)
    return replace(record, kind=DTYPE_ROUNDS, variable=name, advice=kind.advice.format(name=name))


def in_sourceless(record: ErrorRecord, errors: Iterable[BaseException]) -> ErrorRecord:
    """``record``, told as a lack of source where the code that asked a tensor was made by ``exec`` or typed in.

    ``errors`` are the error itself and those that it came of.
    """
    function = next(filter(None, map(_sourceless_function, errors)), "")
    if not function or record.kind not in (BOOLEAN, ITERATING):
        return record
    advice = f"Put {function} into a file: AutoGraph reads the source of what it converts; or use tf.cond in it."
    return replace(record, kind=NO_SOURCE, variable=function, advice=advice)


def _sourceless_function(error: BaseException) -> str:
    name = ""
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename.startswith("<") and not code.co_filename.startswith("<frozen"):
            name = code.co_name
        trace = trace.tb_next
    return name


# ---- what stands at the error's line --------------------------------------------------------------------------------


def _at_line(record: ErrorRecord) -> Tuple[Optional[ast.AST], Tuple[ast.AST, ...]]:
    """The innermost function around the error's line, and the nodes that begin on that line."""
    try:
        tree = ast.parse("".join(linecache.getlines(record.file or "")))
    except (SyntaxError, ValueError):
        return None, ()
    line = record.line or 0
    functions = [each for each in ast.walk(tree) if isinstance(each, (ast.FunctionDef, ast.Lambda))]
    around = [each for each in functions if each.lineno <= line <= (each.end_lineno or 0)]
    nodes = tuple(each for each in ast.walk(tree) if getattr(each, "lineno", 0) == line)
    return around[-1] if around else None, nodes


def _names(nodes: Iterable[ast.AST]) -> Iterator[str]:
    return (node.id for node in nodes if isinstance(node, ast.Name))


def _assigned(record: ErrorRecord) -> Tuple[str, ...]:
    """The names that the error's line assigns; what a ``for`` goes over gives its own names a value, not they."""
    nodes = _at_line(record)[1]
    targets = {part for node in nodes if isinstance(node, ast.For) for part in ast.walk(node.target)}
    stored = (node for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    return tuple(_names(node for node in stored if node not in targets))


def _iterated(record: ErrorRecord) -> str:
    """The name of what is gone over on the error's line, '' where it is no name."""
    nodes = _at_line(record)[1]
    loops = [node.iter for node in nodes if isinstance(node, ast.For)]
    loops += [part.iter for node in nodes for part in getattr(node, "generators", ())]
    return next(_names(loops), "")


def _appended(record: ErrorRecord) -> str:
    """The list on the error's line that is appended to in its function, '' where there is none."""
    function, nodes = _at_line(record)
    if function is None:
        return ""
    grown = {
        each.value.id
        for each in ast.walk(function)
        if isinstance(each, ast.Attribute) and each.attr == "append" and isinstance(each.value, ast.Name)
    }
    return next((name for name in _names(nodes) if name in grown), "")
