"""Toolbar: the line at the top with the menus, the open file, Trace, what is hidden and grouped, and the search box."""

from __future__ import annotations

import os

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLayout, QMenu, QMenuBar, QPushButton, QSizePolicy, QWidget

from graphscope.session.observers import Change
from graphscope.session.session import Session
from graphscope.ui.labels import button, label
from graphscope.ui.menus import fill_hide_menu
from graphscope.ui.panes.panes_area import PanesArea
from graphscope.ui.search_box import SearchBox
from graphscope.ui.window_actions import GROUPINGS, HIDEABLE, WindowActions

HEIGHT = 40
LONGEST_PATH = 44
NARROWEST = 640
_SHORT = {"constants": "Const", "identities": "Identity"}
_QUIET = frozenset({"no-ops", "unused arguments"})


class Toolbar(QFrame):
    """One row; nothing in it does more than trigger actions."""

    def __init__(self, session: Session, actions: WindowActions, panes: PanesArea) -> None:
        super().__init__()
        self._session = session
        self._panes = panes
        self._wanted: dict[QWidget, bool] = {}
        self.setProperty("paneHeader", True)
        self.setFixedHeight(HEIGHT)
        self.menu_bar = QMenuBar()
        self.menu_bar.setProperty("inToolbar", True)
        self.menu_bar.setNativeMenuBar(False)
        self.menu_bar.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.search = SearchBox(session, panes)
        self._path = label("", "mono")
        self.menu_bar.setStyleSheet("QMenuBar { border: none; background: transparent; }")
        self._trace = button("▶ Trace (F5)", actions.trace.trigger, "primary", "Trace every signature in order (F5)")
        self._diff = button("Diff", actions.differences.trigger, tip="Mark what differs between two graphs (D)")
        self._diff.setCheckable(True)
        actions.differences.toggled.connect(self._diff.setChecked)
        self._linked = button("Linked view", actions.linked.trigger, tip="Panes move together by matched ops (L)")
        self._linked.setCheckable(True)
        actions.linked.toggled.connect(self._linked.setChecked)
        self._group = _menu_button("Group by", list(actions.group.values()), "How ops are grouped")
        self._hide = _menu_button("Hide", [], "Which ops are left out")
        fill_hide_menu(self._hide.menu(), actions)
        self._hide.menu().addAction(actions.show_all)
        self._lay_out(actions)
        panes.settled.connect(self._refresh)
        for change in (Change.MODULE, Change.FUNCTION, Change.PANES, Change.ROWS, Change.COMPARISON, Change.SETTINGS):
            session.on(change, self._refresh)
        self._refresh()

    def _lay_out(self, actions: WindowActions) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 0, 12, 0)
        layout.setSpacing(8)
        layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self.setMinimumWidth(NARROWEST)
        self._brand = label("Graphscope", "title")
        layout.addWidget(self._brand)
        layout.addWidget(self.menu_bar)
        layout.addWidget(button("Open…", actions.open.trigger, tip="Open a module (Ctrl+O)"))
        layout.addWidget(self._path)
        layout.addWidget(self._trace)
        layout.addStretch(1)
        for each in (self._linked, self._diff, self._group, self._hide, self.search):
            layout.addWidget(each)

    def _refresh(self) -> None:
        module = self._session.state.module
        path = (module.file or module.path) if module is not None else ""
        self._path.setText(_shortened(short_path(path)))
        self._path.setToolTip(path)
        self._trace.setEnabled(module is not None)
        pane = self._panes.chosen
        state = pane.view_state if pane is not None else None
        self._wanted = {
            self._path: bool(path),
            self._group: state is not None,
            self._hide: state is not None,
            self._diff: self._session.comparison is not None,
            self._linked: len(self._session.views.panes.panes) > 1,
            self._brand: True,
        }
        self._linked.setText("Linked view ✓" if self._session.settings.linked_views else "Linked view")
        self._diff.setText("Diff ✓" if self._session.differences_shown else "Diff")
        if state is not None:
            self._group.setText(f"Group by: {GROUPINGS[state.grouping].lower()}")
            hidden = [_SHORT[kind] for kind in _SHORT if kind in state.hide]
            hidden += ["…"] * bool(state.trims or state.hide.intersection(HIDEABLE) - set(_SHORT) - _QUIET)
            self._hide.setText(f"Hide: {', '.join(hidden) or 'nothing'}")
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What stands in a menu too goes where there is no room for it."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        layout = self.layout()
        for widget, wanted in self._wanted.items():
            widget.setVisible(wanted)
        for widget in self._wanted:
            if layout is not None and layout.minimumSize().width() > self.width():
                widget.hide()


def short_path(path: str) -> str:
    """The path from the working folder where it lies below it, else with its folder's name only."""
    if not os.path.isabs(path):
        return path
    here = os.path.relpath(path)
    if not here.startswith(os.pardir):
        return here
    return os.path.join(os.path.basename(os.path.dirname(path)), os.path.basename(path))


def _shortened(path: str) -> str:
    return path if len(path) <= LONGEST_PATH else f"…{path[-LONGEST_PATH:]}"


def _menu_button(text: str, actions: list, tip: str) -> QPushButton:  # type: ignore[type-arg]
    made = QPushButton(text)
    made.setProperty("hasMenu", True)
    made.setToolTip(tip)
    menu = QMenu(made)
    menu.addActions(actions)
    made.setMenu(menu)
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return made
