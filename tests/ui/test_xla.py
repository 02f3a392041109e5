"""What XLA makes of a function in a true window with true workers: graphs, counts and text, linked to the source."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from graphscope.analysis.places import nodes_at
from graphscope.session.panes import HLO, HLO_OPTIMISED, TRACED
from graphscope.ui.application import Application
from graphscope.ui.panes.xla_pane import COUNTS
from tests.ui.at_rest import drawn

pytestmark = [pytest.mark.gui, pytest.mark.worker]
PATIENCE = 90_000
OpenWindow = Callable[..., Application]

LOOPED = """
import tensorflow as tf

graphscope_signatures = {"looped": ["float32[4], 3"]}

@tf.function
def looped(x, n):
    for _ in tf.range(n):
        x = tf.sin(x)
        x = x + 1.0
    return x
"""
SIN, ADD = 9, 10
"""Lines of the module."""


def test_that_graphs_counts_and_text_of_xla_lead_to_the_source_and_back(
    qtbot: QtBot, open_window: OpenWindow, module: Callable[[str], str]
) -> None:
    application = open_window(path=module(LOOPED), views={"A": HLO_OPTIMISED})
    window, session = application.window, application.session

    def is_compiled() -> bool:
        compiled = [row.trace.xla for row in session.state.rows if row.trace is not None]
        return drawn(application) and bool(compiled) and compiled[0] is not None

    qtbot.waitUntil(is_compiled, timeout=PATIENCE)
    optimised = session.views.shown(0).concrete
    assert optimised is not None
    graphs = (optimised.graph, *optimised.functions.values())
    loops = [node for graph in graphs for node in graph if node.op_type == "while"]
    assert len(loops) == 1
    assert window.panes.panes[0].picture is not None

    assert window.xla.counts.model.rowCount() > 3
    session.views.add(session.state.rows.rows[0].key, TRACED)
    qtbot.waitUntil(lambda: drawn(application) and window.panes.panes[1].picture is not None, timeout=PATIENCE)

    sines = [(graph.function, node.name) for graph in graphs for node in graph if node.op_type == "sine"]
    session.select_nodes(0, frozenset(sines[:1]), optimised)
    assert session.selection.line == SIN
    partners = session.matches.partners(0, 1, session.selection.places)
    assert {name.rpartition("/")[2] for _, name in nodes_at(partners)} == {"Sin"}
    assert nodes_at(session.matches.partners(1, 0, partners)) >= frozenset(sines[:1])

    window.xla.contents.setCurrentIndex(window.xla.contents.findData(HLO))
    window.xla.contents.activated.emit(window.xla.contents.currentIndex())
    lines = window.xla.text.toPlainText().splitlines()
    assert {lines[each - 1].split(" = ")[1].split("(")[0].split(" ")[1] for each in window.xla.text.lit} == {"sine"}
    adds = [number for number, line in enumerate(lines, start=1) if " add(f32[4]" in line or "f32[4]{0} add(" in line]
    window.xla.text.line_clicked.emit(adds[0])
    assert session.selection.line == ADD
    assert window.xla.contents.currentData() != COUNTS
    both_sides_are_compared(qtbot, application, sines)


def both_sides_are_compared(qtbot: QtBot, application: Application, sines: list[tuple[str, str]]) -> None:
    """HLO before and after, side by side, are matched by their ops, and the status line says how they differ."""
    session = application.session
    session.views.show_view(1, HLO)
    qtbot.waitUntil(lambda: session.comparison is not None and drawn(application), timeout=PATIENCE)
    comparison = session.comparison
    assert comparison is not None
    assert set(sines) & set(comparison.matches(0))
    assert "only in XLA HLO optimised" in application.window.statusBar().counts()


def test_that_a_refusal_is_told_in_pane_and_tab_with_its_line(
    qtbot: QtBot, open_window: OpenWindow, module: Callable[[str], str]
) -> None:
    application = open_window(path=module(LOOPED), signatures=("float32[None], int32[]",), views={"A": HLO})
    window, session = application.window, application.session
    qtbot.waitUntil(
        lambda: drawn(application) and session.views.shown(0).title.startswith("XLA refuses"), timeout=PATIENCE
    )
    assert session.views.shown(0).title == "XLA refuses it at line 7"
    assert "def looped(x, n):" in session.views.shown(0).message
    assert "`x`" in window.xla.counts.empty.text()
    assert window.xla.counts.ask.text() == "Compile again"
