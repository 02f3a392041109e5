"""Catches what TensorFlow logs of Grappler while a block runs, out of the output that carries the user's own words."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from types import TracebackType
from typing import Optional, Tuple, Type

from graphscope.worker import log_sieve

_PATIENCE = 1.0


class LogCapture:
    """``with LogCapture() as log: …``, then ``log.lines``; none where TensorFlow was not started so that it tells."""

    def __init__(self) -> None:
        self.lines: Tuple[str, ...] = ()
        self._end = f"\x1e{secrets.token_hex(16)}\x1e"
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._saved: Tuple[int, ...] = ()

    def __enter__(self) -> LogCapture:
        """Put the sieve between descriptors 1 and 2 and where they lead."""
        if "meta_optimizer" not in os.environ.get("TF_CPP_VMODULE", ""):
            return self
        try:
            self._process = self._started()
        except OSError:
            return self  # the output stays as it is, and nothing is caught
        sieve = self._process.stdin
        assert sieve is not None
        self._saved = (os.dup(1), os.dup(2))
        for descriptor in (1, 2):
            os.dup2(sieve.fileno(), descriptor)
        sieve.close()
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        """Lead the descriptors back, once all that was printed has come through."""
        if self._process is None:
            return
        try:
            os.write(2, f"{self._end}\n".encode("ascii"))
        except OSError:
            pass  # the user's code has closed it; the sieve then ends with its last writer
        for descriptor, saved in zip((1, 2), self._saved):
            os.dup2(saved, descriptor)
            os.close(saved)
        assert self._process.stdout is not None
        with self._process.stdout as kept:
            self.lines = tuple(kept.read().decode("utf-8", "replace").splitlines())
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            pass  # a process that the user's code has started may still print

    def _started(self) -> subprocess.Popen[bytes]:
        loader = log_sieve.__spec__.loader if log_sieve.__spec__ is not None else None
        source = loader.get_source(log_sieve.__name__)  # type: ignore[union-attr]
        return subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", source, self._end],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None,
            start_new_session=True,  # it must live on for a moment when the worker's group is killed
        )
