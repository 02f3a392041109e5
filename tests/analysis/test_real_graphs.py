"""Pictures of what TensorFlow really traces: the control-flow sample, recorded by a real worker."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from graphscope.analysis.build_picture import build_picture
from graphscope.analysis.default_view import default_view
from graphscope.analysis.graph_diff import diff_graphs
from graphscope.analysis.node_matching import match_nodes
from graphscope.analysis.search import search
from graphscope.bundled_files import sample
from graphscope.export.lay_out import lay_out
from graphscope.launch.blocking_worker import BlockingWorker
from graphscope.model import from_protocol
from graphscope.protocol import messages as m

pytestmark = pytest.mark.worker


@pytest.fixture(scope="module")
def traces():
    found = []
    with BlockingWorker([sys.executable]) as worker:
        worker.ask(m.OpenModule(0, str(sample("clip_loop.py"))))
        worker.ask(m.ChooseFunction(0, "clip_loop"))
        for number, signature in enumerate(("float32[None, 4], 3, True", "float32[8, 4], 3, False")):
            reply, output = worker.ask(m.TraceSignature(0, number, signature))
            found.append(from_protocol.trace(reply.trace, output, found))
    return found


def test_that_the_first_view_shows_the_loop_and_the_branch_by_line(traces):
    trace = traces[0]
    picture = build_picture(trace.concrete, default_view(trace.concrete, trace.control_flow))
    regions = [box for box in picture.boxes.values() if box.kind == "region"]
    lines = {statement.statement: statement.line for statement in reversed(trace.control_flow) if statement.ops}
    assert f"while · line {lines['while']} (AutoGraph) · StatelessWhile" in {box.title for box in regions}
    assert any(box.title.startswith("if · line ") for box in regions)
    assert not any("by hand" in box.title for box in regions)
    assert picture.hidden["constants"] > 5


def test_that_the_picture_can_be_laid_out_and_opens_to_the_innermost_op(traces):
    concrete = traces[0].concrete
    state = default_view(concrete, traces[0].control_flow)
    while True:
        picture = build_picture(concrete, state)
        shut = {box.id for box in picture.boxes.values() if box.can_open and not box.is_open}
        if not shut:
            break
        state = replace(state, opened=state.opened | shut)
    assert search(concrete, "Minimum").nodes[0] in picture.box_of
    assert set(lay_out(picture).rects) == set(picture.boxes)


def test_that_two_traces_match_through_nested_functions_of_other_numbers(traces):
    a, b = (trace.concrete for trace in traces)
    matching = match_nodes(a, b)
    bodies = [name for name in a.functions if "body" in name]
    assert bodies
    assert all(matching.functions[name] != name for name in bodies)
    diff = diff_graphs(a, b, matching)
    assert {name for function, name in diff.only_a if function == a.graph.function} >= {"dropout/Mul"}
    assert (a.graph.function, "while") not in diff.only_a
