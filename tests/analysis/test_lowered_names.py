"""After Grappler, loops and branches stand in the same frames, called the same, as in the graph that was traced."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from graphscope.analysis.build_picture import build_picture
from graphscope.analysis.loop_variables import named_run
from graphscope.analysis.lowered_regions import lowered_paths, members_of
from graphscope.analysis.ops_of_lines import nodes_of_line
from graphscope.analysis.picture import Box, Picture
from graphscope.analysis.view_state import ViewState
from graphscope.launch.blocking_worker import BlockingWorker
from graphscope.launch.grappler_environment import grappler_environment
from graphscope.model import from_protocol
from graphscope.model.grappler import GrapplerRun
from graphscope.model.trace import ConcreteFunction, Trace
from graphscope.protocol import messages as m
from graphscope.session.inspection import inspect
from graphscope.session.module_opening import SourceTexts
from graphscope.session.region_inspection import inspect_lowered
from graphscope.session.selection import lowered_boxes

pytestmark = pytest.mark.worker

SOURCE = """import tensorflow as tf


@tf.function
def if_in_while(x):
    i = 0
    total = tf.reduce_sum(x)
    while total > 1.0:
        if total > 10.0:
            total = total / 10.0
        else:
            total = total - 1.0
        i += 1
    return x * total, i


@tf.function
def while_in_while(x, n):
    total = tf.constant(0.0)
    for i in tf.range(n):
        j = tf.constant(0)
        while j < i:
            total += tf.cast(j, tf.float32) * tf.reduce_mean(x)
            j += 1
    if total > 3.0:
        total = total * 2.0
    return total


@tf.function
def broken(x, n):
    i = 0
    while i < n:
        x = helper(x)
        if tf.reduce_sum(x) > 100.0:
            break
        i += 1
    return x


def helper(x):
    if tf.reduce_sum(x) > 0.0:
        return tf.sin(x)
    return x * 2.0


@tf.function
def twice(x):
    large = tf.reduce_sum(x) > 0.0
    if large:
        x = tf.sin(x)
    x = x + 1.0
    if large:
        x = tf.cos(x)
    return x


@tf.function
def chosen(x, n):
    y = tf.switch_case(n, [lambda: x, lambda: x * 3.0, lambda: -x])
    return tf.case([(n < 1, lambda: tf.sin(y)), (n < 2, lambda: y + 1.0)], default=lambda: y - 1.0)
