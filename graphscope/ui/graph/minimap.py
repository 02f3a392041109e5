"""Minimap: the whole drawing in a pane's corner with a frame round the part that is shown; a click goes there."""

from __future__ import annotations

import math
import time
from collections.abc import Generator

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from graphscope.export.look import Theme
from graphscope.layout.placement import Rect
from graphscope.ui.graph.overview_marks import OverviewMarks
from graphscope.ui.graph.scene_painter import ScenePainter
from graphscope.ui.graph.view_transform import share_shown

WIDTH, HEIGHT = 116, 88
_INSET = 6.0
_MOST, _NEARLY_ALL = 0.6, 0.95
"""Where more of the drawing is seen, an overview would only hide the rest; the second holds where it has marks."""
_PLAIN = "The whole graph; click to go there"
_DELAY = 60
"""Milliseconds until a change is painted here, so that it never delays the pane itself."""
_STEP = 0.02
"""Seconds that the pane may have to wait while a picture of very many boxes is painted."""


class Minimap(QWidget):
    """A picture of everything, painted once per content."""

    centre_requested = Signal(QPointF)
    """A point of the drawing to bring to the middle of the pane."""
    box_requested = Signal(str)
    """The box of a mark that was clicked."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self._theme = theme
        self._scene: ScenePainter | None = None
        self._shown = Rect(0, 0, 1, 1)
        self._image: QImage | None = None
        self._marks: OverviewMarks | None = None
        self.hide()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._paint_more)
        self._steps: Generator[QImage | None] | None = None
        self.setFixedSize(QSize(WIDTH, HEIGHT))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName("Overview of the whole graph")
        self._describe()

    def set_scene(self, scene: ScenePainter, theme: Theme, new: bool) -> None:
        """Show that; what was shown before stays until it is painted, unless it is another picture (``new``)."""
        self._scene, self._theme = scene, theme
        self._marks = OverviewMarks(scene.index, scene.overlays)
        self._describe()
        if new:
            self._image = None
        if self._steps is not None:
            self._steps.close()
        self._steps = self._painted(scene)
        self._timer.start(_DELAY)
        self.update()

    def set_shown(self, shown: Rect, roomy: bool) -> None:
        """Tell which part of the drawing the pane shows; the overview keeps out of the way where it helps little."""
        most = _NEARLY_ALL if self._marks else _MOST
        self.setVisible(roomy and self._scene is not None and share_shown(shown, self._scene.index.area) <= most)
        if shown != self._shown:
            self._shown = shown
            self.update()

    def paint_now(self) -> None:
        """Paint what is still waiting to be painted."""
        if self._timer.isActive():
            self._timer.stop()
            self._paint_more(math.inf)

    def sizeHint(self) -> QSize:
        """Always the same."""
        return QSize(WIDTH, HEIGHT)

    def paintEvent(self, _: QPaintEvent) -> None:
        """The picture, and the frame."""
        painter = QPainter(self)
        colours = self._theme.colours
        painter.fillRect(self.rect(), QColor(colours["panel"]))
        if self._image is not None:
            painter.drawImage(0, 0, self._image)
        if self._marks:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._marks.paint(painter, self._theme, self._placing())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(colours["border"]), 1))
        painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        frame = self._frame().intersected(QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5))
        fill = QColor(colours["minimap_view"])
        fill.setAlpha(28)
        painter.setBrush(fill)
        painter.setPen(QPen(QColor(colours["minimap_view"]), 1.2))
        painter.drawRect(frame)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go there, or to the box of the mark there."""
        at = event.position()
        box = self._marks.box_at(at.x(), at.y(), self._placing()) if self._marks else ""
        if box:
            self.box_requested.emit(box)
            event.accept()
        else:
            self._go(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go along."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event)

    def _describe(self) -> None:
        """Tell what there is to see."""
        words = self._marks.words if self._marks is not None else ""
        self.setToolTip(f"The whole graph: {words}; click a mark to go there" if words else _PLAIN)
        self.setAccessibleDescription(words)

    def _go(self, event: QMouseEvent) -> None:
        scale, left, top = self._placing()
        at = event.position()
        self.centre_requested.emit(QPointF((at.x() - left) / scale, (at.y() - top) / scale))
        event.accept()

    def _frame(self) -> QRectF:
        scale, left, top = self._placing()
        shown = self._shown
        return QRectF(left + shown.x * scale, top + shown.y * scale, shown.width * scale, shown.height * scale)

    def _placing(self) -> tuple[float, float, float]:
        """Scale and origin of the drawing in here."""
        area = self._scene.index.area if self._scene else Rect(0, 0, 1, 1)
        width, height = max(area.width, 1.0), max(area.height, 1.0)
        scale = min((WIDTH - 2 * _INSET) / width, (HEIGHT - 2 * _INSET) / height)
        return scale, (WIDTH - width * scale) / 2, (HEIGHT - height * scale) / 2

    def _paint_more(self, seconds: float = _STEP) -> None:
        """Go on painting the picture, so long that nothing else has to wait for it."""
        end = time.perf_counter() + seconds
        for image in self._steps or ():
            if image is not None:
                self._image = image
                self.update()
            elif time.perf_counter() >= end:
                self._timer.start(0)
                return

    def _painted(self, scene: ScenePainter) -> Generator[QImage | None]:
        """Steps, the last of which gives the picture."""
        scale, left, top = self._placing()
        ratio = self.devicePixelRatioF()
        image = QImage(round(WIDTH * ratio), round(HEIGHT * ratio), QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        image.fill(QColor(self._theme.colours["panel"]))
        painter = QPainter(image)
        try:
            painter.translate(left, top)
            painter.scale(scale, scale)
            area = scene.index.area
            yield from scene.steps_from_afar(painter, QRectF(0, 0, area.width, area.height), min(scale, 0.1))
        finally:
            painter.end()
        yield image
