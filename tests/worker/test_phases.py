"""The phases of a training step of Keras, as TensorFlow really traces it: the user's lines decide what is in which."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphscope.analysis.build_picture import build_picture
from graphscope.analysis.phases import PHASES, phase_codes
from graphscope.analysis.view_state import ViewState
from graphscope.model.from_protocol import concrete_function
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import ConcreteFunction
from tests.worker.traced_module import MODULES, traces

pytestmark = pytest.mark.worker
TRAINING = MODULES / "training.py"
LINES = {
    "prediction = model(": "forward",
    "loss = loss_of(": "forward",
    "gradients = tape.": "backward",
    "optimizer.apply_": "optimizer",
    "metric.update_": "other",
}


@pytest.fixture(scope="module")
def step() -> ConcreteFunction:
    (trace,) = traces(TRAINING, "train_step", "float32[2, 4], float32[2, 2]")
    assert trace.graph is not None, trace.error
    return concrete_function(trace.graph, trace.functions)


def phases(graph: OpGraph) -> list[str]:
    codes = phase_codes(graph)
    assert codes is not None
    return [PHASES[code] for code in codes.tolist()]


def test_that_every_op_of_a_keras_step_is_in_the_phase_of_its_line(step: ConcreteFunction) -> None:
    text = TRAINING.read_text(encoding="utf-8").splitlines()
    expected = {number: phase for number, line in enumerate(text, 1) for start, phase in LINES.items() if start in line}
    seen = set()
    for name, stack, phase in zip(step.graph.names, step.graph.stacks, phases(step.graph), strict=True):
        if stack:
            assert phase == expected[stack[-1].line], name
            seen.add(phase)
    assert seen == set(PHASES)


def test_that_hardly_an_op_is_told_otherwise_without_lines(step: ConcreteFunction) -> None:
    bare = replace(step.graph, stacks=((),) * len(step.graph))
    pairs = list(zip(phases(step.graph), phases(bare), strict=True))
    assert sum(one != other for one, other in pairs) <= len(pairs) // 25


def test_that_a_keras_step_is_seen_as_its_phases(step: ConcreteFunction) -> None:
    picture = build_picture(step, ViewState(grouping="phase", hide=frozenset({"constants", "identities"})))
    assert {"forward", "backward", "optimizer", "other"} <= {picture.boxes[root].title for root in picture.roots}
    wires = {(picture.boxes[wire.source].title, picture.boxes[wire.target].title) for wire in picture.wires}
    assert {("forward", "backward"), ("backward", "optimizer")} <= wires
