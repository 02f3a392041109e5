"""What holds for every test: no display is needed, and nothing is left behind."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

_PATIENCE = 5.0


@pytest.fixture(autouse=True)
def nothing_left_behind() -> Iterator[None]:
    """Fail the test that leaves a thread, a window or work in Qt's thread pool behind."""
    threads, windows = set(threading.enumerate()), _windows()
    yield
    for thread in set(threading.enumerate()) - threads:
        thread.join(_PATIENCE)
        assert not thread.is_alive(), f"the test left the thread {thread.name} running"
    left = _windows() - windows
    assert not left, f"the test left windows open: {sorted(left)}"


def _windows() -> set[str]:
    """Name and address of every top-level widget there is."""
    widgets: Any = sys.modules.get("PySide6.QtWidgets")
    application = widgets and widgets.QApplication.instance()
    if not application:
        return set()
    core: Any = sys.modules["PySide6.QtCore"]
    application.sendPostedEvents(None, core.QEvent.Type.DeferredDelete)
    assert core.QThreadPool.globalInstance().waitForDone(int(_PATIENCE * 1000)), "work goes on in Qt's thread pool"
    return {f"{type(each).__name__} at {id(each):#x}" for each in application.topLevelWidgets() if each.isVisible()}
