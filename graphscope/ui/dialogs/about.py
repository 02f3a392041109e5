"""AboutDialog: which Graphscope this is, and what it stands on."""

from __future__ import annotations

from PySide6.QtCore import Qt, qVersion
from PySide6.QtWidgets import QMessageBox, QWidget

from graphscope import __version__
from graphscope.session.session import Session


def about_dialog(session: Session, parent: QWidget) -> QMessageBox:
    """The dialog, to be opened by the caller."""
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setWindowTitle("About Graphscope")
    box.setText(f"Graphscope {__version__}")
    ready = session.state.worker.ready
    worker = f"Worker: Python {ready.python}, TensorFlow {ready.tensorflow}\n{ready.executable}" if ready else ""
    box.setInformativeText(
        "See what tf.function made of your Python: graphs, control flow, retraces and Grappler, side by side.\n\n"
        f"Apache License 2.0. Qt {qVersion()}; fonts Inter and JetBrains Mono under the Open Font License.\n\n{worker}"
    )
    return box
