"""ErrorDetails: the whole of a message whose first line stands in the window."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from graphscope.model.trace import UserError
from graphscope.ui.labels import paragraph


class ErrorDetails(QDialog):
    """Type, place and message of an error, to read and to copy."""

    def __init__(self, error: UserError, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(error.type or "Details")
        self.resize(760, 420)
        text = QPlainTextEdit(error.message)
        text.setReadOnly(True)
        text.setProperty("role", "mono")
        text.setAccessibleName("The whole message")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        where = f"{error.file}, line {error.line}" if error.file and error.line else ""
        for words in (where, error.advice):
            if words:
                layout.addWidget(paragraph(words))
        layout.addWidget(text, 1)
        layout.addWidget(buttons)
