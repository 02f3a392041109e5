"""CanvasPointer: what mouse, wheel, touchpad and pinch do to a pane; painting and content are the canvas's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QHelpEvent, QInputDevice, QMouseEvent, QNativeGestureEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QGestureEvent, QPinchGesture, QToolTip

from graphscope.analysis.bundle import Strand
from graphscope.ui.graph.box_words import box_tip, strand_tip, wire_tip

if TYPE_CHECKING:
    from graphscope.ui.graph.canvas import GraphCanvas

_STEP = 1.22
"""How much one notch of the wheel magnifies."""
_REACH = 5.0
_NEAR_STRAND = 2.6
_EXTENDING = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


class CanvasPointer:
    """Drag pans, wheel and pinch zoom at the pointer, click selects, double click opens or closes."""

    def __init__(self, canvas: GraphCanvas) -> None:
        self._canvas = canvas
        canvas.setMouseTracking(True)
        canvas.grabGesture(Qt.GestureType.PinchGesture)
        self._pressed: QPointF | None = None
        self._last = QPointF()
        self._dragging = False
        self.box, self.wire = "", -1
        self.strand: Strand | None = None

    @property
    def dragging(self) -> bool:
        """Whether the drawing is being dragged."""
        return self._dragging

    def handlers(self) -> Mapping[QEvent.Type, Callable[[Any], bool]]:
        """What is done at which event."""
        return {
            QEvent.Type.MouseButtonPress: self.press,
            QEvent.Type.MouseMove: self.move,
            QEvent.Type.MouseButtonRelease: self.release,
            QEvent.Type.MouseButtonDblClick: self.double_click,
            QEvent.Type.Wheel: self.wheel,
            QEvent.Type.NativeGesture: self.touchpad_pinch,
            QEvent.Type.Gesture: self.screen_pinch,
            QEvent.Type.Leave: lambda _: self.leave(),
            QEvent.Type.ContextMenu: self.menu,
            QEvent.Type.ToolTip: self.tip,
        }

    def press(self, event: QMouseEvent) -> bool:
        """A button went down."""
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            self._pressed = self._last = event.position()
            self._dragging = False
        return True

    def move(self, event: QMouseEvent) -> bool:
        """The pointer moved: the drawing is dragged along, or what is under it is noted."""
        at = event.position()
        if self._pressed is None:
            self.hover(at)
            return True
        if not self._dragging and (at - self._pressed).manhattanLength() >= QApplication.startDragDistance():
            self._dragging = True
            self._canvas.setCursor(Qt.CursorShape.ClosedHandCursor)
        if self._dragging:
            moved = at - self._last
            self._canvas.drag_view(moved.x(), moved.y())
        self._last = at
        return True

    def release(self, event: QMouseEvent) -> bool:
        """A button went up: the end of a drag, or a click."""
        if self._pressed is None:
            return True
        if self._dragging:
            self._canvas.unsetCursor()
        elif event.button() == Qt.MouseButton.LeftButton:
            self._click(event)
        self._pressed, self._dragging = None, False
        return True

    def double_click(self, event: QMouseEvent) -> bool:
        """Open or close the box there."""
        box = self.box_under(event.position())
        if event.button() == Qt.MouseButton.LeftButton and box:
            self._canvas.activate(box)
        return True

    def wheel(self, event: QWheelEvent) -> bool:
        """Zoom at the pointer; two fingers on a touchpad drag, with Ctrl they zoom too."""
        touch = event.device().type() == QInputDevice.DeviceType.TouchPad
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if touch and not control and not event.pixelDelta().isNull():
            self._canvas.drag_view(event.pixelDelta().x(), event.pixelDelta().y())
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._canvas.drag_view(event.angleDelta().y() or event.angleDelta().x(), 0)
        elif event.angleDelta().y():
            self._canvas.zoom_by(_STEP ** (event.angleDelta().y() / 120), event.position(), glide=not touch)
        event.accept()
        return True

    def touchpad_pinch(self, event: QNativeGestureEvent) -> bool:
        """A pinch on a touchpad."""
        if event.gestureType() != Qt.NativeGestureType.ZoomNativeGesture:
            return False
        self._canvas.zoom_by(1 + event.value(), event.position(), glide=False)
        return True

    def screen_pinch(self, event: QGestureEvent) -> bool:
        """A pinch on a touch screen."""
        pinch = event.gesture(Qt.GestureType.PinchGesture)
        if not isinstance(pinch, QPinchGesture):
            return False
        at = self._canvas.mapFromGlobal(pinch.centerPoint())
        self._canvas.zoom_by(pinch.scaleFactor(), QPointF(at), glide=False)
        event.accept()
        return True

    def menu(self, event: QContextMenuEvent) -> bool:
        """Ask for the menu of the box there."""
        box = self.box_under(QPointF(event.pos()))
        if box and box not in self._canvas.selection():
            self._canvas.choose([box])
        self._canvas.context_menu_requested.emit(box, event.globalPos())
        event.accept()
        return True

    def tip(self, event: QHelpEvent) -> bool:
        """Show what the pointer rests on."""
        at, index = QPointF(event.pos()), self._canvas.index
        wire, box, strand = self.wire_under(at), self.box_under(at), self._strand_under(at)
        if index is not None and strand is not None:
            QToolTip.showText(event.globalPos(), strand_tip(strand), self._canvas)
        elif index is not None and wire >= 0:
            QToolTip.showText(event.globalPos(), wire_tip(index.wires[wire][0], index.picture), self._canvas)
        elif index is not None and box:
            QToolTip.showText(event.globalPos(), box_tip(index.picture.boxes[box], index.picture), self._canvas)
        else:
            QToolTip.hideText()
        return True

    def hover(self, at: QPointF) -> None:
        """Note what is under the pointer."""
        box = self.box_under(at)
        wire, strand = self.wire_under(at), self._strand_under(at)
        if (box, wire, strand) != (self.box, self.wire, self.strand):
            changed = box != self.box
            self.box, self.wire, self.strand = box, wire, strand
            self._canvas.update()
            if changed:
                self._canvas.hovered.emit(box)

    def leave(self) -> bool:
        """Nothing is under the pointer any more."""
        if self.box or self.wire >= 0 or self.strand is not None:
            self.box, self.wire, self.strand = "", -1, None
            self._canvas.hovered.emit("")
            self._canvas.update()
        return False

    def box_under(self, at: QPointF) -> str:
        """Id of the innermost box at a pixel, or an empty string."""
        index = self._canvas.index
        return index.box_at(*self._canvas.view().to_drawing(at.x(), at.y())) if index else ""

    def wire_under(self, at: QPointF) -> int:
        """Row of the wire at a pixel, -1 where there is none or a closed box is in front of it."""
        index, view = self._canvas.index, self._canvas.view()
        if index is None or view.scale < 0.2:
            return -1
        box = self.box_under(at)
        if box and not index.picture.boxes[box].is_open:
            return -1
        return index.wire_at(*view.to_drawing(at.x(), at.y()), _REACH / view.scale)

    def _strand_under(self, at: QPointF) -> Strand | None:
        view = self._canvas.view()
        return self._canvas.strand_at(*view.to_drawing(at.x(), at.y()), _NEAR_STRAND / view.scale)

    def _click(self, event: QMouseEvent) -> None:
        box, wire = self.box_under(event.position()), self.wire_under(event.position())
        if wire >= 0 and not event.modifiers() & _EXTENDING:
            self._canvas.choose_wire(wire)
            return
        chosen = list(self._canvas.selection())
        if event.modifiers() & _EXTENDING:
            chosen = [each for each in chosen if each != box] if box in chosen else [*chosen, *([box] if box else [])]
        else:
            chosen = [box] if box else []
        self._canvas.choose(chosen)
