"""GrapplerInputs: asks what a function is to be called with for Grappler; it runs nothing."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QVBoxLayout, QWidget

from graphscope.ui.labels import paragraph

_WORDS = (
    "The arguments that the function is run with, in the notation of signatures: expressions of the module, tf and np, "
    "such as tf.ones([8, 4]), 3. Where a dtype[dims] stands, a value is made up: small random numbers for floats, "
    "zeros for integers, 2 for a dimension that is not known."
)


class GrapplerInputs(QDialog):
    """One line to edit. ``wanted`` carries its text, or None for values made from the signature."""

    wanted = Signal(object)

    def __init__(self, letter: str, signature: str, inputs: str | None, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"What {letter} is called with for Grappler")
        self.setMinimumWidth(560)
        self._signature = signature
        self.line = QLineEdit(signature if inputs is None else inputs)
        self.line.setProperty("role", "mono")
        self.line.setAccessibleName("Arguments")
        self.buttons = QDialogButtonBox()
        run = self.buttons.addButton("Run with these", QDialogButtonBox.ButtonRole.AcceptRole)
        run.setProperty("primary", True)
        self.made_up = self.buttons.addButton("Made from the signature", QDialogButtonBox.ButtonRole.ResetRole)
        self.made_up.clicked.connect(self._reset)
        self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        for each in (paragraph(_WORDS), self.line, self.buttons):
            layout.addWidget(each)
        self.line.setFocus()

    def _accept(self) -> None:
        text = self.line.text().strip()
        self.wanted.emit(None if text == self._signature else text)
        self.accept()

    def _reset(self) -> None:
        self.wanted.emit(None)
        self.accept()
