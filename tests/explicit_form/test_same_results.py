"""The explicit form of every kind of function gives what the function gives, types and structure included."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from graphscope.explicit_form.explicit_form import DIALECTS
from tests.explicit_form import written_out as w
from tests.explicit_form.jax_texts import FOLDER, recorded

pytestmark = pytest.mark.worker
FILES = sorted(w.MODULES.glob("*.py"))
CASES = [(file, name) for file in FILES for name in w.compared(file)]


@pytest.mark.parametrize(("file", "name"), CASES)
def test_that_the_explicit_form_gives_the_same(file: Path, name: str) -> None:
    import tensorflow as tf

    module = w.module_of(file)
    signature, calls = module.CALLS[name]
    trace = w.traced(file, name, signature)
    assert trace.outcome == "traced", trace.error
    form = w.form_of(file, name, trace)
    assert form.complete, form.remarks
    named = w.run_text(form.text, module)
    owner, _, plain = name.rpartition(".")
    bound = [getattr(module, owner)] if owner else []
    written = named["Net_step" if owner else plain]
    original = tf.function(getattr(bound[0], plain) if owner else getattr(module, name))
    for values in calls:
        arguments = w.arguments_of(signature, values, module)
        expected = original(*arguments)
        assert w.same(expected, written(*bound, *arguments)), (values, form.text)


@pytest.mark.parametrize(("file", "name"), CASES)
def test_that_every_staged_statement_has_its_place(file: Path, name: str) -> None:
    trace = w.traced(file, name, w.module_of(file).CALLS[name][0])
    staged = {each.line for each in trace.control_flow if each.outcome == "staged" and each.statement in STATEMENTS}
    for dialect in DIALECTS:
        form = w.form_of(file, name, trace, dialect)
        ast.parse(form.text)
        assert staged <= {place.source_line for place in form.places} or (dialect, name) in KEPT
        lines = len(form.text.splitlines())
        assert all(1 <= place.first <= place.last <= lines for place in form.places)
        assert ("cannot be written out" in form.text) == ((dialect, name) in KEPT), form.text


JAX = [(file, said["name"], text) for file in sorted(FOLDER.glob("*.txt")) for said, text in recorded(file)]


@pytest.mark.parametrize(("recorded_in", "name", "text"), JAX, ids=[f"{file.stem}.{name}" for file, name, _ in JAX])
def test_that_the_jax_text_is_the_one_that_jax_has_run(recorded_in: Path, name: str, text: str) -> None:
    file = w.MODULES / f"{recorded_in.stem}.py"
    trace = w.traced(file, name, w.module_of(file).CALLS[name][0])
    assert w.form_of(file, name, trace, "JAX").text == text, "write and run them anew: see jax_texts.py"


STATEMENTS = ("if", "while", "for")
DATASETS = ("dataset_sum", "dataset_break", "dataset_pairs", "dataset_effects")
KEPT = {("JAX", name) for name in ("growing", "max_iterations", *DATASETS)}
"""What keeps a loop, and says so: JAX's loops never change a shape nor end by a count, and it has no Dataset."""


def test_that_a_loop_without_rounds_ends_in_an_error_where_a_variable_has_no_value() -> None:
    import tensorflow as tf

    file = w.MODULES / "loops.py"
    form = w.form_of(file, "first_value_in_loop", w.traced(file, "first_value_in_loop", "float32[], int32[]"))
    written = w.run_text(form.text, w.module_of(file))["first_value_in_loop"]
    with pytest.raises(tf.errors.InvalidArgumentError, match="y has no value: the loop has no round"):
        written(tf.constant(1.0), tf.constant(0))
