"""CountsPane: ops, operations and bytes by op type in two graphs, as a table with bars; a row finds its ops."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from graphscope.analysis.op_counts import compared, tallies, total
from graphscope.export.look import Theme
from graphscope.session.count_pairs import CountPair, count_pairs
from graphscope.session.count_words import UNITS, sums
from graphscope.session.experiments import show_both_ways
from graphscope.session.observers import Change
from graphscope.session.session import Session
from graphscope.ui.item_models.count_model import DIFFERENCE, OP_TYPE, ORDER, CountModel
from graphscope.ui.labels import ElidedLabel, as_panel, button, paragraph
from graphscope.ui.panes.bar_delegate import BarDelegate
from graphscope.ui.panes.tables import table_view

Index = QModelIndex | QPersistentModelIndex
_NOTHING = "Show a graph before or after Grappler, or two panes with different graphs; then their ops are counted here."
_SHARES = (0.28, 0.24, 0.24)


class CountsPane(QWidget):
    """``found`` carries a search for the ops of the row that was clicked."""

    found = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.pairs: tuple[CountPair, ...] = ()
        self._first = ""
        self._stale = True
        as_panel(self)
        self.pair = _choice("Which graphs are counted")
        self.unit = _choice("What is counted")
        for unit, name in UNITS.items():
            self.unit.addItem(name, unit)
        self.filter = QLineEdit()
        self.model, self.sorted = CountModel(self), QSortFilterProxyModel(self)
        self.table = table_view(self.sorted, "Op counts", self._fit)
        self._delegate = BarDelegate(self.table)
        self._set_up_table()
        self.sums, self.note = ElidedLabel(), paragraph("", "muted")
        self.sums.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.both = button(
            "Show both ways", lambda: show_both_ways(session), "link", "The static graph beside the run's"
        )
        self.empty = paragraph(_NOTHING, "muted")
        self._stack = QStackedWidget()
        self._lay_out()
        for change in (Change.ROWS, Change.PANES, Change.GRAPPLER):
            session.on(change, self._changed)
        self.pair.activated.connect(self._fill)
        self.unit.activated.connect(self._fill)

    def set_theme(self, theme: Theme) -> None:
        """Use these colours from now on."""
        self._delegate.theme = theme
        self.table.viewport().update()

    # ---- parts ---------------------------------------------------------------------------------------------------

    def _set_up_table(self) -> None:
        self.sorted.setSourceModel(self.model)
        self.sorted.setSortRole(ORDER)
        self.sorted.setFilterKeyColumn(OP_TYPE)
        self.sorted.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.table.setItemDelegate(self._delegate)
        self.table.setSortingEnabled(True)
        self.table.sortByColumn(DIFFERENCE, Qt.SortOrder.DescendingOrder)
        self.table.clicked.connect(self._find)
        self.table.activated.connect(self._find)
        self.filter.setPlaceholderText("Filter op types")
        self.filter.setAccessibleName("Filter op types")
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self.sorted.setFilterFixedString)

    def _lay_out(self) -> None:
        page = QWidget()
        as_panel(page)
        above, below = QHBoxLayout(), QHBoxLayout()
        above.addWidget(self.pair, 3)
        above.addWidget(self.unit)
        above.addWidget(self.filter, 1)
        below.addWidget(self.note, 1)
        below.addWidget(self.both, 0, Qt.AlignmentFlag.AlignBottom)
        layout = QVBoxLayout(page)
        layout.setContentsMargins(10, 6, 10, 6)
        layout.setSpacing(5)
        layout.addLayout(above)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.sums)
        layout.addLayout(below)
        nothing = QWidget()
        as_panel(nothing)
        inside = QVBoxLayout(nothing)
        inside.setContentsMargins(16, 14, 16, 6)
        inside.addWidget(self.empty)
        inside.addStretch(1)
        self._stack.addWidget(page)
        self._stack.addWidget(nothing)
        self._stack.setCurrentIndex(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._stack)

    # ---- filling -------------------------------------------------------------------------------------------------

    def _changed(self) -> None:
        """What is not seen is not counted."""
        self._stale = True
        if self.isVisible():
            self._refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """Count what changed meanwhile."""
        super().showEvent(event)
        if self._stale:
            self._refresh()

    def _refresh(self) -> None:
        self._stale = False
        self.pairs = count_pairs(self._session)
        names = [pair.name for pair in self.pairs]
        chosen = self.pair.currentText()
        first_before, self._first = self._first, names[0] if names else ""
        self.pair.clear()
        self.pair.addItems(names)
        # The user's choice stays, unless another pane is of interest now.
        if chosen in names and first_before == self._first:
            self.pair.setCurrentIndex(names.index(chosen))
        self._stack.setCurrentIndex(0 if self.pairs else 1)
        self._fill()

    def _fill(self) -> None:
        place = self.pair.currentIndex()
        if not 0 <= place < len(self.pairs):
            self.model.fill((), ("before", "after"), str(self.unit.currentData()))
            return
        pair = self.pairs[place]
        before, after = tallies(pair.before), tallies(pair.after)
        self.model.fill(compared(before, after), pair.headings, str(self.unit.currentData()))
        told = sums(total(before), total(after))
        self.sums.setText(told)
        self.sums.setToolTip(told)
        self.note.setText(pair.note)
        self.note.setVisible(bool(pair.note))
        self.both.setVisible(pair.lacks_static and self._session.state.capture is None)
        self._fit()

    def _fit(self) -> None:
        for column, share in enumerate(_SHARES):
            self.table.setColumnWidth(column, int(share * self.table.viewport().width()))

    def _find(self, index: Index) -> None:
        self.found.emit(f"op:{self.model.op_type(self.sorted.mapToSource(index).row())}")


def _choice(name: str) -> QComboBox:
    made = QComboBox()
    made.setProperty("small", True)
    made.setAccessibleName(name)
    made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    made.setMinimumContentsLength(12)
    return made
