"""OpenDialog: asks for a file, a package folder or a dotted name, and for script arguments; it opens nothing."""

from __future__ import annotations

import os
import shlex

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from graphscope.capture.capture import SUFFIX
from graphscope.ui.labels import label, paragraph

FILTERS = "Python, notebooks and captures (*.py *.ipynb *.gscope);;All files (*)"


class OpenDialog(QDialog):
    """What to open, and with which arguments."""

    wanted = Signal(str, tuple)

    def __init__(self, parent: QWidget, path: str = "", arguments: tuple[str, ...] = ()) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Open")
        self.setMinimumWidth(540)
        self.path = QLineEdit(path)
        self.path.setPlaceholderText("model.py, package.module, a folder, notebook.ipynb or traces.gscope")
        self.arguments = QLineEdit(shlex.join(arguments))
        self.arguments.setPlaceholderText("what the script would find in sys.argv")
        self._complaint = paragraph("", "error")
        browse = QPushButton("Browse…")
        browse.clicked.connect(self._browse)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel)
        self._buttons.button(QDialogButtonBox.StandardButton.Open).setProperty("primary", True)
        self._buttons.accepted.connect(self._accept)
        self._buttons.rejected.connect(self.reject)
        self._lay_out(browse)

    def _lay_out(self, browse: QPushButton) -> None:
        line = QHBoxLayout()
        line.addWidget(self.path, 1)
        line.addWidget(browse)
        form = QFormLayout()
        form.setSpacing(10)
        form.addRow(label("Module"), line)
        form.addRow(label("Arguments"), self.arguments)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        layout.addWidget(paragraph("A .py file, a dotted module, a package folder, a notebook or a .gscope capture."))
        layout.addLayout(form)
        layout.addWidget(self._complaint)
        layout.addWidget(self._buttons)
        self.path.setFocus()

    def _browse(self) -> None:
        start = os.path.dirname(self.path.text()) or os.getcwd()
        dialog = QFileDialog(self, "Open", start, FILTERS)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.path.setText)
        dialog.open()

    def _accept(self) -> None:
        path = self.path.text().strip()
        if not path:
            self._complaint.setText("Say what to open.")
            return
        looks_like_a_path = os.sep in path or path.endswith((".py", ".ipynb", SUFFIX))
        if looks_like_a_path and not os.path.exists(os.path.expanduser(path)):
            self._complaint.setText(f"There is no {path}.")
            return
        try:
            arguments = tuple(shlex.split(self.arguments.text()))
        except ValueError as error:
            self._complaint.setText(f"The arguments cannot be read: {str(error).lower()}.")
            return
        self.wanted.emit(os.path.expanduser(path), arguments)
        self.accept()
