"""SearchResults: the list below the search box: each op found with type and line, and how many; it finds nothing."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTreeView, QVBoxLayout, QWidget

from graphscope.analysis.search_query import FIELDS
from graphscope.ui.item_models.match_model import MatchModel
from graphscope.ui.labels import paragraph, set_look
from graphscope.ui.search_matches import SearchMatches

WIDTH, ROW, MOST_ROWS = 520, 25, 12
_HINT = (
    f"Fields: {', '.join(f'{field}:' for field in FIELDS)}. As in op:MatMul shape:[?,4] line:17 -in:cond_true /regex/"
)


class SearchResults(QFrame):
    """A frame over the window's other parts, so that it takes no focus away and stands in pictures of the window."""

    chosen = Signal(int)
    """The place of the op that was clicked, or walked to."""
    left = Signal()
    """The keyboard goes back to the search box."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("popup", True)
        self.setAccessibleName("Ops found")
        self.model = MatchModel()
        self.list = _list(self.model)
        self.list.clicked.connect(lambda index: self.chosen.emit(index.row()))
        self.list.activated.connect(lambda index: self.chosen.emit(index.row()))
        self.words = paragraph()
        self.hint = paragraph(_HINT, "muted")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.setSpacing(4)
        layout.addWidget(self.words)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.hint)
        self.hide()

    def fill(self, matches: SearchMatches, letters: tuple[str, ...]) -> None:
        """Show these."""
        self.model.fill(matches, letters)
        header = self.list.header()
        for column, width in enumerate((330, 110, 44, 34)[: self.model.columnCount()]):
            mode = QHeaderView.ResizeMode.Fixed if column else QHeaderView.ResizeMode.Stretch
            header.setSectionResizeMode(column, mode)
            header.resizeSection(column, width)
        self.list.setVisible(len(matches) > 0)
        self.hint.setVisible(not len(matches) and not matches.problem)
        set_look(self.words, "role", "error" if matches.problem else "muted")

    def say(self, words: str) -> None:
        """How many, and which is shown."""
        self.words.setText(words)
        self.words.setToolTip(words)

    def point_at(self, place: int) -> None:
        """Mark the op that is shown in its pane."""
        index = self.model.index(place, 0)
        self.list.setCurrentIndex(index)
        self.list.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)

    def show_below(self, box: QWidget) -> None:
        """Stand below the search box, as high as it needs to be."""
        parent = box.window()
        rows = min(self.model.rowCount(), MOST_ROWS)
        corner = box.mapTo(parent, QPoint(box.width(), box.height() + 5))
        width = min(WIDTH, parent.width() - 24)
        height = 18 + self.words.heightForWidth(width - 14)
        if rows:
            height += rows * ROW + 10
        elif not self.hint.isHidden():
            height += self.hint.heightForWidth(width - 14) + 4
        self.setGeometry(max(12, corner.x() - width), corner.y(), width, min(height, parent.height() - corner.y() - 12))
        self.raise_()
        self.show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape goes back; the list keeps the other keys that it knows."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


def _list(model: MatchModel) -> QTreeView:
    made = QTreeView()
    made.setModel(model)
    made.setAccessibleName("Ops found")
    made.setRootIsDecorated(False)
    made.setHeaderHidden(True)
    made.setUniformRowHeights(True)
    made.setFrameShape(QFrame.Shape.NoFrame)
    made.setAllColumnsShowFocus(True)
    made.setTextElideMode(Qt.TextElideMode.ElideLeft)
    made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    made.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    made.header().setStretchLastSection(False)
    made.header().setMinimumSectionSize(20)
    made.setCurrentIndex(QModelIndex())
    return made
