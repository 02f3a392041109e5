"""Growth: what is done to a graph before it is seen takes time that grows no faster than the graph, or hardly."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from graphscope.analysis.build_picture import build_picture
from graphscope.export.first_view import first_view
from graphscope.export.lay_out import lay_out
from graphscope.export.legible import room_in
from graphscope.layout.layered import place_layered
from graphscope.layout.level import Level
from graphscope.model.from_protocol import op_graph
from graphscope.model.trace import ConcreteFunction
from graphscope.protocol import messages as m
from graphscope.protocol.frames import decode, encode
from graphscope.protocol.records import GraphRecord, TraceRecord
from tests.analysis.unrolled_graph import FILE, SOURCE, unrolled
from tests.layout.levels import unrolled as flat_level

STEPS = (67, 250, 1000, 2000)
"""15 ops each: 1,000 to 30,000."""
MOST = 1.2
ROOM = room_in(660, 560)


def exponent(cost: Callable[[int], Callable[[], object]], sizes: tuple[int, ...]) -> float:
    """The slope of processor time against size on a log scale; the least of three goes, as noise only adds."""
    points = []
    for size in sizes:
        times = []
        for _ in range(3):
            act = cost(size)
            started = time.process_time()
            act()
            times.append(time.process_time() - started)
        points.append((math.log(size), math.log(max(min(times), 1e-4))))
    middle_x, middle_y = (statistics.fmean(values) for values in zip(*points, strict=True))
    spread = sum((x - middle_x) ** 2 for x, _ in points)
    return sum((x - middle_x) * (y - middle_y) for x, y in points) / spread


def fresh(concrete: ConcreteFunction) -> ConcreteFunction:
    """The same graph with nothing worked out about it."""
    return ConcreteFunction(op_graph(record_of(concrete)), {})


def record_of(concrete: ConcreteFunction) -> GraphRecord:
    """The record of a graph whose ops all have the same specs and no attributes."""
    graph = concrete.graph
    frames = {frame: None for stack in graph.stacks for frame in stack}
    frame_rows = {frame: row for row, frame in enumerate(frames)}
    stacks = {stack: row for row, stack in enumerate(dict.fromkeys(graph.stacks))}
    types = {name: row for row, name in enumerate(graph.op_counts)}
    return GraphRecord(
        function=graph.function,
        names=graph.names,
        op_types=tuple(types[each] for each in graph.op_types),
        op_type_table=tuple(types),
        inputs=graph.inputs,
        control_inputs=graph.control_inputs,
        outputs=((0, 0, 0, 0),) * len(graph),
        spec_table=("float32[2, 8]",),
        attributes=(0,) * len(graph),
        attribute_table=({},),
        devices=(0,) * len(graph),
        device_table=("",),
        stacks=tuple(stacks[each] for each in graph.stacks),
        stack_table=tuple(tuple(frame_rows[frame] for frame in stack) for stack in stacks),
        frame_table=tuple((frame.file, frame.line, frame.function) for frame in frames),
        calls={},
        constants={},
        arguments=(),
        results=graph.results,
    )


def decoding(steps: int) -> Callable[[], object]:
    trace = TraceRecord("x", "traced", 1.0, graph=record_of(unrolled(1, steps)))
    payload = encode(m.SignatureTraced(0, 0, trace))[9:]
    return lambda: op_graph(decode(payload).trace.graph)


def first_picture(steps: int) -> Callable[[], object]:
    concrete = fresh(unrolled(4, steps // 4))
    return lambda: first_view(concrete, (), {FILE: SOURCE}, ROOM)


def first_picture_by_scopes(steps: int) -> Callable[[], object]:
    concrete = fresh(unrolled(4, steps // 4, scoped=True))
    return lambda: first_view(concrete, (), {}, ROOM)


def opening_all(steps: int) -> Callable[[], object]:
    """The largest group, then the largest in it, until ops are seen."""
    concrete = fresh(unrolled(4, steps // 4))

    def act() -> None:
        view = first_view(concrete, (), {FILE: SOURCE}, ROOM)
        for _ in range(3):
            picture = build_picture(concrete, view)
            groups = [box for box in picture.boxes.values() if box.can_open and not box.is_open]
            view = replace(view, opened=view.opened | {max(groups, key=lambda box: len(box.nodes)).id})
        lay_out(build_picture(concrete, view), room=ROOM)

    return act


@pytest.mark.parametrize("cost", [decoding, first_picture, first_picture_by_scopes, opening_all])
def test_that_time_grows_no_faster_than_the_graph(cost: Callable[[int], Callable[[], object]]) -> None:
    assert exponent(cost, STEPS) <= MOST


def test_that_our_own_layout_is_linear_even_where_a_level_is_laid_out_whole() -> None:
    levels: dict[int, Level] = {}

    def flat(rounds: int) -> Callable[[], object]:
        level = levels.setdefault(rounds, flat_level(rounds))
        return lambda: place_layered(level)

    assert exponent(flat, (20, 60, 180, 500)) <= MOST
