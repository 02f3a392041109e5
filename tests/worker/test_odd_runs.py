"""Functions that are odd to run, one after the other in one worker that has two devices; and a pass that ends it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphscope.analysis.pass_graphs import graph_after, known_passes
from graphscope.errors import WorkerError
from graphscope.launch.blocking_worker import BlockingWorker
from graphscope.launch.grappler_environment import grappler_environment
from graphscope.model.from_protocol import grappler_run
from graphscope.model.grappler import GrapplerRun
from graphscope.protocol import messages as m
from tests.worker.fates_held import fates_are_true

pytestmark = pytest.mark.worker
MODULE = Path(__file__).parent / "modules" / "odd.py"
SECONDS = 120.0
CPU = "/job:localhost/replica:0/task:0/device:CPU:{}"


@pytest.fixture(scope="module")
def worker() -> Iterator[BlockingWorker]:
    with BlockingWorker((sys.executable,), grappler_environment()) as running:
        running.ask(m.OpenModule(0, str(MODULE)), SECONDS)
        yield running


def ran(worker: BlockingWorker, function: str, signature: str, inputs: str | None = None) -> tuple[GrapplerRun, str]:
    """The run, of which every pass must be known and lead to the very graph that the runtime ended with."""
    worker.ask(m.ChooseFunction(0, function), SECONDS)
    reply, output = worker.ask(m.RunGrappler(0, signature, inputs=inputs), SECONDS)
    run = grappler_run(reply.grappler)
    assert run.error is None, run.error
    assert run.after is not None
    assert known_passes(run) == len(run.passes) > 10
    last = graph_after(run, len(run.passes) - 1)
    assert last is not None
    assert last.graph.op_counts == run.after.graph.op_counts
    assert fates_are_true(run)
    return run, output


@pytest.mark.parametrize(
    ("function", "signature", "op_type"),
    [
        ("looked_up", "string[None]", "LookupTableFindV2"),
        ("of_ragged", "ragged(float32[None, None])", "_Retval"),
        ("without_inputs", "", "ReadVariableOp"),
        ("many", "float32[None, 3]", "Shape"),
        ("seeded", "float32[3]", "RandomUniform"),
        ("arrays", "int32[]", "TensorListStack"),
        ("of_a_dataset", "tf.data.Dataset.from_tensors(tf.ones([2]))", "ReduceDataset"),
    ],
)
def test_that_every_pass_is_known_of_odd_functions(
    worker: BlockingWorker, function: str, signature: str, op_type: str
) -> None:
    run, _ = ran(worker, function, signature)
    assert run.after is not None
    assert run.after.graph.op_counts[op_type] >= 1
    assert [each.device for each in run.partitions] == [CPU.format(0)]
    assert run.partitions[0].concrete is run.after


def test_that_side_effects_take_place_once_with_the_inputs_given(worker: BlockingWorker, tmp_path: Path) -> None:
    target = tmp_path / "written"
    run, output = ran(worker, "with_effects", "float32[], string[]", f"2.0, tf.constant({str(target)!r})")
    assert output == "printed 1\n"
    assert target.read_text(encoding="utf-8") == "1"
    # What the Python function ran for itself is no part of the graph.
    assert [each.concrete for each in run.partitions] == [run.after]


def test_that_each_device_has_its_part_of_the_graph(worker: BlockingWorker) -> None:
    run, _ = ran(worker, "on_two_devices", "float32[3]")
    assert [each.device for each in run.partitions] == [CPU.format(0), CPU.format(1)]
    first, second = (each.concrete.graph for each in run.partitions)
    assert (first.op_counts["_Send"], first.op_counts["_Recv"]) == (1, 0)
    assert (second.op_counts["_Send"], second.op_counts["_Recv"]) == (0, 1)
    assert run.after is not None
    whole = set(run.after.graph.names)
    moved = {name for graph in (first, second) for name in graph.names if name in whole}
    assert moved == whole


def test_that_a_pass_that_ends_a_run_is_named_in_the_error() -> None:
    with BlockingWorker((sys.executable,), grappler_environment()) as dying:
        dying.ask(m.OpenModule(0, str(MODULE)), SECONDS)
        dying.ask(m.ChooseFunction(0, "with_a_pass_that_ends()"), SECONDS)
        with pytest.raises(WorkerError, match=r"running the function for Grappler, at its pass auto_parallel: .*Check"):
            dying.ask(m.RunGrappler(0, "float32[3]"), SECONDS)
