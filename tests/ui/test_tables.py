"""The columns of a table below the graphs."""

from __future__ import annotations

from typing import cast

import pytest
from PySide6.QtWidgets import QTabWidget, QWidget
from pytestqt.qtbot import QtBot

from graphscope.session.session import Session
from graphscope.ui.panes.tables import TablePane

pytestmark = pytest.mark.gui

HEADINGS = ("pass", "nodes", "edges", "ms", "")
ROW = ("common_subgraph_elimination (1)", "130 → 125", "179 → 177", "18.2", "19 rewired, 28 passed by, 51 dead")


def test_that_a_table_filled_on_a_hidden_tab_has_its_columns_fitted_when_it_is_seen(qtbot: QtBot) -> None:
    tabs = QTabWidget()
    qtbot.addWidget(tabs)
    pane = TablePane(cast(Session, None), HEADINGS, "passes")
    pane.widest = (250, 100, 100, 70)
    tabs.addTab(QWidget(), "first")
    tabs.addTab(pane, "passes")
    with qtbot.waitExposed(tabs):
        tabs.resize(400, 300)
        tabs.show()
    pane.fill([(ROW, False)] * 3, "")
    tabs.resize(1000, 300)
    assert pane.table.columnWidth(0) < pane.table.sizeHintForColumn(0)
    tabs.setCurrentWidget(pane)
    assert all(pane.table.columnWidth(each) >= pane.table.sizeHintForColumn(each) for each in range(4))
