"""What a pane has open, grouped and left out, in a true window: kept with what was traced, legible at any size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from graphscope.analysis.picture import Box
from graphscope.analysis.view_state import Trim
from graphscope.capture.capture import Capture, CapturedFunction, CapturedSignature
from graphscope.capture.write_capture import capture_bytes
from graphscope.export.legible import LEGIBLE
from graphscope.export.look import TYPES
from graphscope.model.trace import ConcreteFunction, Trace
from graphscope.ui.application import Application
from graphscope.ui.panes.graph_pane import GraphPane
from tests.analysis.unrolled_graph import FILE, SOURCE, unrolled

pytestmark = pytest.mark.gui
PATIENCE = 90_000
MOST_BOXES = 60


def written(folder: Path, concrete: ConcreteFunction) -> str:
    """A capture of that graph."""
    function = CapturedFunction(FILE, "cell", "cell", "function", FILE, 1, "(x)")
    signature = CapturedSignature("x", Trace("x", "traced", concrete=concrete))
    file = folder / "cells.gscope"
    file.write_bytes(capture_bytes(Capture("0", "2.21.0", "3.11.7", function, (signature,), {FILE: SOURCE})))
    return str(file)


@pytest.fixture
def capture(tmp_path: Path) -> str:
    """Of two unrolled loops, 1,800 ops."""
    return written(tmp_path, unrolled(6, 20))


@pytest.fixture
def layers(tmp_path: Path) -> str:
    """Of twelve layers alike, each a name scope of its own."""
    return written(tmp_path, unrolled(12, 3, scoped=True))


class Window:
    """A window on a capture, and what is asked of it most."""

    def __init__(self, qtbot: QtBot, application: Application) -> None:
        self.qtbot, self.application = qtbot, application
        self.wait()

    @property
    def pane(self) -> GraphPane:
        return self.application.window.panes.panes[0]

    def wait(self) -> None:
        panes = self.application.window.panes
        self.qtbot.waitUntil(
            lambda: bool(panes.panes) and panes.panes[0].picture is not None and not panes.busy, timeout=PATIENCE
        )

    def boxes(self) -> dict[str, Box]:
        assert self.pane.picture is not None
        return dict(self.pane.picture.boxes)

    def open(self, box: Box) -> None:
        self.pane.open_or_close(box.id)
        self.wait()


OpenWindow = Callable[..., Application]


def test_that_what_is_open_grouped_and_left_out_is_kept(
    qtbot: QtBot, open_window: OpenWindow, capture: str, tmp_path: Path
) -> None:
    window = Window(qtbot, open_window(path=capture))
    window.application.window.actions_.group["source"].trigger()
    window.wait()
    window.open(max((box for box in window.boxes().values() if box.can_open), key=lambda box: len(box.nodes)))
    state = window.pane.view_state
    assert state is not None
    trims = (
        Trim("neighbours", frozenset({("cell", "Tanh_3")}), hops=30),
        Trim("selected", frozenset({("cell", "mul_3")})),
    )
    window.pane.change(replace(state, hide=state.hide | {"Split"}, trims=trims))
    window.wait()
    before, placement = window.boxes(), window.pane.placement
    file = str(tmp_path / "again.gscope")
    window.application.session.captures.save(file)
    qtbot.waitUntil(lambda: Path(file).exists(), timeout=PATIENCE)

    again = Window(qtbot, open_window(path=file))
    kept = again.pane.view_state
    assert kept is not None
    assert kept.trims == trims
    assert "Split" in kept.hide
    assert again.boxes() == before
    assert again.pane.placement == placement
    assert not again.application.session.views.can_undo


def test_that_a_series_opens_as_one_of_it_with_the_others_listed(
    qtbot: QtBot, open_window: OpenWindow, layers: str
) -> None:
    window = Window(qtbot, open_window(path=layers))
    window.application.window.actions_.group["scope"].trigger()
    window.wait()
    (chosen,) = [box for box in window.boxes().values() if box.first]
    assert (chosen.glyph, chosen.title) == ("×12", "layer")
    window.open(chosen)
    opened = window.boxes()[chosen.id]
    assert opened.is_open
    assert [window.boxes()[each].is_open for each in opened.children].count(True) == 1
    assert window.boxes()[chosen.first].is_open
    assert 1 < len(opened.children) <= MOST_BOXES


@pytest.mark.parametrize("size", [(820, 560), (1600, 1000), (2400, 700)])
def test_that_the_first_view_stays_legible_in_a_pane_of_another_size(
    qtbot: QtBot, open_window: OpenWindow, capture: str, size: tuple[int, int]
) -> None:
    window = Window(qtbot, open_window(path=capture))
    before = window.pane.canvas.size()
    window.application.window.resize(*size)
    qtbot.waitUntil(lambda: window.pane.canvas.size() != before or size == (1600, 1000), timeout=PATIENCE)
    window.wait()
    canvas = window.pane.canvas
    assert len(window.boxes()) <= MOST_BOXES
    assert min(9.0 / LEGIBLE, TYPES["title"].pixels) * canvas.view().scale >= 9.0 - 0.01
    assert window.pane.placement is not None
    shown = canvas.shown()
    assert shown.width >= window.pane.placement.width - 1
    assert shown.height >= window.pane.placement.height - 1
