"""CanvasKeys: what the keyboard does to a pane; where a step leads is keyboard_walk's to say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent

from graphscope.ui.graph import keyboard_walk
from graphscope.ui.graph.keyboard_walk import AFTER, BEFORE, IN, OUT

if TYPE_CHECKING:
    from graphscope.ui.graph.canvas import GraphCanvas

Key = Qt.Key
_WAYS = {
    "down": {Key.Key_Down: OUT, Key.Key_Up: IN, Key.Key_Left: BEFORE, Key.Key_Right: AFTER},
    "right": {Key.Key_Right: OUT, Key.Key_Left: IN, Key.Key_Up: BEFORE, Key.Key_Down: AFTER},
}
_PANNED = 80.0


class CanvasKeys:
    """Arrows walk, Enter opens or goes in, Backspace closes, F fits, plus and minus zoom, Ctrl and arrows pan."""

    def __init__(self, canvas: GraphCanvas) -> None:
        self._canvas = canvas

    def press(self, event: QKeyEvent) -> bool:
        """Do what the key asks for; whether it was one of ours."""
        key = Key(event.key())
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if modifiers & (Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier):
            return False
        if key in _WAYS["down"]:
            return self._arrow(key, bool(modifiers & Qt.KeyboardModifier.ControlModifier))
        if modifiers & Qt.KeyboardModifier.ControlModifier:
            return False
        return self._zoom(key) or self._open_or_close(key)

    def _arrow(self, key: Qt.Key, pan: bool) -> bool:
        canvas = self._canvas
        if pan:
            across = {Key.Key_Left: _PANNED, Key.Key_Right: -_PANNED}.get(key, 0.0)
            down = {Key.Key_Up: _PANNED, Key.Key_Down: -_PANNED}.get(key, 0.0)
            canvas.drag_view(across, down)
        elif canvas.index is not None:
            way = _WAYS[canvas.direction][key]
            self._go(keyboard_walk.step(canvas.index.picture, canvas.index.placement, canvas.current(), way))
        return True

    def _zoom(self, key: Qt.Key) -> bool:
        canvas = self._canvas
        if key == Key.Key_F:
            canvas.fit()
        elif key in (Key.Key_Plus, Key.Key_Equal):
            canvas.zoom_by(1.25)
        elif key in (Key.Key_Minus, Key.Key_Underscore):
            canvas.zoom_by(1 / 1.25)
        elif key == Key.Key_0:
            canvas.zoom_by(1.0 / canvas.view().scale)
        else:
            return False
        return True

    def _open_or_close(self, key: Qt.Key) -> bool:
        canvas = self._canvas
        if canvas.index is None:
            return False
        picture, placement = canvas.index.picture, canvas.index.placement
        current = picture.boxes.get(canvas.current())
        if key in (Key.Key_Return, Key.Key_Enter):
            if current is None or current.is_open:
                inside = keyboard_walk.into(picture, placement, current.id) if current else ""
                self._go(inside or keyboard_walk.first(picture, placement))
            else:
                canvas.activate(current.id)
        elif key == Key.Key_Backspace:
            closing = keyboard_walk.closing(picture, canvas.current())
            if closing:
                self._go(closing)
                canvas.activate(closing)
        elif key == Key.Key_Escape and canvas.selection():
            canvas.choose([])
        elif key == Key.Key_Menu and current is not None:
            self._menu(current.id)
        else:
            return False
        return True

    def _menu(self, box: str) -> None:
        index, view = self._canvas.index, self._canvas.view()
        if index is not None and box in index.row:
            rect = index.rects[index.row[box]]
            at = QPointF(*view.to_pane(rect.x + rect.width / 2, rect.y + rect.height / 2)).toPoint()
            self._canvas.context_menu_requested.emit(box, self._canvas.mapToGlobal(QPoint(at)))

    def _go(self, box: str) -> None:
        if box:
            self._canvas.choose([box])
            self._canvas.reveal([box])
