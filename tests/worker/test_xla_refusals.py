"""What XLA refuses is told at the user's line of the very op, with what to do about it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphscope.launch.blocking_worker import BlockingWorker
from graphscope.model.trace import UserError
from tests.worker.optimised_functions import compiled

pytestmark = pytest.mark.worker
REFUSED = Path(__file__).parent / "modules" / "refused_by_xla.py"


@pytest.fixture(scope="module")
def worker() -> Iterator[BlockingWorker]:
    with BlockingWorker((sys.executable,)) as running:
        yield running


def refused(worker: BlockingWorker, function: str, signature: str) -> tuple[UserError, str]:
    """The error of a compilation that must give one, and the code of its line."""
    found = compiled(worker, function, signature, path=REFUSED).error
    assert found is not None
    assert found.file == str(REFUSED)
    assert found.line is not None
    return found, REFUSED.read_text(encoding="utf-8").splitlines()[found.line - 1].strip()


@pytest.mark.parametrize(
    ("function", "signature", "line", "advice"),
    [
        ("prints", "float32[4]", 'tf.print("positive", x)', "XLA prints nothing"),
        ("writes_words", "float32[4]", "return tf.strings.as_string(y)", "XLA knows no strings"),
        ("runs_python", "float32[4]", "return tf.numpy_function(", "XLA runs no Python"),
        ("reads_a_dataset", "float32[4]", "for value in tf.data.Dataset.range(3):", "XLA knows no Dataset"),
        ("scales_a_picture", "float32[1, 8, 8, 3]", "return tf.image.resize(", "no kernel for ResizeArea"),
        ("looks_up", "int64[2]", "return table.lookup(x)", "Look things up before"),
    ],
)
def test_that_an_op_that_xla_has_not_is_told_at_its_line_with_what_to_do(worker, function, signature, line, advice):
    found, code = refused(worker, function, signature)
    assert code.startswith(line)
    assert advice in found.advice
    assert "\n" not in found.message


def test_that_the_argument_is_named_whose_value_is_needed_while_compiling(worker):
    found, code = refused(worker, "counts_rounds", "float32[4], int32[]")
    assert code == "for _ in tf.range(n):"
    assert "the value of `n`" in found.advice
    assert "while loop" in found.advice


def test_that_a_size_that_depends_on_data_is_not_asked_for_in_the_signature(worker):
    found, code = refused(worker, "counts_values", "int32[5]")
    assert code == "return tf.math.bincount(x)"
    assert "depends on what `x` holds" in found.advice
    assert "signature" not in found.advice


def test_that_a_variable_that_changes_its_shape_is_named_at_its_assignment(worker):
    found, code = refused(worker, "grows_a_variable", "float32[2]")
    assert code.startswith("grow.assign(")
    assert "`grow`" in found.advice
    assert "[2]" in found.advice
    assert "defined @" not in found.message


def test_that_a_loops_variable_that_changes_its_shape_is_named_at_the_loop(worker):
    found, code = refused(worker, "grows_in_a_loop", "float32[2], int32[]")
    assert code == "while i < n:"
    assert found.advice.startswith("In a round `x` changes its shape from f32[2] to f32[4]")


def test_that_a_ragged_argument_is_refused_by_its_name_with_its_dense_form(worker):
    found, code = refused(worker, "of_rows", "float32[], ragged(float32[None, None])")
    assert code == "def of_rows(x, rows):"
    assert found.advice.startswith("`rows` is ragged")
    assert "rows.to_tensor()" in found.advice
