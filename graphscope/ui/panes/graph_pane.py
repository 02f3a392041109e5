"""GraphPane: one pane with its header and canvas; what it shows is the session's to say."""

from __future__ import annotations

import dataclasses
from itertools import chain
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from graphscope.analysis.picture import Box, NodeId, Picture
from graphscope.analysis.view_state import ViewState
from graphscope.export.legible import room_in
from graphscope.export.look import Theme
from graphscope.layout.placement import Placement
from graphscope.session.panes import Shown, view_title
from graphscope.session.selection import Selection, node_of
from graphscope.session.session import Session
from graphscope.ui.background_layout import BackgroundLayout, Drawn, Wanted
from graphscope.ui.graph.canvas import GraphCanvas
from graphscope.ui.panes.failure_card import FailureCard
from graphscope.ui.panes.hidden_menu import fill_hidden_menu
from graphscope.ui.panes.pane_header import PaneHeader
from graphscope.ui.panes.pane_marks import PaneMarks
from graphscope.ui.panes.pane_trims import PaneTrims

_REST = 120
"""Milliseconds after which a pane that is being resized has its new size."""

if TYPE_CHECKING:
    from graphscope.analysis.versions import Versions
    from graphscope.layout.dot_process import DotProcess
    from graphscope.model.trace import ConcreteFunction


