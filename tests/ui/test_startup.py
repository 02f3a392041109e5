"""What the window needs before it is painted: nothing that only drawing needs."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from graphscope.export.look import load_theme
from graphscope.ui.application import Application
from graphscope.ui.drawing_imports import import_soon, rehearse_soon
from graphscope.ui.panes.graph_pane import GraphPane
from graphscope.ui.rehearsal import rehearsed

SHOWN = """
import sys
from pathlib import Path
from graphscope.app import WindowRequest
from graphscope.ui.application import Application
application = Application(WindowRequest(), (sys.executable,))
application.window.show()
application.qt.processEvents()
print(" ".join(sys.modules))
application.close()
"""


@pytest.mark.gui
def test_that_the_window_is_painted_without_what_drawing_needs(tmp_path: Path) -> None:
    environment = {"QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", SHOWN], env=environment, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "graphscope.ui.main_window" in loaded
    unwanted = {"numpy", "networkx", "pygraphviz", "tensorflow", "graphscope.ui.graph.canvas", "graphscope.export.svg"}
    assert not loaded & unwanted


@pytest.mark.gui
def test_that_drawing_is_imported_soon_after(qtbot: QtBot) -> None:
    from PySide6.QtWidgets import QWidget

    window = QWidget()
    qtbot.addWidget(window)
    import_soon(window)
    qtbot.waitUntil(
        lambda: {"numpy", "graphscope.ui.graph.canvas", "graphscope.layout.ladder"} <= set(sys.modules), timeout=20_000
    )


@pytest.mark.gui
def test_that_a_window_with_nothing_to_do_draws_a_graph_that_nobody_sees(qtbot: QtBot) -> None:
    from PySide6.QtWidgets import QApplication, QWidget

    window = QWidget()
    qtbot.addWidget(window)
    seen = {id(each) for each in QApplication.topLevelWidgets() if each.isVisible()}
    prepared: list[bool] = []
    rehearse_soon(window, load_theme("light"), lambda: prepared.append(True))
    qtbot.waitUntil(lambda: prepared == [True], timeout=20_000)
    assert {id(each) for each in QApplication.topLevelWidgets() if each.isVisible()} <= seen
    picture, placement = rehearsed()
    assert {box.kind for box in picture.boxes.values()} == {"op", "region", "part"}
    assert picture.boxes.keys() == placement.rects.keys()
    assert gc.get_freeze_count() > 50_000, "what stays is not searched for cycles while the user works"


@pytest.mark.gui
def test_that_a_pane_is_ready_before_the_first_graph(qtbot: QtBot, open_window: Callable[..., Application]) -> None:
    application = open_window()
    area = application.window.panes
    area.prepare()
    (ready,) = area.findChildren(GraphPane)
    assert not area.panes
    assert not ready.isVisible()
    assert area.empty.isVisible()
    application.session.state.rows.fill(("x",))
    application.session.views.show_row(next(iter(application.session.state.rows)).key)
    assert area.panes == [ready]
    assert ready.isVisible()
