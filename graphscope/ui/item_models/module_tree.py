"""ModuleTree: what was found in the open module as a tree of items; it opens and chooses nothing."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QSortFilterProxyModel, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel

from graphscope.protocol.records import FoundFunction
from graphscope.session.module_opening import PLAIN, OpenedModule, by_owner

EXPRESSION = Qt.ItemDataRole.UserRole + 1
SUFFIX = Qt.ItemDataRole.UserRole + 2
"""Grey text after the name: parameters, or ``plain Python``."""
IS_PLAIN = Qt.ItemDataRole.UserRole + 3

Index = QModelIndex | QPersistentModelIndex


class ModuleTree(QStandardItemModel):
    """The module, what hangs in it, and the functions. Rows carry EXPRESSION where they can be chosen."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setHorizontalHeaderLabels(["Module"])

    def fill(self, module: OpenedModule | None) -> None:
        """Show another module, or none."""
        self.removeRows(0, self.rowCount())
        if module is None:
            return
        top = _item(module.name_shown)
        for owner, functions in by_owner(module.functions).items():
            place = top
            if owner:
                place = _item(owner)
                top.appendRow(place)
            for function in functions:
                place.appendRow(_function_item(function))
        self.appendRow(top)

    def index_of(self, expression: str) -> QModelIndex:
        """Where the function of that expression stands; invalid where it doesn't."""
        found = self.match(
            self.index(0, 0),
            EXPRESSION,
            expression,
            1,
            Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchRecursive | Qt.MatchFlag.MatchWrap,
        )
        return found[0] if found else QModelIndex()


class ModuleFilter(QSortFilterProxyModel):
    """The functions whose name, owner or kind holds the text typed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setRecursiveFilteringEnabled(True)
        self.setAutoAcceptChildRows(True)
        self.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        """The module's own row is no match by itself, else its name would show everything."""
        if not parent.isValid():
            return not self.filterRegularExpression().pattern()
        return super().filterAcceptsRow(row, parent)


def _item(text: str) -> QStandardItem:
    item = QStandardItem(text)
    item.setEditable(False)
    item.setSelectable(False)
    return item


def _function_item(function: FoundFunction) -> QStandardItem:
    item = QStandardItem(f"ƒ {function.expression}")
    item.setEditable(False)
    plain = function.kind == PLAIN
    item.setData(function.expression, EXPRESSION)
    item.setData("plain Python" if plain else function.parameters, SUFFIX)
    item.setData(plain, IS_PLAIN)
    where = f", line {function.line}" if function.line else ""
    item.setToolTip(f"{function.expression}{function.parameters}\n{function.kind}{where}")
    item.setAccessibleText(f"{function.expression}, {function.kind}")
    return item