class GraphPane(QWidget):
    """A pane. ``index`` is its place among the session's panes."""

    menu_wanted = Signal(int, str, QPoint)
    settled = Signal()
    """The picture is final: dot has answered, or will not."""

    def __init__(self, session: Session, index: int, theme: Theme, dot: DotProcess | None) -> None:
        super().__init__()
        self._session = session
        self.index = index
        self.picture: Picture | None = None
        self.placement: Placement | None = None
        self._concrete: ConcreteFunction | None = None
        self._state: ViewState | None = None
        self._versions: Versions | None = None
        self._wanted: object = None
        self._keep_view = False
        self._room: tuple[float, float] | None = None
        self.header = PaneHeader()
        self.canvas = GraphCanvas(theme)
        self.failure = FailureCard(session)
        self.failure.set_theme(theme)
        self.layouts = BackgroundLayout(dot, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.header)
        layout.addWidget(self.failure)
        layout.addWidget(self.canvas, 1)
        self.trims = PaneTrims(self, session)
        self.marks = PaneMarks(self, session)
        self._resized = QTimer(self)
        self._resized.setSingleShot(True)
        self._resized.timeout.connect(self._fit_room)
        self._connect()

    def _connect(self) -> None:
        views = self._session.views
        self.header.view_chosen.connect(lambda view: views.show_view(self.index, view))
        self.header.close_wanted.connect(lambda: views.close(self.index))
        self.header.hidden_clicked.connect(self._list_hidden)
        self.header.pressed.connect(lambda: views.choose(self.index))
        self.canvas.box_activated.connect(self.open_or_close)
        self.canvas.selection_changed.connect(self._selected)
        self.canvas.bundle_chosen.connect(self._bundle_chosen)
        self.canvas.context_menu_requested.connect(self._menu)
        self.layouts.drawn.connect(self._drawn)
        self.layouts.failed.connect(self._failed)

    @property
    def busy(self) -> bool:
        """Whether a better picture is still to come."""
        return self.layouts.busy or self._resized.isActive()

    def set_theme(self, theme: Theme) -> None:
        """Use these colours from now on."""
        self.canvas.set_theme(theme)
        self.failure.set_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Once the size has come to rest, have a first view made for it."""
        super().resizeEvent(event)
        self.failure.fit()
        self._resized.start(_REST if self.picture is not None else 0)

    def _fit_room(self) -> None:
        """While nothing was opened or closed, what is open is what the pane has room for."""
        panes = self._session.views.panes.panes
        room = room_in(self.canvas.width(), self.canvas.height())
        default = self.index < len(panes) and panes[self.index].state is None
        if default and self._concrete is not None and room != self._room:
            self._room, self._wanted = room, None
            self.refresh()
        elif not self.layouts.busy:
            self.settled.emit()

    def shut_down(self) -> None:
        """End the layouts of this pane."""
        self._resized.stop()
        self.layouts.shut_down()

    # ---- showing -------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show what the session says now."""
        views = self._session.views
        pane = views.panes.panes[self.index]
        shown = views.shown(self.index)
        row = self._session.state.rows.row(pane.row)
        letter = self._session.state.rows.letter(pane.row)
        view = (pane.view, view_title(pane.view, views.outcome(pane).run))
        self.header.tell(letter, row.text if row else "", view, self.index == views.panes.chosen)
        changed = pane.setting.words if pane.is_grapplers else ""
        self.header.say_grappler(self._session.grappler_is_static(self.index), changed)
        self.header.set_closable(len(views.panes.panes) > 1)
        self.failure.tell(shown)
        if shown.concrete is None:
            self._show_nothing(shown)
            return
        statements = views.statements(self.index)
        wanted = (id(shown.concrete), id(shown.before), pane.state, statements)
        if wanted == self._wanted:
            return
        same = shown.concrete is self._concrete
        self._keep_view = same or (shown.versions is not None and shown.versions is self._versions)
        self._concrete, self._versions, self._wanted = shown.concrete, shown.versions, wanted
        if not same:
            self.picture = None
        if not self._keep_view:
            # Kept from when a group is opened on: a pane that has got another size must not move what is in it.
            self._room = room_in(self.canvas.width(), self.canvas.height())
        self.canvas.set_busy("Drawing…")
        sources = self._session.state.sources.texts
        wish = Wanted(shown.concrete, pane.state, statements, sources, self._room, shown.versions, shown.before)
        self.layouts.want(wish)

    def _show_nothing(self, shown: Shown) -> None:
        self._concrete = self._versions = self._state = self._wanted = self.picture = None
        self.layouts.cancel()
        self.header.say_hidden({})
        self.canvas.clear()
        self.canvas.set_busy(shown.message if shown.waits else "")
        words = (shown.title, shown.message) if shown.error is None else ("Nothing had been traced until there", "")
        self._say(*words)

    def _say(self, title: str, message: str = "") -> None:
        self.canvas.set_message(title, message)

    def _failed(self, message: str) -> None:
        self.canvas.set_busy("")
        self.canvas.clear()
        self._say("It could not be drawn", message)
        self.settled.emit()

    def _drawn(self, drawn: Drawn) -> None:
        better = drawn.picture is self.picture
        self.picture, self.placement, self._state = drawn.picture, drawn.placement, drawn.state
        self.canvas.set_busy("")
        if drawn.picture.boxes:
            self.canvas.show_index(drawn.index, keep_view=self._keep_view or better)
        else:
            self.canvas.clear()
            self._say("Everything here is hidden", "Press Ctrl+Shift+H to show it again, or Ctrl+Z to go back.")
        self.header.say_hidden(drawn.picture.hidden)
        self.marks.take(drawn, better)
        if drawn.final and not self._resized.isActive():
            self.settled.emit()

    def go_to(self, node: NodeId) -> None:
        """Select the box that shows an op, and bring it into view."""
        if self.picture is None or self._concrete is None:
            return
        box = self.picture.box_of.get(node)
        if box is not None:
            self._session.views.choose(self.index)
            self._session.select_nodes(self.index, frozenset({node}), self._concrete)
            self.canvas.reveal([box])

    @property
    def concrete(self) -> ConcreteFunction | None:
        """The graph that is shown."""
        return self._concrete

    @property
    def view_state(self) -> ViewState | None:
        """What is open and hidden, as it was asked for last: it may not be drawn yet."""
        panes = self._session.views.panes.panes
        asked = panes[self.index].state if self._state is not None and self.index < len(panes) else None
        return asked or self._state

    @property
    def has_phases(self) -> bool:
        """Whether the graph is that of a training step."""
        from graphscope.analysis.phases import has_phases

        return self._concrete is not None and has_phases(self._concrete)

    # ---- what the user does --------------------------------------------------------------------------------------

    def change(self, state: ViewState) -> None:
        """Show the graph another way, as a step that can be undone."""
        self._session.views.change_view_state(self.index, state)

    def open_or_close(self, box_id: str) -> None:
        """Open a box, or close it where it is open."""
        box = self.picture.boxes.get(box_id) if self.picture is not None else None
        state = self.view_state
        if box is None or state is None or not (box.can_open or box.is_open):
            return
        opened = state.opened
        # The first of a series of like groups is opened with it: it stands for the others.
        opened = opened - {box_id} if box.is_open else opened | ({box_id, box.first} - {""})
        self.change(dataclasses.replace(state, opened=opened))

    def _list_hidden(self, place: QPoint) -> None:
        if self.picture is not None:
            menu = QMenu(self)
            menu.aboutToHide.connect(menu.deleteLater)
            fill_hidden_menu(menu, self.picture.hidden, self.trims.show_again, self.trims.show_all)
            menu.popup(place)

    def open_all(self, wanted: bool) -> None:
        """Open every region of control flow that can be seen, or close every box."""
        state = self.view_state
        if state is None or self.picture is None:
            return
        regions = {box.id for box in self.picture.boxes.values() if box.can_open and box.kind == "region"}
        opened = state.opened | regions if wanted else frozenset()
        self.change(dataclasses.replace(state, opened=frozenset(opened)))

    def op_type_of(self, box: Box) -> str:
        """The op type that all ops of a box share, '' where they differ or are many."""
        if self._concrete is None or box.kind not in ("op", "stub"):
            return ""
        types = {node.op_type for each in box.nodes[:50] if (node := node_of(self._concrete, each)) is not None}
        return next(iter(types)) if len(types) == 1 else ""

    def hide_type(self, op_type: str) -> None:
        """Hide every op of a type."""
        if self.view_state is not None:
            self.change(dataclasses.replace(self.view_state, hide=self.view_state.hide | {op_type}))

    def _selected(self, box_ids: object) -> None:
        self._session.views.choose(self.index)
        if self.picture is None or self._concrete is None or not isinstance(box_ids, (list, tuple, set, frozenset)):
            return
        boxes = [self.picture.boxes[each] for each in box_ids if each in self.picture.boxes]
        nodes = tuple(chain.from_iterable(box.nodes for box in boxes))
        self._session.select_nodes(self.index, nodes, self._concrete, self.canvas.bundles())

    def _bundle_chosen(self, bundle: object) -> None:
        from graphscope.analysis.bundle import Bundle

        self._session.views.choose(self.index)
        if isinstance(bundle, Bundle):
            self._session.select(Selection(pane=self.index, bundles=(bundle,)))

    def _menu(self, box_id: str, place: QPoint) -> None:
        self._session.views.choose(self.index)
        self.menu_wanted.emit(self.index, box_id, place)
