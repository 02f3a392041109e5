"""Every error Graphscope raises on purpose, each carrying a sentence that a user can act on.

The tree::

    GraphscopeError            any of the below
    ├── UsageError             wrong use of the command line or of a signature        (exit code 2)
    ├── ModuleError            the user's module could not be opened                  (exit code 3)
    │   └── FreshWorkerError   … in a worker in which TensorFlow has been used before
    ├── WorkerError            no worker, or it ended before it answered              (exit code 4)
    ├── ProtocolError          a frame that is not in the protocol
    ├── CaptureError           a .gscope file that cannot be read or written
    ├── ExportError            a picture or file that could not be written
    └── LayoutError            a layout that could not be made
"""

from __future__ import annotations

from typing import Optional


class GraphscopeError(Exception):
    """Something went wrong that is told to the user in one sentence.

    ``file`` and ``line`` name the user's own line where there is one; ``advice`` is what to do next.
    """

    exit_code = 1

    def __init__(
        self, message: str, *, file: Optional[str] = None, line: Optional[int] = None, advice: str = ""
    ) -> None:
        super().__init__(message)
        self.message = message
        self.file = file
        self.line = line
        self.advice = advice


class UsageError(GraphscopeError):
    """The command line, a signature or an option was not understood."""

    exit_code = 2


class ModuleError(GraphscopeError):
    """The user's module, or the function asked for in it, could not be had."""

    exit_code = 3


class FreshWorkerError(ModuleError):
    """The module asks TensorFlow for what it only grants before its first use; a new worker may open it."""


class WorkerError(GraphscopeError):
    """No worker could be started, or it ended before it answered."""

    exit_code = 4


class ProtocolError(GraphscopeError):
    """A message that is not in the protocol arrived, or arrived out of order."""

    exit_code = 4


class CaptureError(GraphscopeError):
    """A .gscope file cannot be read or written."""

    exit_code = 3


class ExportError(GraphscopeError):
    """A picture or data file could not be written."""

    exit_code = 2


class LayoutError(GraphscopeError):
    """A graph could not be laid out."""
