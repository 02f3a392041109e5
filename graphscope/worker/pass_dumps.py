"""The part of the private folder into which TensorFlow dumps the graph after every pass, whatever is in the files.

TensorFlow dumps while the block runs, until the folder holds more than it may.
"""

from __future__ import annotations

import os
import shutil
import threading
from types import TracebackType
from typing import Optional, Type

from graphscope.protocol.private_folder import make_private_folder

_PREFIX = "TF_DUMP_GRAPH_PREFIX"
_LOOK_SECONDS = 0.05
_TRIES = 100


class PassDumps:
    """``with PassDumps(limit) as dumps: …``; the files are there until ``remove``."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._folder = self._graphs = self._kept = ""
        self._over = threading.Event()
        self._stopped = threading.Event()
        self._watch: Optional[threading.Thread] = None

    def __enter__(self) -> PassDumps:
        """Make the folder, and have TensorFlow dump."""
        try:
            self._folder = os.path.join(make_private_folder(), "passes")
            self._graphs = os.path.join(self._folder, "graphs")
            self._kept = os.path.join(self._folder, "kept")
            os.makedirs(self._graphs)
            self.limit = min(self.limit, shutil.disk_usage(self._folder).free // 2)
        except OSError:
            return self  # the passes are told without their graphs
        os.environ[_PREFIX] = self._graphs
        if not self._too_much():
            self._watch = threading.Thread(target=self._look, name="graphscope disk watch", daemon=True)
            self._watch.start()
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        """Have TensorFlow dump nothing more."""
        os.environ.pop(_PREFIX, None)
        self._over.set()
        if self._watch is not None:
            self._watch.join()
            self._watch = None

    @property
    def full(self) -> bool:
        """Whether the folder came to hold ``limit`` bytes, or half of what the disk had room for."""
        return self._stopped.is_set()

    def became_full(self, seconds: float) -> bool:
        """Wait until the folder takes no more; whether that came about."""
        return self._stopped.wait(seconds)

    def path_of(self, path: str) -> str:
        """Where a file is by now that TensorFlow wrote to ``path``."""
        kept = os.path.join(self._kept, os.path.basename(path))
        return kept if os.path.exists(kept) else path

    def remove(self) -> None:
        """Remove the folder with all that is in it."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _look(self) -> None:
        while not self._over.wait(_LOOK_SECONDS):
            if self._too_much():
                return

    def _too_much(self) -> bool:
        """Whether the folder holds all that it may; it takes no more then."""
        if _size(self._graphs) < self.limit:
            return False
        self._stop()
        self._stopped.set()
        return True

    def _stop(self) -> None:
        """Put a file in the folder's place, so that TensorFlow can write no more; it goes on without dumps then."""
        os.rename(self._graphs, self._kept)
        for _ in range(_TRIES):
            try:
                with open(self._graphs, "x", encoding="ascii"):
                    return
            except OSError:
                # TensorFlow was quicker and has made the folder again.
                shutil.rmtree(self._graphs, ignore_errors=True)


def _size(folder: str) -> int:
    try:
        with os.scandir(folder) as entries:
            return sum(entry.stat().st_size for entry in entries)
    except OSError:
        return 0
