"""StatusLine: the worker's state, what is being done with a Cancel, and what is shown, at the window's foot."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QStatusBar, QWidget

from graphscope.export.look import Theme
from graphscope.model.trace import ConcreteFunction
from graphscope.session.observers import Change
from graphscope.session.panes import view_title
from graphscope.session.row_words import size_words
from graphscope.session.session import Session
from graphscope.session.session_state import WorkerStatus
from graphscope.ui.labels import button, label, set_look

SOON = 250
"""Milliseconds after which work gets a progress bar, so that short work does not flicker."""


class StatusLine(QStatusBar):
    """Left: worker and versions. Middle: what is being done. Right: counts."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._theme: Theme | None = None
        self._look = "warn"
        self._found = ""
        self.setSizeGripEnabled(False)
        self._worker = label()
        self._versions = label("", "muted")
        self._trouble = label("", "error")
        self._saved = label("", "warn")
        self._activity = label("", "muted")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(140)
        self._bar.setAccessibleName("Progress")
        self._cancel = button("Cancel", session.cancel, "small", "Stop what is being done (Escape)")
        self._counts = label("", "muted")
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SOON)
        self._soon.timeout.connect(self._show_work)
        self._lay_out()
        for change in (Change.WORKER, Change.ROWS, Change.PANES, Change.GRAPPLER, Change.FUNCTION, Change.COMPARISON):
            session.on(change, self._refresh)
        session.on(Change.DISK, self._tell_saved)
        session.on(Change.NOTICE, self._tell_notice)
        self._refresh()

    def _lay_out(self) -> None:
        line = QWidget()
        layout = QHBoxLayout(line)
        layout.setContentsMargins(12, 0, 12, 0)
        layout.setSpacing(14)
        for each in (self._worker, self._versions, self._saved, self._activity, self._bar, self._cancel, self._trouble):
            layout.addWidget(each)
        for each in (self._versions, self._saved, self._activity, self._trouble, self._counts):
            # Labels may be cut where the window is narrow; they must not make it wide.
            each.setMinimumWidth(1)
        layout.addStretch(1)
        layout.addWidget(self._counts)
        self.addWidget(line, 1)
        self._show_work(False)

    def complain(self, text: str) -> None:
        """Say what went wrong, until something is done next; nothing is said of an empty text."""
        self._session.state.say(text)

    def _tell_notice(self) -> None:
        notice = self._session.state.notice
        set_look(self._trouble, "role", "error" if notice.fault else "muted")
        self._trouble.setText(notice.text)
        self._trouble.setToolTip(notice.text)

    def complaint(self) -> str:
        """What was complained of last."""
        return self._trouble.text()

    def words(self) -> str:
        """What stands at the left: who traced, and its versions."""
        return f"{self._worker.text()}  {self._versions.text()}"

    def saved(self) -> str:
        """What is said of sources that are newer than what is shown."""
        return self._saved.text()

    def counts(self) -> str:
        """What stands at the right."""
        return self._counts.text()

    def say_found(self, text: str) -> None:
        """Say how much a search found."""
        self._found = text
        self._counts.setText(text or self._count_words())

    def set_theme(self, theme: Theme) -> None:
        """Use these colours from now on."""
        self._theme = theme
        self._colour()

    def _colour(self) -> None:
        if self._theme is not None:
            self._worker.setStyleSheet(f"color: {self._theme.colours[self._look]}")

    def _refresh(self) -> None:
        status = self._session.state.worker
        text, look = worker_words(status, self._session.tracing.busy)
        if self._session.captures.shown:
            text, look = ("● reading" if self._session.captures.reading else "● capture"), "good"
        self._worker.setText(text)
        self._worker.setToolTip(status.ending or (status.ready.executable if status.ready else ""))
        if look != self._look:
            self._look = look
            self._colour()
        versions = self._version_words()
        self._versions.setText(versions)
        self._versions.setVisible(bool(versions))
        self._counts.setText(self._found or self._count_words())
        optimising = self._session.grappler.busy or self._session.xla.busy
        busy = self._session.tracing.busy or self._session.captures.reading or optimising
        if busy and not self._soon.isActive() and self._bar.isHidden():
            self._soon.start()
        elif not busy:
            self._soon.stop()
            self._show_work(False)
        self._show_progress()

    def _version_words(self) -> str:
        ready, capture = self._session.state.worker.ready, self._session.state.capture
        if capture is not None:
            return f"traced with TensorFlow {capture.tensorflow} on Python {capture.python}"
        if ready is None or self._session.captures.shown:
            return ""
        return f"python {_short(ready.python)} · TensorFlow {ready.tensorflow}"

    def _tell_saved(self) -> None:
        self._saved.setText(self._session.saved.words())
        self._saved.setToolTip("\n".join(self._session.saved.changed))

    def _show_work(self, work: bool = True) -> None:
        for each in (self._activity, self._bar, self._cancel):
            each.setVisible(work)

    def _show_progress(self) -> None:
        session = self._session
        status = session.state.worker if session.tracing.busy else session.state.optimiser
        if session.captures.reading:
            status = session.captures.status
        self._activity.setText(status.activity)
        self._bar.setRange(0, status.total)
        self._bar.setValue(status.done)

    def _count_words(self) -> str:
        sizes: list[tuple[str, ConcreteFunction]] = []
        for index, pane in enumerate(self._session.views.panes.panes):
            concrete = self._session.views.shown(index).concrete
            if concrete is not None:
                sizes.append((self._session.state.rows.letter(pane.row), concrete))
        told = [size_words(sizes)] if sizes else []
        comparison = self._session.comparison
        if comparison is not None and self._session.differences_shown:
            panes = self._session.views.panes.panes
            shown = [panes[each] for each in (comparison.one, comparison.other)]
            names = [self._session.state.rows.letter(each.row) for each in shown]
            if names[0] == names[1]:  # the letter alone tells nothing of two views of one signature
                names = [view_title(each.view, self._session.views.outcome(each).run) for each in shown]
            told.append(comparison.words(*names))
        return " · ".join(told)


def worker_words(status: WorkerStatus, busy: bool) -> tuple[str, str]:
    """(words, look) of the worker: ``good``, ``warn`` or ``bad``."""
    if busy:
        return ("● worker busy", "good") if status.ready else ("● starting worker", "warn")
    if status.ready is not None:
        return "● worker ready", "good"
    if status.ending:
        return f"● {status.ending}", "bad"
    return "● starting worker", "warn"


def _short(version: str) -> str:
    return ".".join(version.split(".")[:2])
