"""Application: the Qt application with its window, session and workers, from first paint to last worker's end."""

from __future__ import annotations

import functools
import logging
import sys
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QMessageLogContext, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from graphscope import bundled_files
from graphscope.capture.capture import is_capture
from graphscope.errors import GraphscopeError, UsageError
from graphscope.layout.dot_process import DotProcess
from graphscope.session.observers import Change
from graphscope.session.session import Session
from graphscope.session.settings import SettingsFile, settings_file
from graphscope.session.window_request import WindowRequest
from graphscope.session.worker_port import Optimisers
from graphscope.ui.capture_files import CaptureFiles
from graphscope.ui.drawing_imports import import_soon, rehearse_soon
from graphscope.ui.main_window import MainWindow
from graphscope.ui.theme import AppTheme
from graphscope.ui.worker_process import WorkerProcess

if TYPE_CHECKING:
    from graphscope.ui.screenshot import Screenshot

_log = logging.getLogger(__name__)

RUN_SECONDS = 300.0
"""How long a step of a run of Grappler's or XLA's may take unless told: the values it runs on may well never end it."""
SWITCH = 0.0005
"""Seconds after which a thread that works gives way to the window's."""


class Application:
    """Everything that lives as long as the window."""

    def __init__(self, request: WindowRequest, prefix: Sequence[str]) -> None:
        existing = QApplication.instance()
        self.qt = existing if isinstance(existing, QApplication) else QApplication(["graphscope"])
        self.qt.setApplicationName("graphscope")
        self.qt.setApplicationDisplayName("Graphscope")
        self.qt.setDesktopFileName("graphscope")
        # Five milliseconds, as Python has it, for each of the window's calls into Qt while a thread reads or lays out.
        sys.setswitchinterval(SWITCH)
        self._request = request
        self._screenshot: Screenshot | None = None
        self._views = {} if request.screenshot is not None else dict(request.views)
        self._select = None if request.screenshot is not None else request.select
        pictured = request.screenshot is not None
        file = SettingsFile(None if pictured else settings_file())
        self.worker = WorkerProcess(prefix, request.timeout)
        self.optimiser = WorkerProcess(prefix, request.timeout or RUN_SECONDS, grappler_environment)
        self.compiler = WorkerProcess(prefix, request.timeout or RUN_SECONDS)
        self.captures = CaptureFiles()
        self.session = Session(self.worker, Optimisers(self.optimiser, self.compiler), self.captures, file)
        connect_workers(self.session, self.worker, self.optimiser, self.compiler)
        connect_captures(self.session, self.captures)
        self.session.on(Change.ROWS, self._show_requested)
        self.session.on(Change.ROWS, self._select_requested)
        theme = request.theme or ("light" if pictured else self.session.settings.theme)
        self.theme = AppTheme(self.qt, theme)
        self.dot = DotProcess()
        self.window = MainWindow(self.session, self.theme, self.dot)
        icon = bundled_files.resource("icons", "graphscope.svg")
        if icon.is_file():
            self.window.setWindowIcon(QIcon(str(icon)))
        if file.complaint:
            self.window.status.complain(file.complaint)
        if request.size is not None:
            self.window.resize(*request.size)
        elif not pictured:
            self.window.restore()

    def run(self) -> int:
        """Show the window, open what was asked for, and stay until it is closed."""
        messages = qInstallMessageHandler(pass_on_message)
        hook, sys.excepthook = sys.excepthook, functools.partial(tell_of_bug, self.window)
        asked = self._request
        if asked.screenshot is not None:
            from graphscope.ui.screenshot import Screenshot

            self._screenshot = screenshot = Screenshot(self.window, asked.screenshot, asked.views, asked.select)
            screenshot.done.connect(self.qt.exit)
            self.session.grappler.consented = True
        try:
            self.window.show()
            QTimer.singleShot(0, self.begin)
            code = self.qt.exec()
        finally:
            sys.excepthook = hook
            self.close()
            qInstallMessageHandler(messages)
        return code

    @property
    def picture_saved(self) -> bool:
        """Whether the picture asked for was written."""
        return self._screenshot is not None and self._screenshot.saved

    @property
    def fault(self) -> GraphscopeError | None:
        """Why the picture shows no graphs, where the module or the worker is to blame."""
        return self._screenshot.fault if self._screenshot is not None else None

    def close(self) -> None:
        """Close the window and end every process that was started."""
        self.window.close()
        self.window.deleteLater()
        self.dot.close()
        self.captures.shut_down()
        self.worker.shut_down()
        self.optimiser.shut_down()
        self.compiler.shut_down()

    def _show_requested(self) -> None:
        """Once what was asked for is traced, show it in the views asked for."""
        if self._views and len(self.session.state.rows) and not self.session.tracing.busy:
            views, self._views = self._views, {}
            unknown = self.session.views.show_requested(views)
            if unknown:
                self.window.status.complain(f"There is no signature {unknown[0]} to show after --view.")

    def _select_requested(self) -> None:
        """Once what was asked for is traced, choose the line or op that was named."""
        wanted = self._select
        if wanted is None or not len(self.session.state.rows) or self.session.tracing.busy:
            return
        from graphscope.session.wanted_selection import select_wanted  # not needed for the first paint

        self._select = None
        self.window.show_generated_code()
        try:
            select_wanted(self.session, wanted)
        except UsageError as error:
            self.window.status.complain(error.message)

    def begin(self) -> None:
        """After the first paint: a warm worker, unless a capture is all that is wanted, and what was asked for."""
        request = self._request
        if request.path is None or not is_capture(request.path):
            self.worker.warm_up()
            rehearse_soon(self.window, self.theme.theme, self.window.panes.prepare)
        else:
            import_soon(self.window)
        if request.path is not None:
            self.session.open(request.path, request.arguments, request.function, request.signatures, request.options)