"""
SECONDS = 120.0
Run = Callable[[str, str], tuple[Trace, GrapplerRun]]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    file = tmp_path_factory.mktemp("lowered") / "nested.py"
    file.write_text(SOURCE, encoding="utf-8")
    with BlockingWorker((sys.executable,), grappler_environment()) as worker:
        worker.ask(m.OpenModule(0, str(file)), SECONDS)

        def run_function(function: str, signature: str) -> tuple[Trace, GrapplerRun]:
            worker.ask(m.ChooseFunction(0, function), SECONDS)
            told, _ = worker.ask(m.TraceSignature(0, 0, signature), SECONDS)
            trace = from_protocol.trace(told.trace, "", [])
            worker.ask(m.ChooseFunction(0, function), SECONDS)
            done, _ = worker.ask(m.RunGrappler(0, signature), SECONDS)
            grappler = from_protocol.grappler_run(done.grappler)
            assert grappler.error is None, grappler.error
            return trace, named_run(grappler, trace.concrete)

        yield run_function


def picture_of(concrete: ConcreteFunction | None, trace: Trace) -> Picture:
    """The whole graph with every region open."""
    assert concrete is not None
    file = trace.staging[0].file
    view = ViewState(statements=trace.staging, sources={file: SOURCE}, level_size=500)
    while True:
        picture = build_picture(concrete, view)
        closed = {box.id for box in picture.boxes.values() if box.can_open and not box.is_open}
        if not closed:
            return picture
        view = replace(view, opened=view.opened | closed)


def frames_of(picture: Picture, ids: tuple[str, ...] | None = None) -> list[object]:
    """The regions and parts, each with those in it; ``· lowered`` and op types cut from their titles."""
    found: list[object] = []
    for box in (picture.boxes[each] for each in (picture.roots if ids is None else ids)):
        if box.kind in ("region", "part"):
            words = box.title.split(" · ")
            found.append((" · ".join(words[:2]), frames_of(picture, box.children)))
    return sorted(found, key=str)


def subtitles(picture: Picture, *titles: str) -> set[str]:
    return {box.subtitle for box in picture.boxes.values() if box.title in titles}


def region(picture: Picture, title: str) -> Box:
    (found,) = [box for box in picture.boxes.values() if box.title.startswith(title)]
    return found


@pytest.mark.parametrize(
    ("function", "signature"), [("if_in_while", "float32[8]"), ("while_in_while", "float32[8], int32[()]")]
)
def test_that_frames_are_nested_and_called_as_in_the_traced_graph(run: Run, function: str, signature: str) -> None:
    trace, grappler = run(function, signature)
    traced, after = frames_of(picture_of(trace.concrete, trace)), frames_of(picture_of(grappler.after, trace))
    # A branch that only hands on what it gets leaves no op behind, and so no part.
    assert str(after) in (str(traced), str(traced).replace("('else', []), ", ""))


def test_that_looks_are_the_same_and_variables_are_called_as_in_python(run: Run) -> None:
    trace, grappler = run("while_in_while", "float32[8], int32[()]")
    after = picture_of(grappler.after, trace)
    assert {(box.title, box.look, box.glyph) for box in after.boxes.values() if box.kind == "region"} == {
        ("for · line 20 (AutoGraph) · lowered", "while", "↻"),
        ("while · line 22 (AutoGraph) · lowered", "while", "↻"),
        ("if · line 25 (AutoGraph) · lowered", "if", "◆"),
    }
    assert subtitles(after, "Enter", "NextIteration") >= {"i", "j", "total", "x"}
    assert subtitles(after, "Exit") == {"total"}


def test_that_what_a_break_became_is_inside_its_loop_and_says_what_it_is_there_for(run: Run) -> None:
    trace, grappler = run("broken", "float32[8], int32[()]")
    for concrete in (trace.concrete, grappler.after):
        picture = picture_of(concrete, trace)
        loop = region(picture, "while · line 33")
        for role in (
            "loop goes on only while no break happened",
            "rest of the round runs only where no break happened",
        ):
            box: Box | None = region(picture, f"if · {role}")
            while box is not None and box is not loop:
                box = picture.boxes.get(box.parent)
            assert box is loop, role
    assert "break_ · whether a break happened" in subtitles(picture_of(grappler.after, trace), "Enter")


def test_that_two_branches_on_one_condition_are_two_regions(run: Run) -> None:
    trace, grappler = run("twice", "float32[8]")
    after = picture_of(grappler.after, trace)
    titles = sorted(box.title for box in after.boxes.values() if box.kind == "region")
    assert titles == ["if · line 50 (AutoGraph) · lowered", "if · line 53 (AutoGraph) · lowered"]


def test_that_a_line_leads_to_its_lowered_region_and_not_to_all_that_is_inside(run: Run) -> None:
    trace, grappler = run("if_in_while", "float32[8]")
    assert grappler.after is not None
    file = trace.control_flow[0].file
    assert lowered_boxes(grappler.after, file, [9]) == ("#if while/body/_1/while/cond",)
    types = {
        grappler.after.graph.op_types[grappler.after.graph.index_of[name]]
        for _, name in nodes_of_line(grappler.after, file, [9])
    }
    assert {"Switch", "Merge"} <= types
    assert not {"Sub", "Mul"} & types


def test_that_a_closed_loop_is_told_by_its_statement_its_variables_and_what_is_inside(run: Run) -> None:
    trace, grappler = run("if_in_while", "float32[8]")
    assert trace.concrete is not None
    assert grappler.after is not None
    sources = SourceTexts({trace.control_flow[0].file: SOURCE})
    traced = inspect(trace.concrete, (trace.concrete.graph.function, "while"), trace.control_flow, sources)
    assert traced is not None
    facts = {each.label: each.lines for each in traced.facts}
    assert facts["made by"] == ("AutoGraph, line 8",)
    assert {"i  int32[]", "total  float32[]"} <= set(facts["loop variables"])
    assert "StatelessIf" in facts["inside"][1]
    graph = grappler.after.graph
    loop = next(each for path in lowered_paths(graph).values() for each in path if each.startswith("while "))
    shown = {(graph.function, graph.names[row]) for row in members_of(graph, loop) if graph.op_types[row] != "Const"}
    lowered = inspect_lowered(grappler.after, frozenset(shown), trace.control_flow, sources)
    assert lowered is not None
    assert lowered.op_type == "while · line 8 (AutoGraph) · lowered"
    assert {"i", "total"} <= set({each.label: each.lines for each in lowered.facts}["loop variables"])
    assert [(each.line, each.text) for each in lowered.came_from] == [(8, "while total > 1.0:")]
    some = frozenset(sorted(shown)[:2])
    assert inspect_lowered(grappler.after, some, trace.control_flow, sources) is None


def test_that_cases_written_by_hand_are_called_so_after_grappler(run: Run) -> None:
    trace, grappler = run("chosen", "float32[8], int32[()]")
    titles = {box.title for box in picture_of(grappler.after, trace).boxes.values() if box.kind == "region"}
    assert titles == {"tf.switch_case · line 60 (by hand) · lowered", "tf.case · line 61 (by hand) · lowered"}
