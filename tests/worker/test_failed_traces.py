"""A trace that fails: the error's type and words, the user's own line, and what to do."""

from __future__ import annotations

import pytest

from tests.worker.traced_module import MODULES, traces

pytestmark = pytest.mark.worker
FAILING = MODULES / "failing.py"


def marked_line(function: str) -> int:
    lines = FAILING.read_text().splitlines()
    start = next(n for n, text in enumerate(lines) if text.startswith(f"def {function}("))
    return next(n for n in range(start, len(lines)) if lines[n].endswith("# error")) + 1


@pytest.mark.parametrize(
    ("function", "signature", "kind", "words", "marked"),
    [
        ("half_defined", "float32[]", "ValueError", "'note' must also be initialized", "half_defined"),
        ("collected", "int32[]", "InaccessibleTensorError", "out of scope", "collected"),
        ("returned", "float32[None]", "NotImplementedError", "return statement", "returned"),
        ("iterated", "float32[3]", "OperatorNotAllowedInGraphError", "Iterating over a symbolic", "iterated"),
        ("nested", "float32[]", "AttributeError", "no_such_attribute", "deep"),
        ("variable_inside", "float32[3]", "ValueError", "tf.Variable", "variable_inside"),
        ("refused", "1", "StagingError", "Refused: 3: never", "refused"),
        ("unbound", "1", "TypeError", "two() missing", "unbound"),
        ("leaves", "1", "SystemExit", "3", "leaves"),
    ],
)
def test_that_the_error_is_told_at_the_users_own_line(function, signature, kind, words, marked):
    (trace,) = traces(FAILING, function, signature)
    assert trace.outcome == "failed"
    error = trace.error
    assert error is not None
    assert (error.type, error.file, error.line) == (kind, str(FAILING), marked_line(marked))
    assert words in error.message
    assert "\x1b" not in error.message
    assert "inner_factory" not in error.message
    assert "in user code" not in error.message
    assert "You can attempt the following resolutions" not in error.message
    assert len(error.message) <= 1500


def test_that_endless_recursion_points_to_the_call_of_itself():
    (trace,) = traces(FAILING, "endless", "float32[], None")
    assert trace.error is not None
    assert (trace.error.type, trace.error.line) in {
        ("StagingError", marked_line("endless")),
        ("RecursionError", marked_line("endless")),
    }


def test_that_a_call_that_does_not_fit_the_declared_signature_says_so_without_a_line():
    good, bad, missing = traces(FAILING, "declared", "float32[5, 3]", "float32[5, 2]", "")
    assert good.outcome == "traced"
    assert bad.error is not None
    assert bad.error.type == "TypeError"
    assert bad.error.message == (
        "the signature does not fit the function, which takes (points: float32[None, 3]): "
        "float32[5, 2] is no float32[None, 3]"
    )
    assert bad.error.line is None
    assert bad.error.advice
    assert missing.outcome in ("reused", "failed")


def test_that_what_was_seen_before_the_failure_is_kept():
    (trace,) = traces(FAILING, "collected", "int32[]")
    loop = next(each for each in trace.control_flow if each.statement == "for" and each.function == "collected")
    assert loop.outcome == "staged"
    (broken,) = traces(FAILING, "half_defined", "float32[]")
    assert [each.outcome for each in broken.control_flow if each.function == "half_defined"] == ["failed"]


def test_that_the_next_signature_still_traces():
    failed, fine = traces(FAILING, "half_defined", "float32[]", "70.0")
    assert (failed.outcome, fine.outcome) == ("failed", "traced")


def test_that_a_failure_with_a_variable_among_the_arguments_is_told_as_the_users_own(tmp_path):
    path = tmp_path / "moving.py"
    path.write_text(
        "import tensorflow as tf\n\na = tf.Variable([1.0, 2.0])\n\n\n@tf.function\ndef move(source, target):\n"
        "    target.assign(source)\n    return target\n"
    )
    (trace,) = traces(path, "move", "a, tf.TensorSpec([2], tf.float32)")
    assert trace.error is not None
    assert (trace.error.type, trace.error.line) == ("AttributeError", 8)
    assert trace.partial is not None


def test_that_nothing_after_the_call_that_failed_is_told_as_reached():
    path = MODULES / "failing_callees.py"
    (trace,) = traces(path, "outer", "float32[]")
    lines = path.read_text().splitlines()
    own = [each for each in trace.control_flow if each.statement in ("assert", "comprehension")]
    own = [each for each in own if each.function in ("inner", "middle", "outer")]
    expected = {number for number, text in enumerate(lines, 1) if text.endswith("#: reached")}
    assert {each.line for each in own if each.times} == expected
    (failed,) = traces(path, "first_round", "float32[]")
    told = [each for each in failed.control_flow if (each.function, each.statement) == ("first_round", "assert")]
    assert [each.times for each in told] == [0]