def pass_on_message(kind: QtMsgType, _: QMessageLogContext, text: str) -> None:
    """Qt's messages as it writes them, but for what its offscreen plugin says of every window."""
    if "propagateSizeHints" not in text and kind != QtMsgType.QtDebugMsg:
        print(text, file=sys.stderr)


def connect_workers(session: Session, worker: WorkerProcess, optimiser: WorkerProcess, compiler: WorkerProcess) -> None:
    """Have the session hear of everything the workers say."""
    worker.ready.connect(session.worker_ready)
    worker.received.connect(session.worker_received)
    worker.printed.connect(session.state.print)
    worker.ended.connect(session.worker_ended)
    optimiser.received.connect(session.grappler.runs.queue.received)
    optimiser.ended.connect(session.grappler.runs.queue.ended)
    compiler.received.connect(session.xla.runs.queue.received)
    compiler.ended.connect(session.xla.runs.queue.ended)


def connect_captures(session: Session, files: CaptureFiles) -> None:
    """Have the session hear of captures that were read and written."""
    files.reader.done.connect(session.captures.opened)
    files.reader.refused.connect(session.captures.refused)
    files.reader.progressed.connect(session.captures.read_progressed)
    files.writer.done.connect(session.captures.saved)
    files.writer.failed.connect(session.captures.not_saved)


def grappler_environment() -> dict[str, str]:
    """What makes TensorFlow write down every pass; set by launch, where the folder is private."""
    from graphscope.launch import grappler_environment as environment

    return dict(environment.grappler_environment())


def tell_of_bug(
    window: MainWindow, kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """A bug in a slot is told in the status line and logged; the window lives on."""
    _log.error("A bug in Graphscope", exc_info=(kind, error, trace))
    if issubclass(kind, KeyboardInterrupt):
        window.close()
        return
    window.status.complain(f"A bug in Graphscope: {kind.__name__}: {error}")
