"""SourceWatch: tells the session when a source of the open module is saved; what follows is the session's."""

from __future__ import annotations

import os

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer

from graphscope.session.observers import Change
from graphscope.session.session import Session

TOGETHER = 250
"""Milliseconds within which several writes are one: editors write a file in more than one step."""
_MOST = 400


class SourceWatch(QObject):
    """Watches the files and their folders, since many editors put a new file in the old one's place."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._watcher = QFileSystemWatcher(self)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(TOGETHER)
        self._soon.timeout.connect(self._look)
        self._watcher.fileChanged.connect(lambda _: self._soon.start())
        self._watcher.directoryChanged.connect(lambda _: self._soon.start())
        session.on(Change.MODULE, self._module_changed)

    def _module_changed(self) -> None:
        self._watch()
        self._session.look_at_files()

    def _look(self) -> None:
        self._watch()
        self._session.look_at_files()

    def _watch(self) -> None:
        module = self._session.state.module
        files = [file for file in (module.stamps if module is not None else {}) if os.path.isfile(file)][:_MOST]
        wanted = {*files, *map(os.path.dirname, files)}
        watched = {*self._watcher.files(), *self._watcher.directories()}
        if watched - wanted:
            self._watcher.removePaths(sorted(watched - wanted))
        if wanted - watched:
            self._watcher.addPaths(sorted(wanted - watched))
