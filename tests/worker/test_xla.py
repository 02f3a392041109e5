"""What XLA makes of functions, counted, and why it refuses others, in a real worker."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from graphscope.launch.blocking_worker import BlockingWorker
from graphscope.model.trace import UserError
from tests.worker.optimised_functions import OPTIMISED, compiled

pytestmark = pytest.mark.worker


@pytest.fixture(scope="module")
def worker() -> Iterator[BlockingWorker]:
    with BlockingWorker((sys.executable,)) as running:
        yield running


def refused(worker: BlockingWorker, function: str, signature: str) -> UserError:
    """The error of a compilation that must give one."""
    found = compiled(worker, function, signature)
    assert found.error is not None
    assert found.instructions_before == found.instructions_after == 0
    return found.error


def line(found: UserError) -> str:
    assert found.file == str(OPTIMISED)
    return OPTIMISED.read_text(encoding="utf-8").splitlines()[found.line - 1].strip()


@pytest.mark.parametrize(
    "signature", ["float32[4], 3", "tf.ones([4]), tf.constant(3)", "tf.ones([4]), 3", "float32[4], tf.constant(3)"]
)
def test_that_a_loop_is_one_while_however_its_arguments_are_written(worker, signature):
    found = compiled(worker, "looped", signature)
    assert found.error is None
    assert found.ops_before["while"] == 1


def test_that_a_branch_is_a_conditional(worker):
    found = compiled(worker, "branch_and_loop", "float32[4], 2")
    assert found.ops_before["conditional"] == 1


def test_that_an_elementwise_chain_is_one_fusion(worker):
    found = compiled(worker, "chain", "float32[64]")
    assert {"tanh", "exponential", "add", "multiply", "subtract"} <= set(found.ops_before)
    assert (found.fusions, found.ops_after["fusion"]) == (1, 1)
    assert "fusion" not in found.ops_before


def test_that_instructions_inside_fusions_are_counted(worker):
    found = compiled(worker, "chain", "float32[64]")
    assert found.instructions_before == sum(found.ops_before.values())
    assert found.instructions_after == sum(found.ops_after.values())
    assert found.ops_after["tanh"] == 1


def test_that_the_text_of_both_sides_is_there(worker):
    found = compiled(worker, "chain", "float32[64]")
    assert found.text_before.startswith("HloModule")
    assert "fusion" in found.text_after
    assert "fusion" not in found.text_before


@pytest.mark.parametrize(
    ("function", "signature"),
    [
        ("compiled", "float32[3]"),
        ("dense", "float32[2, 4]"),
        ("counts", "float32[]"),
        ("net.step", "float32[4]"),
        ("Net.step", "Net(), float32[4]"),
        ("of_a_dict", "{'a': float32[2], 'b': [float32[2]]}"),
        ("of_a_dict", "{'a': tf.ones([2]), 'b': [float32[2]]}"),
        ("lambda: tf.ones([3]) * 2.0", ""),
        ("lambda flag=True: tf.ones([3]) if flag else 0.0", "flag=False"),
    ],
)
def test_that_any_function_is_compiled_whatever_its_arguments(worker, function, signature):
    assert compiled(worker, function, signature).error is None


def test_that_checks_of_which_xla_makes_nothing_are_told(worker):
    found = compiled(worker, "checked", "float32[4]")
    assert found.error is None
    assert dict(found.left_out) == {"Assert": 1, "CheckNumerics": 1}
    assert set(found.ops_after) <= {"parameter", "constant", "broadcast", "add", "fusion"}
    assert found.unchecked == "XLA checks nothing: Assert, CheckNumerics left out."
    assert compiled(worker, "chain", "float32[4]").unchecked == ""


def test_that_nothing_is_run(worker):
    before = compiled(worker, "counts", "float32[]")
    assert before.error is None
    assert before.ops_before["add"] == 1


def test_that_objects_of_earlier_signatures_are_there(worker):
    assert compiled(worker, "Net.step", "other, float32[4]", "(other := Net()), float32[4]").error is None


@pytest.mark.parametrize(
    ("signature", "told"),
    [
        ("float32[None, 4], int32[]", "float32[None, 4]"),
        ("float32[None], 2", "float32[None]"),
        ("float32[...], tf.constant(2)", "float32[...]"),
    ],
)
def test_that_unknown_sizes_are_refused_by_the_arguments_that_have_them(worker, signature, told):
    found = refused(worker, "looped", signature)
    assert found.type == "ValueError"
    assert found.message == f"XLA compiles for sizes that are known: `x` is {told}."
    assert "None" in found.advice


def test_that_ragged_rows_are_refused(worker):
    found = refused(worker, "row_sums", "ragged(float32[None, None])")
    assert found.message == "XLA compiles for sizes that are known."
    assert found.advice.startswith("`rows` is ragged, and XLA takes plain tensors")


def test_that_a_value_needed_while_compiling_is_asked_for_at_its_line(worker):
    found = refused(worker, "shaped_by", "float32[4], int32[]")
    assert found.message == "Input 1 to node `Reshape` with op Reshape must be a compile-time constant."
    assert line(found) == "return tf.reshape(x, [n, -1])"
    assert "tf.constant(3)" in found.advice
    assert compiled(worker, "shaped_by", "float32[4], 2").error is None
    assert compiled(worker, "shaped_by", "float32[4], tf.constant(2)").error is None


def test_that_an_op_without_a_kernel_is_named(worker):
    found = refused(worker, "lengths", "string[2]")
    assert "unsupported operations" in found.message
    assert "\n" not in found.message
    assert found.advice


def test_that_a_function_that_cannot_be_traced_is_told_by_its_line(worker):
    found = refused(worker, "cannot_be_traced", "float32[2, 3]")
    assert found.type == "ValueError"
    assert line(found) == "return tf.matmul(x, tf.ones([7, 7]))"
