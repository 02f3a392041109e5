"""The models behind the tree and the tables keep to Qt's rules."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from graphscope.protocol.records import FoundFunction
from graphscope.session.module_opening import OpenedModule
from graphscope.ui.item_models.module_tree import EXPRESSION, IS_PLAIN, ModuleFilter, ModuleTree
from graphscope.ui.item_models.table_model import MUTED, TableModel, TableRow

pytestmark = pytest.mark.gui

MODULE = OpenedModule(
    "net.py",
    file="/home/user/net.py",
    functions=(
        FoundFunction("run", "run", "tf.function"),
        FoundFunction("Net().step", "step", "method", owner="class Net"),
        FoundFunction("helper", "helper", "function"),
    ),
)


def names(model: ModuleTree | ModuleFilter) -> list[str]:
    top = model.index(0, 0)
    return [str(model.index(row, 0, top).data()) for row in range(model.rowCount(top))]


def test_that_the_tree_shows_functions_where_they_hang(qtmodeltester: ModelTester) -> None:
    tree = ModuleTree()
    tree.fill(MODULE)
    qtmodeltester.check(tree)
    assert names(tree) == ["ƒ run", "ƒ helper", "class Net"]
    step = tree.index_of("Net().step")
    assert step.data(EXPRESSION) == "Net().step"
    assert step.parent().data() == "class Net"
    assert tree.index_of("helper").data(IS_PLAIN)
    assert not tree.index_of("nowhere").isValid()


def test_that_the_filter_keeps_what_holds_the_text_and_what_it_hangs_on(qtmodeltester: ModelTester) -> None:
    tree, shown = ModuleTree(), ModuleFilter()
    tree.fill(MODULE)
    shown.setSourceModel(tree)
    qtmodeltester.check(shown)
    shown.setFilterFixedString("STEP")
    assert names(shown) == ["class Net"]
    shown.setFilterFixedString("")
    assert len(names(shown)) == 3


def test_that_a_table_shows_its_rows(qtmodeltester: ModelTester) -> None:
    table = TableModel(("pass", "nodes"))
    table.fill([TableRow(("layout", "44"), muted=True), TableRow(("remapper", "44 → 40"))])
    qtmodeltester.check(table)
    assert table.headerData(1, Qt.Orientation.Horizontal) == "nodes"
    assert table.index(1, 1).data() == "44 → 40"
    assert table.index(0, 0).data(MUTED)
    table.fill([])
    assert table.rowCount() == 0
