"""Floating-point operations as TensorFlow's own statistics count them, of real graphs before and after Grappler."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from graphscope.launch.blocking_worker import BlockingWorker
from graphscope.launch.grappler_environment import grappler_environment
from graphscope.protocol import messages as m
from tests.worker.optimised_functions import SECONDS, chosen, optimised, sides

pytestmark = pytest.mark.worker


@pytest.fixture(scope="module")
def worker() -> Iterator[BlockingWorker]:
    with BlockingWorker((sys.executable,), grappler_environment()) as running:
        yield running


def test_that_a_fused_op_counts_as_what_it_was_fused_from(worker):
    before, after = sides(optimised(worker, "dense", "float32[2, 4]")[0])
    columns = before.graph.outputs[before.graph.index_of["MatMul"]][0]
    rows, width = (int(each) for each in columns.removeprefix("float32[").removesuffix("]").split(", "))
    product, added = 2 * rows * width * 4, rows * width
    assert before.graph.flops["MatMul"] == (product, 1)
    assert before.graph.flops["BiasAdd"] == (added, 1)
    assert after.graph.flops["_FusedMatMul"] == (product + added, 1)
    assert "Relu" not in before.graph.flops, "TensorFlow says nothing of it"


def test_that_what_hangs_on_an_unknown_shape_is_not_counted(worker):
    before, _ = sides(optimised(worker, "dense", "float32[None, 4]", mode="static")[0])
    assert "MatMul" not in before.graph.flops


def test_that_traced_graphs_and_the_functions_in_them_are_counted_too(worker):
    chosen(worker, "branch_and_loop")
    reply, _ = worker.ask(m.TraceSignature(0, 0, "float32[3], int32[]"), SECONDS)
    assert isinstance(reply, m.SignatureTraced)
    counted = {each.function: each.flops for each in reply.trace.functions}
    loop = next(flops for name, flops in counted.items() if "body" in name)
    assert loop["AddV2"][1] >= 1
