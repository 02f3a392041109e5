"""Screenshot: waits until everything asked for is traced and drawn, saves the whole window, and says how it went."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from graphscope.errors import ExportError, GraphscopeError, ModuleError, UsageError, WorkerError
from graphscope.session.observers import Change
from graphscope.session.panes import TRACED, Pane
from graphscope.session.signature_rows import RowState
from graphscope.session.wanted_selection import select_wanted
from graphscope.ui.main_window import MainWindow
from graphscope.ui.panes.empty_page import first_line

LAYOUT_MILLISECONDS = 30
"""For what was laid out last to reach its place."""


class Screenshot(QObject):
    """Watches a window until it has settled. ``done`` carries the exit code of the command line."""

    done = Signal(int)

    def __init__(self, window: MainWindow, file: Path, views: Mapping[str, str], select: str | None = None) -> None:
        super().__init__(window)
        self._window = window
        self._session = window.session
        self._file = file
        self._views = dict(views)
        self._select = select
        self._unknown: tuple[str, ...] = ()
        self._wrong: UsageError | None = None
        self._over = self._arranged = False
        self.saved = False
        self.fault: GraphscopeError | None = None
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._look)
        for change in Change:
            self._session.on(change, self._something_changed)
        window.panes.settled.connect(self._something_changed)

    def _something_changed(self) -> None:
        if not self._over:
            self._soon.start(0)

    def _look(self) -> None:
        if self._over or not self._is_settled():
            return
        if self._views:
            views, self._views = self._views, {}
            self._unknown = self._session.views.show_requested(views)
            self._something_changed()
            return
        if self._select is not None:
            self._choose(self._select)
            return
        if not self._arranged:
            # Tables take room of the panes, which then are drawn for the room that is left.
            self._arranged = True
            self._window.show_tables()
            QTimer.singleShot(LAYOUT_MILLISECONDS, self, self._something_changed)
            return
        self._over = True
        QTimer.singleShot(LAYOUT_MILLISECONDS, self, self._save)

    def _choose(self, wanted: str) -> None:
        """Choose what was asked for, and show the source and the AutoGraph code beside it."""
        self._select = None
        self._arranged = True
        self._window.show_generated_code()
        try:
            select_wanted(self._session, wanted)
        except UsageError as error:
            self._wrong = error
        QTimer.singleShot(LAYOUT_MILLISECONDS, self, self._something_changed)

    def _is_settled(self) -> bool:
        session = self._session
        worker = session.state.worker
        if worker.ready is None and not worker.ending and not session.captures.shown:
            return False
        return not (session.tracing.busy or session.captures.reading or self._optimising() or self._window.panes.busy)

    def _optimising(self) -> bool:
        passes = self._window.grappler.steps.passes
        return self._session.grappler.busy or self._session.xla.busy or passes.busy

    def _save(self) -> None:
        for pane in self._window.panes.panes:
            pane.canvas.finish_painting()
        self.saved = self._window.grab().save(str(self._file), "PNG")
        self.fault = self._found_fault()
        if not self.saved:
            self.fault = ExportError(f"the picture could not be written to {self._file}")
        self.done.emit(self._exit_code())

    def _found_fault(self) -> GraphscopeError | None:
        """Why there is nothing to trace, where that is so."""
        state = self._session.state
        for each in (state.module, state.function):
            if each is not None and each.error is not None:
                kind = {2: UsageError, 4: WorkerError}.get(each.exit_code, ModuleError)
                error = each.error
                return kind(first_line(error.message), file=error.file, line=error.line, advice=error.advice)
        if state.module is None and state.worker.ending:
            return WorkerError(state.worker.ending, advice=state.worker.advice)
        if self._wrong is not None:
            return self._wrong
        if self._unknown:
            return UsageError(f"--view names signature {self._unknown[0]}, and there is none of that letter")
        for row in state.rows:
            error_of_row = row.trace.error if row.trace is not None else None
            if error_of_row is not None and error_of_row.type == "WorkerError":
                return WorkerError(error_of_row.message, advice=error_of_row.advice)
        return None

    def _exit_code(self) -> int:
        """What the command line's contract says of what came of it, faults apart."""
        failed = [row for row in self._session.state.rows if row.state in (RowState.FAILED, RowState.SKIPPED)]
        panes = self._session.views.panes.panes
        return 1 if failed or any(map(self._gave_nothing, panes)) else 0

    def _gave_nothing(self, pane: Pane) -> bool:
        """Whether what the pane wants of Grappler or XLA could not be had."""
        row = self._session.state.rows.row(pane.row)
        if row is None or pane.view == TRACED:
            return False
        return self._session.xla.outcome(row).error is not None if pane.is_xlas else bool(row.grappler_error)
