"""The menu of a box: open or close it, copy its name, hide ops like it, and what holds for the whole pane."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from graphscope.analysis.picture import Box
from graphscope.ui.menus import fill_hide_menu, fill_only_menu
from graphscope.ui.window_actions import WindowActions

if TYPE_CHECKING:
    from graphscope.ui.panes.graph_pane import GraphPane


def fill_box_menu(menu: QMenu, pane: GraphPane, box_id: str, actions: WindowActions) -> None:
    """Fill the menu for the box of that id; for the background where there is none."""
    box = pane.picture.boxes.get(box_id) if pane.picture is not None else None
    if box is not None:
        _fill_for_box(menu, pane, box, actions)
        menu.addSeparator()
        fill_only_menu(menu.addMenu("Show &only"), actions)
    fill_hide_menu(menu.addMenu("&Hide"), actions)
    menu.addAction(actions.show_all)
    menu.addSeparator()
    menu.addActions([actions.fit, actions.open_groups, actions.close_groups])


def _fill_for_box(menu: QMenu, pane: GraphPane, box: Box, actions: WindowActions) -> None:
    if box.can_open or box.is_open:
        menu.addAction("Close" if box.is_open else "Open", functools.partial(pane.open_or_close, box.id))
    name = box.nodes[0][1] if len(box.nodes) == 1 else box.title
    menu.addAction("Copy name", functools.partial(QGuiApplication.clipboard().setText, name))
    menu.addSeparator()
    menu.addAction(actions.tag_selected)
    menu.addAction(actions.hide_selected)
    op_type = pane.op_type_of(box)
    if op_type:
        menu.addAction(f"Hide every {op_type}", functools.partial(pane.hide_type, op_type))
