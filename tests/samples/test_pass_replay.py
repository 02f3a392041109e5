"""What passes changed, applied in order to the first graph, gives the runtime's last graph, on every sample."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graphscope.analysis.pass_graphs import graph_after
from graphscope.launch.blocking_worker import BlockingWorker
from graphscope.launch.grappler_environment import grappler_environment
from graphscope.model.from_protocol import grappler_run
from graphscope.model.grappler import GrapplerRun
from graphscope.model.op_graph import OpGraph, OpNode
from graphscope.protocol import messages as m
from tests.samples.expectations import sample_files
from tests.worker.fates_held import fates_are_true

pytestmark = pytest.mark.worker
SECONDS = 120.0
INPUTS = {"collatz": "7"}
"""What a function is called with that never ends on the values made up for its signature."""
LOWERED = {"If", "StatelessIf", "While", "StatelessWhile", "PartitionedCall", "StatefulPartitionedCall"}


@pytest.fixture(scope="module")
def optimiser() -> Iterator[BlockingWorker]:
    with BlockingWorker((sys.executable,), grappler_environment()) as running:
        yield running


@pytest.mark.parametrize("file", sample_files(), ids=lambda file: file.stem)
def test_that_the_changes_in_order_give_the_graph_that_the_runtime_ran(optimiser: BlockingWorker, file: Path) -> None:
    opened, _ = optimiser.ask(m.OpenModule(0, str(file)), SECONDS)
    wanted = {(each.expression, signature) for each in opened.functions for signature in each.suggestions}
    replayed = 0
    for function, signature in sorted(wanted):
        optimiser.ask(m.ChooseFunction(0, function), SECONDS)
        reply, _ = optimiser.ask(m.RunGrappler(0, signature, inputs=INPUTS.get(function)), SECONDS)
        run = grappler_run(reply.grappler)
        # Grappler leaves graphs of under four nodes alone.
        if run.error is None and run.passes:
            replayed += 1
            same_at_the_end(run)
            as_it_was_but_for_placing(run)
            assert fates_are_true(run) or not any(each.change and each.change.removed for each in run.passes)
    assert replayed


def same_at_the_end(run: GrapplerRun) -> None:
    """Replayed and as the run metadata has it, the last graph is the same in everything that is told of it."""
    last = graph_after(run, len(run.passes) - 1)
    assert last is not None
    assert run.after is not None
    assert told(last.graph) == told(run.after.graph)


def as_it_was_but_for_placing(run: GrapplerRun) -> None:
    """The first graph is that of the run metadata, placed on devices, with what is lowered there taken apart."""
    assert run.before is not None
    assert run.first is not None
    before, first = run.before.graph, run.first.graph
    assert set(before.names) <= set(first.names)
    lowered = {node.name for node in before if node.op_type in LOWERED}
    after_lowered = {node.name for node in before if {before.names[source] for source, _ in node.inputs} & lowered}
    for node in before:
        same = first.node(first.index_of[node.name])
        assert same.device or not node.device
        if node.name not in lowered | after_lowered:
            assert (same.op_type, inputs(first, same)) == (node.op_type, inputs(before, node))
            assert dict(same.attributes) == dict(node.attributes)


def told(graph: OpGraph) -> dict[str, Any]:
    """Everything but the rows, which tell nothing."""
    return {
        node.name: (
            node.op_type,
            inputs(graph, node),
            {graph.names[source] for source in node.control_inputs},
            node.device,
            dict(node.attributes),
            dict(node.calls),
            node.constant,
        )
        for node in graph
    }


def inputs(graph: OpGraph, node: OpNode) -> list[tuple[str, int]]:
    """The data inputs by name."""
    return [(graph.names[source], output) for source, output in node.inputs]
