"""Exports the picture of a pane into a file that the user names; drawing it is export's."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from graphscope.errors import ExportError, GraphscopeError
from graphscope.export.drawing import make_drawing
from graphscope.export.look import Theme
from graphscope.export.shapes import Drawing
from graphscope.export.svg import to_svg
from graphscope.export.written_file import write_text, write_whole
from graphscope.ui.graph.render_png import render_pdf, render_png
from graphscope.ui.panes.graph_pane import GraphPane

FILTERS = "SVG (*.svg);;PNG (*.png);;PDF (*.pdf)"


def export_picture(parent: QWidget, pane: GraphPane, theme: Theme, complain: Callable[[str], None]) -> None:
    """Ask for a file, and write the pane's picture into it."""
    dialog = QFileDialog(parent, "Export picture", pane.header.file_name(), FILTERS)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix("svg")

    def write(path: str) -> None:
        try:
            write_picture(path, pane, theme)
            complain("")
        except GraphscopeError as error:
            complain(error.message)

    dialog.fileSelected.connect(write)
    dialog.open()


def write_picture(path: str, pane: GraphPane, theme: Theme) -> None:
    """Write the pane's picture; the kind of file goes by its suffix. Raises ExportError."""
    if pane.picture is None or pane.placement is None:
        return
    drawing = make_drawing(pane.picture, pane.placement, theme, pane.marks.of_pass())
    if path.endswith(".svg"):
        write_text(path, to_svg(drawing))
    elif path.endswith(".pdf"):
        write_whole(path, lambda beside: render_pdf(drawing, Path(beside)))
    elif path.endswith(".png"):
        write_whole(path, lambda beside: _render_png(drawing, beside))
    else:
        raise ExportError(f"{os.path.basename(path)} has no suffix that is known", advice="Use .svg, .png or .pdf.")


def _render_png(drawing: Drawing, path: str) -> None:
    render_png(drawing, Path(path))
