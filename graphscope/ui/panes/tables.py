"""TablePane and RetracingPane: a table below the graphs, and the one that says why signatures were traced again."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QHeaderView,
    QStackedWidget,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from graphscope.export.look import Theme
from graphscope.session.observers import Change
from graphscope.session.session import Session
from graphscope.session.table_rows import RETRACING, retracing_rows
from graphscope.ui.item_models.table_model import MUTED, TableModel, TableRow
from graphscope.ui.labels import as_panel, button, paragraph

Index = QModelIndex | QPersistentModelIndex


_LEAST = 110
"""What a wide column keeps where the table is narrow."""


def fit_columns(table: QTableView, widest: tuple[int, ...]) -> None:
    """Each column as wide as its cells ask for, up to a limit; the last has the rest, and the widest give way to it."""
    header = table.horizontalHeader()
    wanted = []
    for column, limit in enumerate(widest):
        least = header.sectionSizeHint(column) + 8
        wanted.append(max(least, min(limit, table.sizeHintForColumn(column) + 20)))
    last = min(200, table.sizeHintForColumn(len(widest)) + 16)
    missing = sum(wanted) + last - table.viewport().width()
    for place in sorted(range(len(wanted)), key=lambda each: -wanted[each]):
        given = min(max(0, missing), max(0, wanted[place] - _LEAST))
        wanted[place] -= given
        missing -= given
        table.setColumnWidth(place, wanted[place])


class MutedDelegate(QStyledItemDelegate):
    """Cells of muted rows in grey."""

    theme: Theme | None = None

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Only the colour of the text differs."""
        super().initStyleOption(option, index)
        if index.data(MUTED) and self.theme is not None:
            option.palette.setColor(QPalette.ColorRole.Text, QColor(self.theme.colours["muted"]))


class TablePane(QWidget):
    """A table, or a sentence and a button where there is nothing to tell; ``below`` is room for more."""

    def __init__(self, session: Session, headings: tuple[str, ...], name: str) -> None:
        super().__init__()
        self.session = session
        self.widest: tuple[int, ...] = ()
        as_panel(self)
        self.model = TableModel(headings, self)
        self.table = table_view(self.model, name, self._fit)
        self._delegate = MutedDelegate(self.table)
        self.table.setItemDelegate(self._delegate)
        self.below = QWidget()
        self.below.hide()
        self.empty = paragraph("", "muted")
        self.ask = button("Run Grappler", self.asked)
        self._stack = QStackedWidget()
        self._stack.addWidget(self._filled_page())
        self._stack.addWidget(self._empty_page())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self.below)

    def set_theme(self, theme: Theme) -> None:
        """Use these colours from now on."""
        self._delegate.theme = theme
        self.table.viewport().update()

    def fill(self, rows: list[tuple[tuple[str, ...], bool]], empty: str, can_ask: bool = False) -> None:
        """Show rows, or the sentence where there are none."""
        self.empty.setText(empty)
        self.ask.setVisible(can_ask)
        self._stack.setCurrentIndex(0 if rows else 1)
        if self.model.fill([TableRow(cells, muted) for cells, muted in rows]):
            self._fit()

    def _fit(self) -> None:
        fit_columns(self.table, self.widest)

    def asked(self) -> None:
        """The button of the empty page was pressed."""

    def _filled_page(self) -> QWidget:
        page = QWidget()
        as_panel(page)
        layout = QVBoxLayout(page)
        layout.setContentsMargins(10, 4, 6, 6)
        layout.addWidget(self.table, 1)
        return page

    def _empty_page(self) -> QWidget:
        page = QWidget()
        as_panel(page)
        layout = QVBoxLayout(page)
        layout.setContentsMargins(16, 14, 16, 6)
        layout.setSpacing(10)
        layout.addWidget(self.empty)
        layout.addWidget(self.ask, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addStretch(1)
        return page


class RetracingPane(TablePane):
    """Why each signature was traced again."""

    def __init__(self, session: Session) -> None:
        super().__init__(session, RETRACING, "Retracing")
        self.widest = (210, 140, 240)
        for change in (Change.ROWS, Change.FUNCTION):
            session.on(change, self._refresh)
        self.table.clicked.connect(self._show)
        self._refresh()

    def _refresh(self) -> None:
        self.fill(retracing_rows(self.session.state.rows), "Trace two signatures to see why the second is traced anew.")

    def _show(self, index: Index) -> None:
        name = str(self.model.data(self.model.index(index.row(), 0)) or "")
        row = self.session.state.rows.of_letter(name.split(" ")[0]) if name else None
        if row is not None:
            self.session.views.show_row(row.key)


class FittedTable(QTableView):
    """A table that has its columns fitted when its own width changes: on a hidden tab, later than that of its pane."""

    def __init__(self, fit: Callable[[], None]) -> None:
        super().__init__()
        self._fit = fit

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the columns into the new width."""
        super().resizeEvent(event)
        self._fit()


def table_view(model: QAbstractItemModel, name: str, fit: Callable[[], None]) -> QTableView:
    """A table in the window's look; ``fit`` gives its columns their widths."""
    table = FittedTable(fit)
    table.setModel(model)
    table.setAccessibleName(name)
    table.setFrameShape(QTableView.Shape.NoFrame)
    table.setShowGrid(False)
    table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QTableView.SelectionMode.SingleSelection)
    table.setTabKeyNavigation(False)
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(24)
    table.verticalHeader().setMinimumSectionSize(20)
    header = table.horizontalHeader()
    header.setHighlightSections(False)
    header.setStretchLastSection(True)
    header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
    header.setMinimumSectionSize(40)
    table.setWordWrap(False)
    table.setHorizontalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
    return table
