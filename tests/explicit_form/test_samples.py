"""Every function of every sample has an explicit form that gives the same, or a sentence that says why it has none."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphscope.explicit_form.explicit_form import DIALECTS, TracedSource, explicit_form, failure_of
from graphscope.model import from_protocol
from graphscope.protocol.messages import ChooseFunction, FunctionChosen, ModuleOpened, OpenModule, TraceSignature
from graphscope.worker.desk import Desk
from tests.explicit_form import written_out as w
from tests.samples.expectations import expectations, sample_files

pytestmark = pytest.mark.worker
KERAS = "keras_model.py"
"""What is traced there is Keras's own source, and no file of the user's."""
FUNCTIONS = [(file, name) for file in sample_files() if file.name != KERAS for name in expectations(file).functions]
FAILS = {"forgetful": "the trace failed at line 29: what came after it is not known, and stands as it is"}
DRAWS = ("dropout", "random")
"""Words in functions that draw random numbers, of which only the shapes are compared."""


@pytest.mark.parametrize(("file", "name"), FUNCTIONS)
def test_that_a_sample_gives_what_its_explicit_form_gives(file: Path, name: str) -> None:
    desk = Desk(lambda text, done, total: None)
    assert isinstance(desk.answer(OpenModule(1, str(file))), ModuleOpened)
    chosen = desk.answer(ChooseFunction(1, name))
    assert isinstance(chosen, FunctionChosen)
    assert chosen.file
    assert chosen.line
    for number, call in enumerate(expectations(file).functions[name]):
        record = desk.answer(TraceSignature(1, number, call.signature)).trace
        if record.reuses is not None:
            continue
        trace = from_protocol.trace(record, "", [])
        source = TracedSource(file.read_text("utf-8"), chosen.file, chosen.line, chosen.name, failure_of(trace))
        tensorflow, jax = (explicit_form(source, trace.control_flow, dialect) for dialect in DIALECTS)
        ast.parse(jax.text)
        assert "cannot be written out" not in tensorflow.text + jax.text
        assert tensorflow.complete == (name not in FAILS)
        if name in FAILS:
            assert tensorflow.remarks == (FAILS[name],)
        else:
            compare(file, name, call.signature, tensorflow.text)


def compare(file: Path, name: str, signature: str, text: str) -> None:
    """Call both, each on an object of its own where it is a method."""
    module = w.module_of(file)
    owner, _, method = name.rpartition(".")
    written = w.run_text(text, module)[ast.parse(text).body[-1].name]  # type: ignore[attr-defined]
    one, other = ([eval(owner, vars(module))] if owner else [] for _ in range(2))
    original = getattr(one[0], method) if owner else vars(module)[name]
    expected = original(*arguments(signature, module))
    given = written(*other, *arguments(signature, module))
    if any(each in text for each in DRAWS) and "True" in signature:
        assert expected.shape == given.shape
    else:
        assert w.same(expected, given), text


def arguments(signature: str, module: Any) -> list[Any]:
    """What the signature stands for, tensors filled with small numbers."""
    import tensorflow as tf

    class Filled:
        def __init__(self, dtype: Any) -> None:
            self._dtype = dtype

        def __getitem__(self, shape: Any) -> Any:
            dims = [2 if each is None else each for each in (shape if isinstance(shape, tuple) else (shape,))]
            return tf.reshape(tf.cast(tf.range(1, 1 + int(np.prod(dims))), self._dtype), dims)

    names = {**vars(module), "float32": Filled(tf.float32), "int32": Filled(tf.int32)}
    plain = signature.replace("[]", "[()]").replace("training=", "")
    return list(eval(f"[{plain}]", names))
