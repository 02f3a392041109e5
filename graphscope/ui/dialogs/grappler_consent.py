"""GrapplerConsent: tells once that a Grappler run calls the function with made-up inputs, and asks; it runs nothing."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from graphscope.session.grappler_wish import RUN, STATIC
from graphscope.session.session import Session


class GrapplerConsent(QMessageBox):
    """Run it, only rewrite the graph, or neither."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setIcon(QMessageBox.Icon.Information)
        self.setWindowTitle("Run the function for Grappler?")
        self.setText("To show what Grappler really does, the function is run once.")
        self.setInformativeText(
            "It runs in a worker of its own, with made-up inputs: small random numbers for floats, zeros for integers. "
            "Others can be given below the table of Grappler's passes. "
            "Variables in the main worker stay as they are. But your code may write files, or reach out over the "
            "network, and that is really done. Without a run, the graph can be rewritten by Grappler alone; "
            "the runtime's own may differ."
        )
        self._run = self.addButton("Run it", QMessageBox.ButtonRole.AcceptRole)
        self._static = self.addButton("Rewrite without running", QMessageBox.ButtonRole.ActionRole)
        self._no = self.addButton("Neither", QMessageBox.ButtonRole.RejectRole)
        self.setDefaultButton(self._run)
        self.setEscapeButton(self._no)
        self.finished.connect(self._answered)

    def _answered(self) -> None:
        clicked = self.clickedButton()
        if clicked is self._run:
            self._session.allow_grappler(RUN)
        elif clicked is self._static:
            self._session.allow_grappler(STATIC)
        else:
            self._session.views.refuse_grappler()
