"""Asks where to save a capture of what is traced; the session has it written."""

from __future__ import annotations

import os
import re

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from graphscope.capture.capture import SUFFIX, is_capture
from graphscope.session.session import Session


def save_capture(parent: QWidget, session: Session) -> None:
    """Ask for a file, and have the capture written into it."""
    dialog = QFileDialog(parent, "Save capture", suggested_name(session), f"Captures (*{SUFFIX})")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(SUFFIX.removeprefix("."))

    def save(path: str) -> None:
        if is_capture(path):
            session.captures.save(path)
        else:
            session.state.say(f"{os.path.basename(path)} is no capture: name a file that ends in {SUFFIX}")

    dialog.fileSelected.connect(save)
    dialog.open()


def suggested_name(session: Session) -> str:
    """The capture that is open, else a name after the function."""
    module, function = session.state.module, session.state.function
    if module is not None and session.captures.shown:
        return module.path
    name = (function.name or function.expression) if function is not None else ""
    return (re.sub(r"[^\w.-]+", "_", name).strip("_") or "capture") + SUFFIX
