"""What no call to AutoGraph tells of: code that it left alone, parts of expressions, a first run, our own frames."""

from __future__ import annotations

import pytest

from graphscope.protocol.records import StatementRecord
from tests.worker.traced_module import MODULES, expected_outcomes, knows_named_expressions, traces

pytestmark = pytest.mark.worker


@pytest.mark.parametrize(
    ("module", "function", "signature"),
    [
        ("unseen_calls", "unseen", "float32[2]"),
        ("unseen_calls", "makes_ops", "float32[], 2"),
        ("expressions", "ternaries", "float32[], 3, False"),
        ("expressions", "chains", "float32[], 5"),
        ("expressions", "unconverted", "float32[], 5"),
        ("expressions", "lazy.scale", "float32[2]"),
        ("unknown_syntax", "matched", "float32[], 'twice'"),
        ("unknown_syntax", "looped", "float32[]"),
        ("heads", "heads", "float32[], 2, 0"),
        ("heads", "inner", "float32[], 2, True"),
    ],
)
def test_that_each_statement_has_the_outcomes_that_its_line_says(module, function, signature):
    path = MODULES / f"{module}.py"
    (trace,) = traces(path, function, signature)
    assert trace.outcome == "traced", trace.error
    reached = {each.function for each in trace.control_flow if each.outcome != "not reached"}
    lines = {each.line for each in trace.control_flow if each.function in reached}
    expected = {line: each for line, each in expected_outcomes(path).items() if line in lines}
    assert len(expected) > 0
    told = {(line, *each) for line, outcomes in expected.items() for each in ((s, o) for s, o, _ in outcomes)}
    found = {(each.line, each.statement, each.outcome) for each in trace.control_flow}
    assert told <= found, told - found
    assert not {each for each in found if each[0] in expected} - told


def statements(module: str, function: str, signature: str, kind: str) -> list[StatementRecord]:
    (trace,) = traces(MODULES / f"{module}.py", function, signature)
    return [each for each in trace.control_flow if each.statement == kind and each.outcome != "not reached"]


def test_that_it_is_said_why_a_function_was_left_alone():
    details = " ".join(each.detail for each in statements("unseen_calls", "unseen", "float32[2]", "if"))
    assert "no converted code called it" in details
    assert "it is a generator" in details
    assert "AutoGraph is off for it" in details


@pytest.mark.parametrize(
    ("module", "function", "signature", "kind", "why"),
    [
        ("unknown_syntax", "matched", "float32[], 'twice'", "if", "since AutoGraph knows no match statement"),
        ("unknown_syntax", "looped", "float32[]", "for", "for/else statement not yet supported"),
        ("unseen_calls", "unseen", "float32[2]", "conditional expression", "since functools.cache or lru_cache wraps"),
    ],
)
def test_that_the_reason_names_what_autograph_does_not_know(module, function, signature, kind, why):
    (found,) = statements(module, function, signature, kind)
    assert why in found.detail


def test_that_an_assignment_by_colon_equals_is_told_as_this_tensorflow_has_it():
    (found,) = statements("unknown_syntax", "named", "float32[], 3", "if")
    if knows_named_expressions():
        assert (found.outcome, found.detail) == ("python", "the condition was the Python value True: then-branch taken")
    else:
        assert found.outcome == "not converted"
        assert "since AutoGraph knows no assignment by :=" in found.detail


def test_that_a_conditional_expression_inside_another_is_told_to_be_pythons():
    found = statements("expressions", "ternaries", "float32[], 3, False", "conditional expression")
    nested = [each for each in found if "converts only the outermost" in each.detail]
    assert [each.outcome for each in nested] == ["python", "python"]


def test_that_a_tensor_in_a_conditional_expression_inside_another_is_where_the_trace_failed():
    (trace,) = traces(MODULES / "expressions.py", "ternaries", "float32[], int32[], False")
    failed = [each for each in trace.control_flow if each.outcome == "failed"]
    assert trace.outcome == "failed"
    assert [each.statement for each in failed] == ["conditional expression"]


def test_that_operands_of_one_expression_count_as_one():
    found = statements("expressions", "chains", "float32[], 5", "and")
    assert [each.times for each in found] == [1, 1, 1]


def test_that_a_chained_comparison_is_told_as_the_and_that_autograph_makes_of_it():
    found = statements("expressions", "chains", "float32[], 5", "and")
    chained = [each for each in found if each.detail.startswith("chained comparison: staged into the graph")]
    assert [each.outcome for each in chained] == ["staged"]
    assert len(chained[0].ops) == 2


def test_that_what_makes_no_call_is_counted_by_what_ran_around_it():
    found = {each.line: each.times for each in statements("heads", "inner", "float32[], 2, True", "assert")}
    assert list(found.values()) == [1, 2]
    lists = statements("heads", "inner", "float32[], 2, True", "comprehension")
    assert [each.times for each in lists] == [1, 0, 1]


def test_that_what_only_the_first_run_did_is_told_as_that():
    first, second = traces(MODULES / "expressions.py", "lazy.scale", "float32[2]", "float32[3]")
    loops = [
        [each for each in trace.control_flow if (each.statement, each.function) == ("for", "Lazy.scale")]
        for trace in (first, second)
    ]
    assert "first run" in loops[0][0].detail
    assert loops[1][0].outcome == "not reached"


def test_that_a_call_that_does_not_bind_to_a_function_left_alone_fails_as_it_does_in_python():
    (trace,) = traces(MODULES / "unseen_calls.py", "bound_wrongly", "float32[]")
    assert trace.error is not None
    assert trace.error.type == "TypeError"


def test_that_recursion_goes_as_deep_as_without_graphscope():
    fine, endless = traces(MODULES / "expressions.py", "deep", "float32[], 170", "float32[], 2000")
    assert fine.outcome == "traced"
    assert endless.error is not None
    assert endless.error.message.startswith("RecursionError")


def test_that_what_a_librarys_object_keeps_and_calls_is_told_as_reached():
    path = MODULES / "held_functions.py"
    (trace,) = traces(path, "held", "float32[1, 2]")
    assert trace.outcome == "traced", trace.error
    runs = {n for n, text in enumerate(path.read_text().splitlines(), 1) if text.endswith("# runs")}
    reached = [each for each in trace.control_flow if each.times]
    assert {each.line for each in reached} == runs
    for each in reached:  # Keras 2 has AutoGraph convert what it calls, Keras 3 has not
        assert each.outcome == "python" or "since no converted code called it" in each.detail
