"""Imports what drawing needs once the window is painted, and rehearses it, so that the first graph need not wait."""

from __future__ import annotations

import gc
import importlib
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from graphscope.export.look import Theme

if TYPE_CHECKING:
    from graphscope.analysis.picture import Picture
    from graphscope.layout.placement import Placement

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


def rehearse_soon(parent: QObject, theme: Theme, prepare: Callable[[], None]) -> None:
    """Import, draw a graph that nobody sees, then ``prepare``; for a window that has nothing else to do yet."""
    drawn: list[tuple[Picture, Placement]] = []
    thread = threading.Thread(target=_rehearse, args=(drawn,), name="imports", daemon=True)
    timer = QTimer(parent)

    def paint() -> None:
        _import((_WITH_QT,))
        if not thread.is_alive():
            timer.stop()
        if drawn:
            from graphscope.ui.rehearsal import paint_unseen

            paint_unseen(*drawn.pop(), theme)
            prepare()
            _keep()

    timer.timeout.connect(paint)
    thread.start()
    timer.start(LATER)


def _keep() -> None:
    """Have what is there now, which stays as long as the window, not searched again and again for cycles to be freed.

    A full search of it stops every thread for the time of two frames, and comes whenever many values have been made.
    """
    if not gc.get_freeze_count():
        gc.freeze()


def _rehearse(drawn: list[tuple[Picture, Placement]]) -> None:
    _import(_ALSO_WITHOUT_QT)
    from graphscope.ui.rehearsal import rehearsed

    drawn.append(rehearsed())


def _import(names: tuple[str, ...]) -> None:
    for name in names:
        importlib.import_module(name)
