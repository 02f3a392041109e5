"""What a monkey may do to the panes of a window that shows large graphs; how it waits is for others to say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtGui import QImage

from graphscope.analysis.picture import Box
from graphscope.ui.application import Application
from graphscope.ui.panes.graph_pane import GraphPane

Until = Callable[[Callable[[], bool]], None]
ACTIONS = ("open", "open", "close", "hide", "group", "trim", "search", "next", "zoom", "undo", "redo", "differ", "pick")
WORDS = ("mul_1_7", "op:MatMul", "Tanh", "line:7", "nothing of that name", "/./")
"""The last is in the name of every op."""


class WindowMonkey:
    """Acts through the window's own commands, and lets each be done before the next."""

    def __init__(self, application: Application, until: Until) -> None:
        self.application, self.window, self._until = application, application.window, until
        self._at = 0
        self.settle()

    @property
    def pane(self) -> GraphPane:
        """The pane that something was done to last, the first after all is undone."""
        return self.window.panes.panes[self._at]

    def settle(self) -> None:
        """Wait until the picture is final and everything sought is found."""
        panes, search = self.window.panes, self.window.toolbar.search
        self._until(
            lambda: (
                bool(panes.panes)
                and all(pane.picture is not None for pane in panes.panes)
                and not panes.busy
                and not search.background.busy
            )
        )

    def boxes(self) -> list[Box]:
        """The boxes that are shown."""
        return list(self.pane.picture.boxes.values()) if self.pane.picture is not None else []

    def act(self, kind: str, number: int) -> None:
        """Do something; ``number`` chooses what it is done to, and in which pane."""
        self._at = number % len(self.window.panes.panes)
        self.application.session.views.choose(self._at)
        getattr(self, f"_{kind}")(number)
        self.settle()

    def undo_all(self) -> None:
        """Take back every change, and whatever marks and movements are left."""
        self.window.toolbar.search.clear()
        if not self.application.session.differences_shown:
            self._differ(0)
        while self.application.session.views.can_undo:
            self._undo(0)
            self.settle()
        self._at = 0
        self.settle()

    def picture(self) -> QImage:
        """The whole pane as it is painted with nothing chosen."""
        canvas = self.pane.canvas
        canvas.choose([])
        canvas.set_animated(False)
        canvas.fit()
        canvas.finish_painting()
        return canvas.grab().toImage()

    def _open(self, number: int) -> None:
        self._toggle([box for box in self.boxes() if box.can_open and not box.is_open], number)

    def _close(self, number: int) -> None:
        self._toggle([box for box in self.boxes() if box.can_open and box.is_open], number)

    def _toggle(self, boxes: list[Box], number: int) -> None:
        if boxes:
            self.pane.canvas.activate(boxes[number % len(boxes)].id)

    def _hide(self, number: int) -> None:
        state = self.pane.view_state
        if state is not None:
            self.pane.change(replace(state, hide=state.hide ^ {("Mul", "Sigmoid", "constants")[number % 3]}))

    def _group(self, number: int) -> None:
        self.window.actions_.group[("source", "scope", "none")[number % 3]].trigger()

    def _trim(self, number: int) -> None:
        closed = [box for box in self.boxes() if not box.is_open]
        if closed:
            self.pane.canvas.choose([closed[number % len(closed)].id])
            self.pane.trims.add("selected" if number % 2 else "neighbours", 2)

    def _differ(self, _: int) -> None:
        self.window.actions_.differences.trigger()

    def _pick(self, number: int) -> None:
        boxes = self.boxes()
        if boxes:
            self.pane.canvas.choose([boxes[number % len(boxes)].id])

    def _search(self, number: int) -> None:
        self.window.toolbar.search.setText(WORDS[number % len(WORDS)])

    def _next(self, number: int) -> None:
        self.window.toolbar.search.step(1 if number % 2 else -1)

    def _zoom(self, number: int) -> None:
        self.pane.canvas.zoom_by(0.5 if number % 2 else 2.0)

    def _undo(self, _: int) -> None:
        self.window.actions_.undo.trigger()

    def _redo(self, _: int) -> None:
        self.window.actions_.redo.trigger()
