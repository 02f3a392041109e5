"""The explicit form of every kind of function gives what the function gives, types and structure included."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from graphscope.explicit_form.explicit_form import DIALECTS
from tests.explicit_form import written_out as w

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
        assert staged <= {place.source_line for place in form.places}
        lines = len(form.text.splitlines())
        assert all(1 <= place.first <= place.last <= lines for place in form.places)
        if (dialect, name) not in KEPT:
            assert "cannot be written out" not in form.text


STATEMENTS = ("if", "while", "for")
KEPT = {("JAX", "growing")}
"""What keeps a loop, and says so: JAX's loops never change a shape."""
