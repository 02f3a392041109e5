"""Imports what drawing needs once the window is painted, so that neither that nor the first graph waits; no more."""

from __future__ import annotations

import importlib
import threading

from PySide6.QtCore import QObject, QTimer

_ALSO_WITHOUT_QT = (
    "graphscope.analysis.build_picture",
    "graphscope.analysis.default_view",
    "graphscope.analysis.graph_diff",
    "graphscope.analysis.search",
    "graphscope.export.lay_out",
    "graphscope.layout.ladder",
)
_WITH_QT = "graphscope.ui.panes.graph_pane"
LATER = 150
"""Milliseconds after which the rest is imported, in the window's thread, where classes of Qt belong."""


def import_soon(parent: QObject) -> None:
    """Begin to import."""
    threading.Thread(target=_import, args=(_ALSO_WITHOUT_QT,), name="imports", daemon=True).start()
    QTimer.singleShot(LATER, parent, lambda: _import((_WITH_QT,)))


def _import(names: tuple[str, ...]) -> None:
    for name in names:
        importlib.import_module(name)
