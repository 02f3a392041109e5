"""GraphCanvas: the widget that shows a placed picture; how boxes look, where they lie and what they mean is others'."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from graphscope.analysis.bundle import Bundle, Strand
from graphscope.analysis.picture import Picture
from graphscope.analysis.stubs import home_of
from graphscope.export.look import Theme
from graphscope.export.overlays import NO_OVERLAYS, Overlays
from graphscope.layout.placement import Placement
from graphscope.ui.graph.box_words import pane_sentence
from graphscope.ui.graph.canvas_keys import CanvasKeys
from graphscope.ui.graph.canvas_pointer import CanvasPointer
from graphscope.ui.graph.canvas_view import CanvasView, around
from graphscope.ui.graph.live_marks import LiveMarks
from graphscope.ui.graph.minimap import Minimap
from graphscope.ui.graph.pane_message import PaneMessage, paint_focus
from graphscope.ui.graph.scene_index import SceneIndex
from graphscope.ui.graph.scene_painter import ScenePainter
from graphscope.ui.graph.tile_store import TileStore
from graphscope.ui.graph.view_transform import staying

_MOVING, _RESTING, _FIRST = 0.006, 0.025, 0.08
"""Seconds that a frame may spend on new tiles: while the view moves, at rest, and where there is nothing before it."""
_SMOOTH = 0.012
_LIGHT = 400
"""Boxes and wires that are painted sooner than tiles of them are made."""
_ROOMY = 220
"""A pane with a shorter side has no room for an overview."""


class GraphCanvas(CanvasView):
    """A pane: shows a picture, lets it be walked, and tells what the user chose; opens and closes nothing itself."""

    box_activated = Signal(str)
    """Double click, or Enter: the box is to be opened, or closed where it is open."""
    selection_changed = Signal(list)
    """Ids of the boxes that the user chose."""
    bundle_chosen = Signal(object)
    """The Bundle of the wire that the user chose."""
    hovered = Signal(str)
    context_menu_requested = Signal(str, QPoint)
    """A box's id, empty for the background, and where on the screen."""
    _handlers: Mapping[QEvent.Type, Callable[[Any], bool]] = {}

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.index: SceneIndex | None = None
        self.direction = "down"
        self._theme, self._overlays = theme, NO_OVERLAYS
        self._selection: tuple[str, ...] = ()
        self._wire: tuple[str, str] | None = None
        self._uses: frozenset[str] = frozenset()
        self._opening = ""
        self._scene: ScenePainter | None = None
        self._marks: LiveMarks | None = None
        self._tiles = TileStore(lambda *_: None, QColor(theme.colours["pane"]))
        self._message = PaneMessage(self)
        self._pointer = CanvasPointer(self)
        self._handlers = {**self._pointer.handlers(), QEvent.Type.KeyPress: CanvasKeys(self).press}
        self._more = QTimer(self)
        self._more.setSingleShot(True)
        self._more.timeout.connect(self.update)
        self._minimap = Minimap(self, theme)
        self._minimap.box_requested.connect(lambda box: self.reveal([box]))
        self._minimap.centre_requested.connect(lambda point: self.look_at(point.x(), point.y()))
        self.view_changed.connect(self._on_view_changed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName("Graph")

    def set_content(
        self, picture: Picture, placement: Placement, *, keep_view: bool = False, direction: str = "down"
    ) -> None:
        """Show that picture; a window, which must not wait for large ones, has their index made in a thread."""
        self.show_index(SceneIndex(picture, placement), keep_view=keep_view, direction=direction)

    def show_index(self, index: SceneIndex, *, keep_view: bool = False, direction: str = "down") -> None:
        """Show what is indexed; ``keep_view`` leaves the scale, and the chosen box where it is on the screen."""
        picture, placement = index.picture, index.placement
        keep_view = keep_view and self.index is not None
        kept = (*reversed(self._selection), *self._middle()) if keep_view else ()
        old, self.index, self.direction = self.index, index, direction
        self._selection = tuple(box for box in self._selection if box in self.index.row)
        self._wire = self._wire if keep_view else None
        self._pointer.leave()
        if not keep_view:
            self._tiles.forget()
            self._untouched = True
        self._renew(new=True)
        self._set_area(index.area, index.middle_of_top)
        if keep_view and old is not None and not self._untouched:
            self._go(staying(self._view, old.placement.rects, placement.rects, kept), False)
            if self._opening in self.index.row and picture.boxes[self._opening].is_open:
                self.show_opened(*index.frame_and_first(self._opening))
        self._opening = ""
        self._on_view_changed()
        self._describe()

    def clear(self) -> None:
        """Show nothing but the message."""
        self.index = self._scene = self._marks = None
        self._selection, self._wire, self._untouched = (), None, True
        self._tiles.forget()
        self._minimap.hide()
        self._set_area(None, 0.0)
        self._describe()
        self.update()

    def set_overlays(self, overlays: Overlays) -> None:
        """Lay these marks over the picture; their selection becomes the pane's."""
        old, self._overlays = self._overlays, replace(overlays, selection=frozenset(), uses=frozenset())
        self._uses = overlays.uses
        if old != self._overlays:
            self._renew(new=False)
            self._on_view_changed()
        kept = [box for box in self._selection if box in overlays.selection or box in overlays.uses]
        self.set_selection((*sorted(overlays.selection.difference(kept)), *kept))

    def set_selection(self, boxes: Iterable[str]) -> None:
        """Choose these boxes without telling of it."""
        known = self.index.row if self.index else {}
        self._selection = tuple(dict.fromkeys(box for box in boxes if box in known))
        self._take_apart()
        self._describe()
        self.update()

    def choose(self, boxes: Iterable[str]) -> None:
        """Choose these boxes as the user's doing, and tell of it where it is a change."""
        before, self._wire = (self._selection, self._wire), None
        self.set_selection(boxes)
        if (self._selection, self._wire) != before:
            self.selection_changed.emit(list(self._selection))

    def choose_wire(self, row: int) -> None:
        """Choose a wire as the user's doing: what is bundled in it is drawn singly."""
        if self.index is not None:
            wire = self.index.wires[row][0]
            self._wire = (wire.source, wire.target)
            self.set_selection(())
            for bundle in self.bundles():
                self.bundle_chosen.emit(bundle)

    def forget_wire(self) -> None:
        """No wire is chosen any more."""
        if self._wire is not None:
            self._wire = None
            self.set_selection(self._selection)

    def selection(self) -> Sequence[str]:
        """Ids of the chosen boxes, the current one last."""
        return self._selection

    def current(self) -> str:
        """Id of the box that the keyboard walks from, or an empty string."""
        return self._selection[-1] if self._selection else ""

    def strand_at(self, x: float, y: float, reach: float) -> Strand | None:
        """The strand at a point, where bundles are drawn singly."""
        return self._marks.strand_at(self._view, x, y, reach) if self._marks is not None else None

    def bundles(self) -> tuple[Bundle, ...]:
        """The bundles that touch what is chosen."""
        return self._marks.bundles if self._marks is not None else ()

    def activate(self, box: str) -> None:
        """Ask for a box to be opened or closed, if it can be; a tag leads to the box of its op."""
        picture = self.index.picture if self.index is not None else None
        if picture is not None and picture.boxes[box].kind == "stub":
            self.reveal([home_of(picture, box)])
        elif picture is not None and picture.boxes[box].can_open:
            self.choose([box])
            self._untouched, self._opening = False, box
            self.box_activated.emit(box)

    def reveal(self, boxes: Iterable[str], leading: bool = True) -> None:
        """Move the view so that these boxes are seen; ``leading`` tells other panes of it."""
        rects = [self.index.rects[self.index.row[box]] for box in boxes if box in self.index.row] if self.index else []
        if rects:
            self.show_area(around(rects), leading)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self._tiles.forget()
        self._renew(new=True)

    def set_message(self, title: str, text: str = "") -> None:
        """What stands in the pane while it has no picture."""
        self._message.words = (title, text)
        self._describe()
        self.update()

    def set_busy(self, text: str) -> None:
        """Tell in the pane what is being done for it; an empty text for nothing."""
        self._message.set_busy(text)
        self.update()

    def finish_painting(self) -> None:
        """Paint all that is still missing now, as a picture of the window needs it."""
        if self._motion.running:
            self._go(self._motion.target, False)
        self._tiles.complete(self._view, self._size(), self.devicePixelRatioF())
        self._minimap.paint_now()

    def paintEvent(self, _: QPaintEvent) -> None:
        """Tiles, then what changes too often for them, then what is being done."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect())
        if self._marks is None:
            painter.fillRect(area, QColor(self._theme.colours["pane"]))
        else:
            if self._is_light and self._tiles.bare:
                self._tiles.paint_without(painter, self._view, self._size())
            elif not self._tiles.paint(painter, self._view, self._size(), self._budget()):
                self._more.start(0)
            self._paint_marks(painter, self._marks)
        self._message.paint(painter, area, self._theme, self._marks is None)
        if self.hasFocus() and not self._selection:
            paint_focus(painter, area, self._theme)
        painter.end()

    def event(self, event: QEvent) -> bool:
        """Hand what mouse and keyboard do to those who know what it means."""
        handler = self._handlers.get(event.type())
        return bool(handler and handler(event)) or super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the overview in its corner."""
        super().resizeEvent(event)
        corner = self._minimap.size()
        self._minimap.move(self.width() - corner.width() - 16, self.height() - corner.height() - 16)
        self._on_view_changed()

    def _paint_marks(self, painter: QPainter, marks: LiveMarks) -> None:
        hovered = self._pointer
        marks.paint_wires(painter, self._view, self._selection, (hovered.wire, hovered.strand))
        marks.paint_names(painter, self._view, self.shown())
        if hovered.box and hovered.box not in self._selection and not hovered.dragging:
            marks.paint_hover(painter, self._view, hovered.box)
        marks.paint_selection(painter, self._view, self._uses.difference(self._selection), False)
        marks.paint_selection(painter, self._view, self._selection, self.hasFocus())

    @property
    def _is_light(self) -> bool:
        return self.index is not None and len(self.index.boxes) + len(self.index.wires) <= _LIGHT

    def _budget(self) -> float:
        if not self.isVisible():
            return math.inf
        if self._tiles.empty:
            return _FIRST
        if not self.moving():
            return _RESTING
        zooming = self._view.scale != self._tiles.scale
        return 0.0 if zooming and self._tiles.cost_of_frame(self._size()) > _SMOOTH else _MOVING

    def _renew(self, new: bool) -> None:
        """Paint content, marks or colours that have changed; ``new`` where what was painted is of no use meanwhile."""
        background = QColor(self._theme.colours["pane"])
        if self.index is None:
            self._tiles.replace(lambda *_: None, background)
        else:
            self._scene = ScenePainter(self.index, self._theme, self._overlays)
            self._marks = LiveMarks(self.index, self._theme) if new or self._marks is None else self._marks
            self._take_apart()
            self._tiles.replace(self._scene.paint, background)
            self._minimap.set_scene(self._scene, self._theme, new)
        self.update()

    def _take_apart(self) -> None:
        if self._marks is not None:
            self._marks.take_apart(self._selection, self._wire)

    def _middle(self) -> Sequence[str]:
        """The box nearest to the middle of the pane."""
        shown = self.shown()
        return [self.index.nearest_box(shown.x + shown.width / 2, shown.y + shown.height / 2)] if self.index else []

    def _on_view_changed(self) -> None:
        """Keep the overview true, and out of the way where most is seen anyway."""
        self._minimap.set_shown(self.shown(), self._area is not None and min(self._size()) > _ROOMY)

    def _describe(self) -> None:
        """Tell assistive technology what is chosen."""
        picture = self.index.picture if self.index is not None else None
        self.setAccessibleDescription(pane_sentence(picture, self.current(), self._message.words))
