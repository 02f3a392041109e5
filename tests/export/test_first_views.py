"""The first view of any graph fits its pane: few boxes, and no words smaller than can be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from graphscope.analysis.build_picture import build_picture
from graphscope.analysis.picture import Picture
from graphscope.export.first_view import first_view
from graphscope.export.lay_out import lay_out
from graphscope.export.legible import LEAST_PIXELS, LEGIBLE, room_in
from graphscope.export.look import TYPES
from graphscope.launch.blocking_worker import BlockingWorker
from graphscope.launch.command_prefix import parse_prefix
from graphscope.layout.placement import Placement, Rect
from graphscope.model.from_protocol import concrete_function, statement
from graphscope.model.trace import ConcreteFunction, Statement
from graphscope.protocol import messages as m
from graphscope.ui.graph import view_transform
from tests.analysis.small_graphs import branches, graph_of, loop
from tests.analysis.small_graphs import unrolled as short_loop
from tests.analysis.unrolled_graph import FILE, SOURCE, unrolled

PANES = [(520.0, 570.0), (660.0, 560.0), (1040.0, 600.0)]
MOST_BOXES = 60
EIGHT_GRAPHS = Path(__file__).parents[1] / "benchmarks" / "eight_graphs.py"


def first(
    concrete: ConcreteFunction,
    pane: tuple[float, float],
    statements: Sequence[Statement] = (),
    sources: Mapping[str, str] | None = None,
) -> tuple[Picture, Placement]:
    """What a pane of that size shows first."""
    view = first_view(concrete, tuple(statements), sources or {FILE: SOURCE}, room_in(*pane))
    picture = build_picture(concrete, view)
    return picture, lay_out(picture, room=room_in(*pane))


def check(drawn: tuple[Picture, Placement], pane: tuple[float, float]) -> None:
    """All is in the pane, there are not too many boxes, and no word is too small."""
    picture, placement = drawn
    view = view_transform.first_view(Rect(0, 0, placement.width, placement.height), pane, 0.0)
    smallest = min(type_.pixels for role, type_ in TYPES.items() if role != "tiny") * view.scale
    assert smallest >= LEAST_PIXELS - 0.01
    assert 2 <= len(picture.boxes) <= MOST_BOXES
    shown = view.shown(pane)
    assert shown.x <= 0.5
    assert shown.y <= 0.5
    assert shown.x + shown.width >= placement.width - 0.5
    assert shown.y + shown.height >= placement.height - 0.5


def chain(count: int) -> ConcreteFunction:
    """Ops of many types in a row, without scopes or lines."""
    nodes = [("x", "Placeholder", "")]
    nodes += [(f"op{at}", f"Kind{at}", nodes[-1][0] if at == 0 else f"op{at - 1}") for at in range(count)]
    return ConcreteFunction(graph_of("f", nodes, {"x": "x"}))


def fan(count: int) -> ConcreteFunction:
    """One op that feeds very many."""
    return ConcreteFunction(
        graph_of("f", [("x", "Placeholder", ""), *((f"k{at}", f"Kind{at}", "x") for at in range(count))])
    )


GRAPHS = {
    "branches": branches(),
    "loop": loop(),
    "short loop": short_loop(4),
    "long loop": short_loop(40),
    "chain of 18": chain(18),
    "chain of 39": chain(39),
    "chain of 3,000": chain(3000),
    "fan of 35": fan(35),
    "fan of 2,000": fan(2000),
    "unrolled": unrolled(1, 250),
    "unrolled, scoped": unrolled(1, 250, scoped=True),
    "unrolled in layers": unrolled(10, 40),
    "unrolled in layers, scoped": unrolled(10, 40, scoped=True),
}


@pytest.mark.parametrize("pane", PANES)
@pytest.mark.parametrize("name", GRAPHS)
def test_that_a_first_view_fits_its_pane_and_can_be_read(name: str, pane: tuple[float, float]) -> None:
    check(first(GRAPHS[name], pane), pane)


def test_that_every_word_of_a_picture_is_high_enough_at_the_least_scale() -> None:
    assert all(type_.pixels * LEGIBLE >= LEAST_PIXELS for role, type_ in TYPES.items() if role != "tiny")


def test_that_a_wider_pane_has_more_open() -> None:
    small, large = (first(short_loop(4), pane)[0] for pane in ((400.0, 300.0), (1900.0, 1000.0)))
    assert len(large.boxes) > len(small.boxes)


@pytest.fixture(scope="module")
def real() -> dict[str, tuple[ConcreteFunction, list[Statement], dict[str, str]]]:
    """Two real graphs: the control flow sample and MobileNetV2."""
    found = {}
    with BlockingWorker(parse_prefix(None)) as worker:
        opened, _ = worker.ask(m.OpenModule(0, str(EIGHT_GRAPHS)), 120)
        sources = {each.file: each.text for each in opened.sources}
        for name in ("control_flow", "mobilenetv2_forward"):
            worker.ask(m.ChooseFunction(0, f'graph("{name}")'), 120)
            reply, _ = worker.ask(m.TraceSignature(0, 0, f'*specs("{name}")'), 120)
            concrete = concrete_function(reply.trace.graph, reply.trace.functions)
            found[name] = (concrete, list(map(statement, reply.trace.control_flow)), sources)
    return found


@pytest.mark.worker
@pytest.mark.parametrize("pane", PANES)
@pytest.mark.parametrize("name", ["control_flow", "mobilenetv2_forward"])
def test_that_first_views_of_real_graphs_fit_and_can_be_read(name, pane, real) -> None:
    check(first(real[name][0], pane, *real[name][1:]), pane)
