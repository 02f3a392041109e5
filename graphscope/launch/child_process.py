"""A process in a group of its own: started, reaped, and ended with all it started; what it says is not heard here."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections.abc import Mapping, Sequence
from typing import IO

from graphscope.launch.process_tree import Started, descendants, kill_all, signal_group

GRACE_SECONDS = 2.0


class ChildProcess:
    """One running process. Making one starts it, and raises OSError where that cannot be done."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], folder: str | None) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            cwd=folder,
            start_new_session=True,
        )
        self._reaping = threading.Lock()
        self._reaped = threading.Event()

    @property
    def number(self) -> int:
        """Its process number, which is also that of its group."""
        return self._process.pid

    @property
    def ended(self) -> bool:
        """Whether it has ended and was reaped."""
        return self._reaped.is_set()

    @property
    def pipes(self) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
        """Its standard input, output and error."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        return process.stdin, process.stdout, process.stderr

    def reap(self) -> int:
        """Wait for its end, kill what is left of its group, and return its exit status. To be called once."""
        os.waitid(os.P_PID, self.number, os.WEXITED | os.WNOWAIT)
        with self._reaping:
            # Before it is reaped, since then its number may be given to a stranger.
            signal_group(self.number, signal.SIGKILL)
            status = self._process.wait()
        self._reaped.set()
        return status

    def end(self, patience: float = 0.0) -> None:
        """Wait ``patience`` seconds for its end, then terminate it, then kill it and all it started. Blocks."""
        if patience and self._reaped.wait(patience):
            return
        started: set[Started] = descendants(self.number)
        self._signal(signal.SIGTERM)
        if not self._reaped.wait(GRACE_SECONDS):
            started |= descendants(self.number)
            self._signal(signal.SIGKILL)
        kill_all(started)

    def _signal(self, number: signal.Signals) -> None:
        with self._reaping:
            if not self._reaped.is_set():
                signal_group(self.number, number)
