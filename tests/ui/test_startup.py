"""What the window needs before it is painted: nothing that only drawing needs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from graphscope.ui.drawing_imports import import_soon

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
