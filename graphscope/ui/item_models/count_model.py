"""CountModel: op types with what they add up to in two graphs, for a table with bars; it counts nothing itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from graphscope.analysis.op_counts import CountRow
from graphscope.session.count_words import OPS, UNITS, difference, difference_words, value, words

Index = QModelIndex | QPersistentModelIndex
BAR = Qt.ItemDataRole.UserRole + 1
"""How long a cell's bar is, from -1 to 1; None where there is none."""
ORDER = Qt.ItemDataRole.UserRole + 2
"""What the rows are sorted by."""
OP_TYPE, BEFORE, AFTER, DIFFERENCE = range(4)
_UNKNOWN = -1


class CountModel(QAbstractTableModel):
    """One row for each op type; filled as a whole."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[CountRow, ...] = ()
        self._headings = ("before", "after")
        self._unit = OPS
        self._most = 1

    def fill(self, rows: Sequence[CountRow], headings: tuple[str, str], unit: str) -> None:
        """Show these rows, counted in this unit."""
        self.beginResetModel()
        self._rows, self._headings, self._unit = tuple(rows), headings, unit
        self._most = max((value(each, unit) or 0 for row in rows for each in (row.before, row.after)), default=0) or 1
        self.endResetModel()

    def op_type(self, row: int) -> str:
        """The op type of a row."""
        return self._rows[row].op_type

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Number of op types."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Op type, both sides, the difference."""
        return 0 if parent.isValid() else 4

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Words, the length of the bar, what is sorted by, and a tip."""
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], index.column()
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._words(row, column)
        if role == BAR:
            amount = self._amount(row, column)
            return None if column == OP_TYPE or amount is None else amount / self._most
        if role == ORDER:
            amount = self._amount(row, column)
            return row.op_type.lower() if column == OP_TYPE else _UNKNOWN if amount is None else abs(amount)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(row)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The headings."""
        if orientation == Qt.Orientation.Horizontal:
            if role == Qt.ItemDataRole.DisplayRole:
                return ("op type", *self._headings, "difference")[section]
            if role == Qt.ItemDataRole.TextAlignmentRole:
                return int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        return None

    def _words(self, row: CountRow, column: int) -> str:
        if column == OP_TYPE:
            return row.op_type
        if column == DIFFERENCE:
            return difference_words(row.before, row.after, self._unit)
        return words(row.before if column == BEFORE else row.after, self._unit)

    def _amount(self, row: CountRow, column: int) -> int | None:
        if column == DIFFERENCE:
            return difference(row.before, row.after, self._unit)
        return value(row.before if column == BEFORE else row.after, self._unit)

    def _tip(self, row: CountRow) -> str:
        told = [
            f"{name}: {words(row.before, unit) or 'none'} → {words(row.after, unit) or 'none'}"
            for unit, name in UNITS.items()
        ]
        return "\n".join([row.op_type, *told, "A click finds these ops in the panes."])
