"""MainWindow: the parts of the window in their places, and the commands joined to them; it knows no TensorFlow."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow, QSplitter, QTabWidget, QVBoxLayout, QWidget

from graphscope.export.look import Theme
from graphscope.layout.dot_process import DotProcess
from graphscope.session.observers import Change
from graphscope.session.session import Session
from graphscope.ui.commands import Commands
from graphscope.ui.labels import as_panel
from graphscope.ui.panes.autograph_pane import AutographPane
from graphscope.ui.panes.counts_pane import CountsPane
from graphscope.ui.panes.explicit_pane import ExplicitPane
from graphscope.ui.panes.grappler_pane import GrapplerPane
from graphscope.ui.panes.inspector_pane import InspectorPane
from graphscope.ui.panes.module_pane import ModulePane
from graphscope.ui.panes.output_pane import OutputPane
from graphscope.ui.panes.panes_area import PanesArea
from graphscope.ui.panes.signatures_pane import SignaturesPane
from graphscope.ui.panes.source_pane import SourcePane
from graphscope.ui.panes.tables import RetracingPane
from graphscope.ui.panes.xla_pane import XlaPane
from graphscope.ui.source_watch import SourceWatch
from graphscope.ui.status_line import StatusLine
from graphscope.ui.theme import AppTheme
from graphscope.ui.toolbar import Toolbar
from graphscope.ui.window_actions import WindowActions

WIDTH, HEIGHT = 1600, 1000
PROPORTIONS = {"across": (270, 1040, 290), "down": (600, 334), "bottom": (838, 762), "left": (224, 376)}
"""Sizes of the splitters in the design, at 1600 × 1000."""


class MainWindow(QMainWindow):
    """The window. It shows a session and passes the user's wishes on to it."""

    def __init__(self, session: Session, theme: AppTheme, dot: DotProcess | None) -> None:
        super().__init__()
        self.session = session
        self.setWindowTitle("Graphscope")
        self.setAcceptDrops(True)
        self.actions_ = WindowActions(self)
        self.panes = PanesArea(session, theme.theme, dot)
        self.module_pane = ModulePane(session)
        self.signatures = SignaturesPane(session)
        self.inspector = InspectorPane(session)
        self.source = SourcePane(session)
        self.autograph = AutographPane(session)
        self.explicit = ExplicitPane(session)
        self.output = OutputPane(session)
        self.retracing = RetracingPane(session)
        self.grappler = GrapplerPane(session)
        self.counts = CountsPane(session)
        self.xla = XlaPane(session)
        self.toolbar = Toolbar(session, self.actions_, self.panes)
        self.status = StatusLine(session)
        self.counts.found.connect(self.toolbar.search.setText)
        self.splitters: dict[str, QSplitter] = {}
        self._lay_out()
        self.signatures.set_options_menu(list(self.actions_.options.values()))
        self.source_watch = SourceWatch(session, self)
        self.commands = Commands(self, theme)
        self._theme = theme
        theme.changed.connect(self.set_theme)
        self.set_theme(theme.theme)
        for change in (Change.MODULE, Change.FUNCTION):
            session.on(change, self._name)
        session.on(Change.PANES, self._name_tabs)
        session.on(Change.ROWS, self._name_tabs)

    # ---- places --------------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        left = self._splitter("left", Qt.Orientation.Vertical, self.module_pane, self.signatures)
        across = self._splitter("across", Qt.Orientation.Horizontal, left, self.panes, self.inspector)
        for place, share in enumerate((1, 6, 2)):
            across.setStretchFactor(place, share)
        self.source_tabs = _tabs(("Source", self.source), ("Output", self.output))
        # Beside the source, since the two are read line against line.
        tables = (("Retracing", self.retracing), ("Grappler passes", self.grappler), ("AutoGraph code", self.autograph))
        more = (("Explicit form", self.explicit), ("Counts", self.counts), ("XLA", self.xla))
        self.table_tabs = _tabs(*tables, *more)
        bottom = self._splitter("bottom", Qt.Orientation.Horizontal, self.source_tabs, self.table_tabs)
        down = self._splitter("down", Qt.Orientation.Vertical, across, bottom)
        down.setStretchFactor(0, 600)
        down.setStretchFactor(1, 334)
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.toolbar)
        layout.addWidget(down, 1)
        self.setCentralWidget(body)
        self.module_pane.tree.setFocus()
        self.setStatusBar(self.status)
        self.resize(WIDTH, HEIGHT)

    def _splitter(self, name: str, orientation: Qt.Orientation, *parts: QWidget) -> QSplitter:
        splitter = QSplitter(orientation)
        splitter.setHandleWidth(1)
        for part in parts:
            part.setMinimumSize(120, 80)
            splitter.addWidget(part)
        remembered = (self.session.settings.splitters or {}).get(name, ())
        splitter.setSizes(remembered if len(remembered) == len(parts) else PROPORTIONS[name])
        self.splitters[name] = splitter
        return splitter

    def restore(self) -> None:
        """Take the place and size that it had when it was closed last."""
        geometry = self.session.settings.geometry
        if geometry:
            self.restoreGeometry(QByteArray.fromBase64(geometry.encode("ascii", "replace")))

    # ---- what follows from changes -------------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        """Use these colours from now on."""
        parts = (self.signatures, self.panes, self.module_pane, self.source, self.autograph, self.explicit)
        for part in (*parts, self.retracing, self.grappler, self.counts, self.xla, self.status):
            part.set_theme(theme)

    def _name(self) -> None:
        module, function = self.session.state.module, self.session.state.function
        names = [function.name or function.expression] if function is not None else []
        names += [module.name_shown] if module is not None else []
        self.setWindowTitle(" – ".join([*names, "Graphscope"]))

    def _name_tabs(self) -> None:
        row = self.session.grappler_row()
        letter = self.session.state.rows.letter(row.key) if row is not None else ""
        self.table_tabs.setTabText(1, f"Grappler passes of {letter}" if letter else "Grappler passes")

    def show_tables(self) -> None:
        """Bring the table of passes to the front where a pane shows what Grappler made, XLA's where XLA made it."""
        panes = self.session.views.panes.panes
        if any(pane.is_grapplers for pane in panes):
            self.table_tabs.setCurrentWidget(self.grappler)
        elif any(pane.is_xlas for pane in panes):
            self.table_tabs.setCurrentWidget(self.xla)

    def show_generated_code(self) -> None:
        """Bring the AutoGraph code to the front, beside the source."""
        self.source_tabs.setCurrentWidget(self.source)
        self.table_tabs.setCurrentWidget(self.autograph)

    # ---- events --------------------------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files may be dropped."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """The first file dropped is opened."""
        for url in event.mimeData().urls():
            if url.isLocalFile():
                event.acceptProposedAction()
                self.session.open(url.toLocalFile())
                return

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember where everything stood, and end the layouts."""
        self.commands.remember_places()
        self.toolbar.search.background.shut_down()
        self.panes.shut_down()
        self.grappler.steps.passes.shut_down()
        self.explicit.background.shut_down()
        super().closeEvent(event)


def _tabs(*pages: tuple[str, QWidget]) -> QTabWidget:
    tabs = QTabWidget()
    tabs.setDocumentMode(True)
    as_panel(tabs)
    for name, page in pages:
        tabs.addTab(page, name)
    return tabs
