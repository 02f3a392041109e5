"""CanvasView: a widget looking at an area through a view that is moved, zoomed and fitted; it paints nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSize, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from graphscope.export.legible import LEGIBLE
from graphscope.layout.placement import Rect
from graphscope.ui.graph import view_transform
from graphscope.ui.graph.view_motion import ViewMotion
from graphscope.ui.graph.view_transform import Size, View

_FAR = 40.0
"""A pane that follows another jumps up to so many pixels; farther it glides."""
_REST = 110
"""After so many milliseconds without a movement the view is at rest."""


class CanvasView(QWidget):
    """Where the pane looks. Until somebody moves the view, it is the best first view of the pane's present size."""

    view_changed = Signal()
    led = Signal()
    """The user moves the view; what panes do by themselves, or to follow another, is not told of."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = View()
        self._area: Rect | None = None
        self._focus = 0.0
        self._untouched = True
        self.leading = self.following = False
        """Whether the view was last moved by the user, or to follow another pane."""
        self._motion = ViewMotion(self, self._show)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST)
        self._rest.timeout.connect(self.update)

    def view(self) -> View:
        """Where the pane looks now."""
        return self._view

    def set_view(self, view: View, glide: bool = False) -> None:
        """Look there, as far as that keeps the drawing in sight."""
        self._untouched = False
        self._go(view, glide, leading=True)

    def follow(self, view: View) -> None:
        """Look there because another pane has moved; a long way is glided, so that the eye keeps up."""
        self._untouched = False
        far = math.dist(self._view.to_pane(view.x, view.y), (0, 0)) > _FAR
        self.leading, self.following = False, True
        self._motion.go(self._view, self._limited(view), far or self._motion.running)

    def set_animated(self, animated: bool) -> None:
        """Whether the view glides or jumps."""
        self._motion.enabled = animated

    def fit(self, glide: bool = True, leading: bool = True) -> None:
        """Show the whole drawing; ``leading`` is False where every pane does so by itself."""
        if self._area is not None:
            self._untouched = False
            self._go(view_transform.fit(self._area, self._size()), glide, leading)

    def reset_view(self) -> None:
        """Go back to the first view."""
        self._untouched = True
        self._first_view()

    def zoom_by(self, factor: float, at: QPointF | None = None, glide: bool = True) -> None:
        """Magnify, what is at that pixel (or else in the middle) staying where it is."""
        size = self._size()
        pixel = (at.x(), at.y()) if at is not None else (size[0] / 2, size[1] / 2)
        wanted = self._motion.target.scale if self._motion.running else self._view.scale
        scale = self._limited(View(wanted * factor, self._view.x, self._view.y)).scale
        self.set_view(self._view.zoomed(scale, pixel), glide)

    def drag_view(self, right: float, down: float) -> None:
        """Move the drawing by so many pixels."""
        self.set_view(self._view.moved(right, down))

    def look_at(self, x: float, y: float) -> None:
        """Bring that point of the drawing to the middle."""
        width, height = self._size()
        scale = self._view.scale
        self.set_view(View(scale, x - width / scale / 2, y - height / scale / 2))

    def show_area(self, area: Rect, leading: bool = True) -> None:
        """Move no more than is needed to see that area; come nearer where its titles could not be read."""
        view = self._motion.target if self._motion.running else self._view
        size = self._size()
        if view.scale < LEGIBLE / 2:
            centre = (area.x + area.width / 2, area.y + area.height / 2)
            scale = LEGIBLE
            view = View(scale, centre[0] - size[0] / scale / 2, centre[1] - size[1] / scale / 2)
        view = view_transform.revealing(view, area, size)
        if view != self._view:
            self._untouched = False
            self._go(view, True, leading)

    def show_opened(self, frame: Rect, first: Rect) -> None:
        """See what was opened and can be read: all of it, from farther away if need be, or ``first`` at least."""
        before = self._motion.target if self._motion.running else self._view
        view = view_transform.opened(before, frame, first, self._size())
        if view != before:
            self.set_view(view, glide=True)

    def shown(self) -> Rect:
        """The part of the drawing that the pane shows."""
        return self._view.shown(self._size())

    def moving(self) -> bool:
        """Whether the view has moved a moment ago."""
        return self._rest.isActive() or self._motion.running

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the first view, or the middle, in the new size."""
        super().resizeEvent(event)
        if self._untouched:
            self._first_view()
        elif self._area is not None:
            old, scale = event.oldSize(), self._view.scale
            right = (event.size().width() - old.width()) / 2 if old.isValid() else 0.0
            self._go(View(scale, self._view.x - right / scale, self._view.y), False)

    def sizeHint(self) -> QSize:
        """A comfortable pane."""
        return QSize(520, 566)

    def minimumSizeHint(self) -> QSize:
        """A pane that still shows something."""
        return QSize(160, 120)

    def _set_area(self, area: Rect | None, focus: float) -> None:
        """Look at another area; ``focus`` is the column to begin at where it is too wide to be read whole."""
        self._area, self._focus = area, focus
        self._motion.stop()
        if self._untouched:
            self._first_view()

    def _first_view(self) -> None:
        if self._area is not None:
            self._motion.stop()
            self.leading = self.following = False
            self._show(view_transform.first_view(self._area, self._size(), self._focus))

    def _go(self, view: View, glide: bool, leading: bool = False) -> None:
        self.leading, self.following = leading, False
        self._motion.go(self._view, self._limited(view), glide)

    def _show(self, view: View) -> None:
        if view != self._view:
            self._view = view
            self._rest.start()
            self.update()
            self.view_changed.emit()
            if self.leading:
                self.led.emit()

    def _limited(self, view: View) -> View:
        return view if self._area is None else view_transform.limited(view, self._area, self._size())

    def _size(self) -> Size:
        return float(max(1, self.width())), float(max(1, self.height()))


def around(rects: Sequence[Rect]) -> Rect:
    """The smallest rectangle round all of these."""
    left, top = min(rect.x for rect in rects), min(rect.y for rect in rects)
    right = max(rect.x + rect.width for rect in rects)
    bottom = max(rect.y + rect.height for rect in rects)
    return Rect(left, top, right - left, bottom - top)
