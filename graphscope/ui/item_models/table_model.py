"""TableModel: rows of texts under headings, with muted cells and rows that stand out; what they tell is for others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

Index = QModelIndex | QPersistentModelIndex
MUTED = Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True)
class TableRow:
    """One row: its cells, and whether it is told in the muted colour."""

    cells: tuple[str, ...]
    muted: bool = False
    tip: str = ""


class TableModel(QAbstractTableModel):
    """A table that is filled as a whole."""

    def __init__(self, headings: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._headings = tuple(headings)
        self._rows: tuple[TableRow, ...] = ()

    def fill(self, rows: Sequence[TableRow]) -> bool:
        """Show these rows; whether that is a change, as only then there is work for the table."""
        if tuple(rows) == self._rows:
            return False
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()
        return True

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Number of headings."""
        return 0 if parent.isValid() else len(self._headings)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A cell's text, tip and whether it is muted."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.cells[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return row.tip or row.cells[index.column()]
        if role == MUTED:
            return row.muted
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The headings."""
        if orientation == Qt.Orientation.Horizontal:
            if role == Qt.ItemDataRole.DisplayRole:
                return self._headings[section]
            if role == Qt.ItemDataRole.TextAlignmentRole:
                return int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        return None
