"""Mistakes of staging: each is known by its kind and variable, and its snippet fails so before and traces after."""

from __future__ import annotations

import re
import sys

import pytest

from graphscope.analysis.shape_snippets import SHAPE_SNIPPETS
from graphscope.analysis.staging_snippets import SNIPPETS, happened, snippet
from graphscope.model import from_protocol
from graphscope.protocol.records import TraceRecord
from tests.worker.traced_module import MODULES, knows_named_expressions, traces

pytestmark = pytest.mark.worker
FAILING = MODULES / "mistakes.py"
VARIABLES = {
    "undefined in one branch": "note",
    "dtype changes over rounds": "total",
    "shape changes over rounds": "row",
    "structure changes over rounds": "found",
    "other dtype in each branch": "y",
    "other structure in each branch": "pair",
    "iterating a tensor": "values",
    "tensor out of its scope": "squares",
    "source not at hand": "absolute",
    "no value after a round": "last",
    "object of a loop": "best",
    "shape breaks its invariant": "row",
    "loop over a ragged tensor": "rows",
    "a scalar has no elements": "n",
    "shape changes in tf.while_loop": "x",
    "dtype changes in tf.while_loop": "n",
    "used before assignment": "y",
    "marked do_not_convert": "absolute",
    "AutoGraph is off": "f",
    "generator": "doubled",
    "two lambdas on one line": "the lambda",
    "match statement": "f",
    "assignment by :=": "f",
    "else of a loop": "f",
}
CONVERTED_BY_OLDER = {"assignment by :="}
"""Mistakes that are none in TensorFlow 2.15, whose AutoGraph knows them."""


def tensorflow_version() -> tuple[int, ...]:
    import tensorflow as tf

    return tuple(int(part) for part in tf.__version__.split(".")[:2])


@pytest.fixture
def limit(each):
    """Recursion without end is met early: TensorFlow takes seconds for a deep one."""
    import tensorflow  # noqa: F401 - it goes deeper itself while it is imported

    before = sys.getrecursionlimit()
    sys.setrecursionlimit(450 if each.kind == "recursion on a tensor" else before)
    yield
    sys.setrecursionlimit(before)


@pytest.mark.usefixtures("limit")
@pytest.mark.parametrize("each", SNIPPETS, ids=lambda each: each.kind)
def test_that_a_snippet_fails_with_its_kind_before_and_traces_after(each, tmp_path):
    found = []
    for name, text in (("before.py", each.before), ("after.py", each.after)):
        path = tmp_path / name
        path.write_text(f"import tensorflow as tf\n\n\n{text}")
        found += traces(path, "f", each.signature)
    before, after = found
    if each.kind == "assignment by :=" and knows_named_expressions():
        assert (before.outcome, after.outcome) == ("traced", "traced")
        return
    assert before.outcome == "failed"
    assert before.error is not None
    assert before.error.kind == each.kind
    assert before.error.variable == VARIABLES.get(each.kind, "")
    assert before.error.line is not None
    assert before.error.advice
    if each in SHAPE_SNIPPETS:
        shapes = re.findall(r"\[.*?\]", each.signature.replace(" ", ""))
        assert [shape for shape in shapes if shape not in before.error.advice] == []


@pytest.mark.parametrize("each", SNIPPETS, ids=lambda each: each.kind)
def test_that_what_happened_is_a_sentence_and_lines_fit_beside_each_other(each):
    assert each.happened.endswith(".")
    assert max(map(len, (each.before + each.after).splitlines())) <= 64
    assert snippet(each.kind) is each


def failed(function: str, signature: str) -> TraceRecord:
    (trace,) = traces(FAILING, function, signature)
    assert trace.outcome == "failed"
    return trace


@pytest.mark.parametrize(
    ("function", "signature", "kind", "variable"),
    [
        ("kept_in_a_branch", "float32[]", "tensor out of its scope", "kept"),
        ("cast_in_the_loop", "int32[]", "dtype changes over rounds", "best"),
        ("off", "float32[3]", "AutoGraph is off", "off"),
        ("none_in_a_branch", "float32[]", "undefined in one branch", "y"),
        ("plain_mistake", "float32[]", "", ""),
        ("added", "float32[3], float32[4]", "shapes that do not broadcast", ""),
        ("stacked", "float32[3], float32[4]", "shapes that do not join", ""),
        ("summed_over", "float32[3, 4], float32[3, 4]", "shapes that do not multiply", ""),
        ("over_ragged_rows", "ragged(float32[None, None])", "loop over a ragged tensor", "rows"),
    ],
)
def test_that_other_forms_of_a_mistake_are_of_its_kind(function, signature, kind, variable):
    error = failed(function, signature).error
    assert error is not None
    assert (error.kind, error.variable) == (kind, variable)


def test_that_what_happened_names_the_variable_and_is_nothing_for_other_errors():
    mistake, other = failed("none_in_a_branch", "float32[]").error, failed("plain_mistake", "float32[]").error
    told = from_protocol.user_error(mistake)
    assert told is not None
    assert "both must give y;" in happened(told)
    plain = from_protocol.user_error(other)
    assert plain is not None
    assert happened(plain) == ""


@pytest.mark.parametrize(
    ("function", "signature", "statement"),
    [
        ("plain_mistake", "float32[]", "while"),
        ("off", "float32[3]", "for"),
        ("none_in_a_branch", "float32[]", "if"),
        ("left_by_a_tensor", "float32[]", "for"),
        ("asked", "float32[]", "assert"),
        ("gone_over", "float32[3]", "comprehension"),
    ],
)
def test_that_the_failing_statement_is_marked(function, signature, statement):
    trace = failed(function, signature)
    marked = [each for each in trace.control_flow if each.outcome == "failed"]
    assert [(each.statement, each.function) for each in marked] == [(statement, function)]
    assert trace.error is not None
    assert marked[0].line == trace.error.line


def test_that_what_had_been_traced_until_the_failure_comes_with_it():
    trace = failed("after_some_ops", "float32[]")
    assert trace.graph is None
    partial = trace.partial
    assert partial is not None
    types = [partial.op_type_table[kind] for kind in partial.op_types]
    assert types.count("Mul") == 1
    assert types.count("StatelessIf") == 1
    assert [each.name for each in partial.arguments] == ["x"]
    assert {each.function for each in trace.partial_functions} == {
        function for calls in partial.calls.values() for names in calls.values() for function in names
    }
    lines = {partial.frame_table[frame][1] for stack in partial.stack_table for frame in stack}
    assert trace.error is not None
    assert trace.error.line is not None
    assert max(lines) < trace.error.line
    assert str(FAILING) in {source.file for source in trace.sources} | {each.file for each in trace.control_flow}


def test_that_a_call_that_does_not_even_begin_has_traced_nothing():
    (trace,) = traces(FAILING, "asked", "1, 2")
    assert trace.outcome == "failed"
    assert trace.partial is None
