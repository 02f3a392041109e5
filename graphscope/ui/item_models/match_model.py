"""MatchModel: the ops that a search found, with type and line; rows are worked out as they come into view."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from graphscope.ui.search_matches import SearchMatches

Index = QModelIndex | QPersistentModelIndex
COLUMNS = ("op", "type", "line", "pane")


class MatchModel(QAbstractTableModel):
    """A table over SearchMatches. ``letters`` are those of the panes, by place."""

    def __init__(self) -> None:
        super().__init__()
        self.matches = SearchMatches()
        self.letters: tuple[str, ...] = ()

    def fill(self, matches: SearchMatches, letters: tuple[str, ...]) -> None:
        """Show these."""
        self.beginResetModel()
        self.matches, self.letters = matches, letters
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Number of ops found."""
        return 0 if parent.isValid() else len(self.matches)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Name, type, line, and the pane where there are several."""
        return 0 if parent.isValid() else len(COLUMNS) - (len(self.letters) < 2)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A cell's text; the whole name as the tip."""
        if not index.isValid() or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        match = self.matches[index.row()]
        function, name = match.node
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{name}\nin {function}"
        letter = self.letters[match.pane] if match.pane < len(self.letters) else ""
        return (name, match.graph.op_types[match.row], str(match.line or ""), letter)[index.column()]
