"""Traces a function in this process, writes it out and runs both; what the tests of the explicit form share."""

from __future__ import annotations

import ast
import functools
import importlib.util
import re
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from graphscope.explicit_form.explicit_form import ExplicitForm, TracedSource, explicit_form, failure_of
from graphscope.model import from_protocol
from graphscope.model.trace import Trace
from tests.worker.traced_module import traces

MODULES = Path(__file__).parent / "modules"


@functools.cache
def module_of(path: Path) -> ModuleType:
    """The file, run as a module of its own."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def compared(path: Path) -> list[str]:
    """The names that the file notes as to be compared, read from its text."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.decorator_list]
    noted = [node.targets[0] for node in tree.body if isinstance(node, ast.Assign)]
    keys = [each.slice for each in noted if isinstance(each, ast.Subscript)]
    return [node.name for node in functions] + [ast.literal_eval(each) for each in keys]


@functools.cache
def traced(path: Path, function: str, signature: str) -> Trace:
    """The function's trace."""
    (record,) = traces(path, function, signature)
    return from_protocol.trace(record, "", [])


def form_of(path: Path, function: str, trace: Trace, dialect: str = "TensorFlow") -> ExplicitForm:
    """The explicit form of a function of the file."""
    text = path.read_text(encoding="utf-8")
    source = TracedSource(text, str(path), line_of(text, function), function, failure_of(trace))
    return explicit_form(source, trace.control_flow, dialect)


def line_of(text: str, function: str) -> int:
    """Where a function or the variable that holds a lambda stands."""
    name = function.rpartition(".")[2]
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return node.lineno
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            return node.lineno
    raise LookupError(function)


def run_text(text: str, module: ModuleType) -> dict[str, Any]:
    """The names that ``text`` defines, beside the module's own."""
    namespace = dict(vars(module))
    exec(compile(text, "explicit form", "exec"), namespace)
    return namespace


def same(first: Any, second: Any) -> bool:
    """Whether two results of TensorFlow functions are alike, structure and types too."""
    import tensorflow as tf

    tf.nest.assert_same_structure(first, second)
    pairs = zip(tf.nest.flatten(first), tf.nest.flatten(second), strict=True)
    return all(_alike(np.asarray(one), np.asarray(other)) for one, other in pairs)


def _alike(one: np.ndarray, other: np.ndarray) -> bool:
    if one.dtype != other.dtype or one.shape != other.shape:
        return False
    return bool(np.all(one == other) if one.dtype == object else np.allclose(one, other, equal_nan=True))


def arguments_of(signature: str, values: Sequence[Any], module: ModuleType) -> list[Any]:
    """``values`` as the signature has them: tensors where it names a dtype, else as they are."""
    import tensorflow as tf

    names = {"float32": tf.float32, "int32": tf.int32, "int64": tf.int64}
    kinds = [names.get(part.partition("[")[0]) for part in re.split(r", (?![^\[]*\])", signature)]
    return [value if kind is None else tf.constant(value, kind) for kind, value in zip(kinds, values, strict=True)]
