"""ModulePane: the open module's functions as a tree with a filter; a click says which one is wanted, no more."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import (
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from graphscope.export.look import Theme
from graphscope.session.observers import Change
from graphscope.session.session import Session
from graphscope.ui.item_models.module_tree import EXPRESSION, IS_PLAIN, SUFFIX, ModuleFilter, ModuleTree
from graphscope.ui.labels import as_panel, heading, paragraph

Index = QModelIndex | QPersistentModelIndex


class ModulePane(QWidget):
    """The module at the top left."""

    chosen = Signal(str)
    """The expression of the function that the user wants."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        as_panel(self)
        self.model = ModuleTree(self)
        self._filtered = ModuleFilter(self)
        self._filtered.setSourceModel(self.model)
        self.tree = self._make_tree()
        self.line = QLineEdit()
        self.line.setPlaceholderText("Filter, or Net(width=4).step ↵")
        self.line.setAccessibleName("Filter functions, or an expression to trace")
        self.line.setToolTip("Type to filter; Enter traces the only function left, or any expression of the module")
        self.line.returnPressed.connect(self._entered)
        self.line.setClearButtonEnabled(True)
        self.line.textChanged.connect(self._filter_changed)
        self.line.hide()
        self._note = paragraph("", "muted")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 10, 10, 6)
        layout.setSpacing(6)
        for each in (heading("Module"), self.line, self._note, self.tree):
            layout.addWidget(each)
        layout.setStretchFactor(self.tree, 1)
        session.on(Change.MODULE, self._fill)
        session.on(Change.FUNCTION, self._mark_chosen)
        self._fill()

    def set_theme(self, theme: Theme) -> None:
        """Paint with these colours from now on."""
        self._delegate.theme = theme
        self.tree.viewport().update()

    def _make_tree(self) -> QTreeView:
        tree = QTreeView()
        tree.setModel(self._filtered)
        tree.setHeaderHidden(True)
        tree.setIndentation(14)
        tree.setAccessibleName("Functions in the module")
        tree.setFrameShape(QTreeView.Shape.NoFrame)
        tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        tree.setUniformRowHeights(True)
        self._delegate = FunctionDelegate(tree)
        tree.setItemDelegate(self._delegate)
        tree.clicked.connect(self._wanted)
        tree.activated.connect(self._wanted)
        return tree

    def _fill(self) -> None:
        module = self._session.state.module
        self.model.fill(module)
        self.tree.expandAll()
        self.line.setVisible(module is not None and module.is_open)
        self._note.setText(self._what_to_say())
        self._note.setVisible(bool(self._note.text()))
        self._mark_chosen()

    def _what_to_say(self) -> str:
        module = self._session.state.module
        if module is None:
            return "No module is open. Open a Python file, a package or a notebook with Ctrl+O, or drop it here."
        if module.error is not None:
            return "It could not be opened again." if module.is_open else "It could not be opened."
        if not module.is_open:
            return "Opening…"
        if not module.functions:
            return "Nothing that can be traced was found in it."
        return "\n".join(module.warnings)

    def _filter_changed(self, text: str) -> None:
        self._filtered.setFilterFixedString(text)
        self.tree.expandAll()

    def _entered(self) -> None:
        """The function of that name, else the only one left, else an expression of the module."""
        text = self.line.text().strip()
        if not text:
            return
        left = [] if self.model.index_of(text).isValid() else self._left(QModelIndex())
        self.chosen.emit(left[0] if len(left) == 1 else text)
        self.line.clear()

    def _left(self, parent: QModelIndex) -> list[str]:
        found: list[str] = []
        for row in range(self._filtered.rowCount(parent)):
            index = self._filtered.index(row, 0, parent)
            expression = index.data(EXPRESSION)
            found += [expression] if expression else self._left(index)
        return found

    def _wanted(self, index: Index) -> None:
        expression = index.data(EXPRESSION)
        function = self._session.state.function
        if expression and (function is None or function.expression != expression):
            self.chosen.emit(expression)

    def _mark_chosen(self) -> None:
        function = self._session.state.function
        index = self.model.index_of(function.expression) if function is not None else QModelIndex()
        if index.isValid():
            self.tree.setCurrentIndex(self._filtered.mapFromSource(index))
        else:
            self.tree.clearSelection()


class FunctionDelegate(QStyledItemDelegate):
    """Paints a name with its parameters in grey behind it; plain Python in grey italics."""

    theme: Theme | None = None

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """The row's background as the style has it, then the two texts."""
        self.initStyleOption(option, index)
        text, suffix, plain = option.text, str(index.data(SUFFIX) or ""), bool(index.data(IS_PLAIN))
        option.text = ""
        style = option.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        area = option.rect.adjusted(6, 0, -4, 0)
        metrics = QFontMetrics(option.font)
        name = metrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        muted = self._muted(option.palette)
        painter.save()
        painter.setFont(option.font)
        painter.setPen(muted if plain else option.palette.color(QPalette.ColorRole.Text))
        painter.drawText(area, int(Qt.AlignmentFlag.AlignVCenter), name)
        left = metrics.horizontalAdvance(name) + 5
        rest = QRect(area.left() + left, area.top(), max(0, area.width() - left), area.height())
        font = option.font
        font.setItalic(plain)
        painter.setFont(font)
        painter.setPen(muted)
        suffix = QFontMetrics(font).elidedText(suffix, Qt.TextElideMode.ElideRight, rest.width())
        painter.drawText(rest, int(Qt.AlignmentFlag.AlignVCenter), suffix)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Rows as high as in the design."""
        return QSize(super().sizeHint(option, index).width(), 26)

    def _muted(self, palette: QPalette) -> object:
        return palette.color(QPalette.ColorRole.PlaceholderText) if self.theme is None else self.theme.colours["muted"]
