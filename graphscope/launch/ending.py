"""Every way in which a worker can end: a value, a sentence for the user, what to do; not how it is found out."""

from __future__ import annotations

import enum


class Ending(enum.Enum):
    """How a worker ended. The value is (sentence with ``{subject}``, advice)."""

    NOT_FOUND = (
        "there is no interpreter or command {subject}",
        "Give --python an interpreter that exists, such as --python venv/bin/python.",
    )
    NOT_PYTHON = (
        "{subject} is not a Python that can start a worker",
        "Give --python an interpreter of Python 3.9 or newer, or a command that runs one, such as: ssh host python3",
    )
    NO_TENSORFLOW = (
        "{subject} has no TensorFlow that can be imported",
        "Install it there with: python -m pip install tensorflow",
    )
    TOO_OLD = (
        "{subject} is too old for Graphscope",
        "Graphscope needs Python 3.9 or newer and TensorFlow 2.15 or newer in the worker.",
    )
    EXITED_AT_IMPORT = (
        "the module ended its process while it was imported, {subject}",
        "Look for os._exit, or for a library that ends the process, in the module's top level.",
    )
    EXITED = (
        "the worker ended by itself {subject}",
        "Its last output may say why; trace again to start a new worker.",
    )
    KILLED = (
        "the worker was killed {subject}",
        "Something outside Graphscope ended it; trace again to start a new worker.",
    )
    OUT_OF_MEMORY = (
        "the worker ran out of memory {subject}",
        "Use smaller inputs or a smaller model, or close other programs; trace again to start a new worker.",
    )
    ABORTED = (
        "native code crashed the worker {subject}",
        "This is a fault of TensorFlow or of another library; trace again to start a new worker.",
    )
    GARBLED = (
        "the worker's answer was not understood {subject}",
        "Trace again to start a new worker; if it happens again, please report it.",
    )
    TIMED_OUT = (
        "the worker took too long {subject}",
        "Give it more time with --timeout SECONDS.",
    )
    CANCELLED = ("cancelled {subject}", "")
    CLOSED = ("the worker was closed {subject}", "")

    @property
    def advice(self) -> str:
        """What the user can do next; '' where nothing need be done."""
        return self.value[1]

    def sentence(self, subject: str = "", detail: str = "") -> str:
        """One sentence. ``subject`` is the command, or when it happened; ``detail`` is quoted after a colon."""
        text = self.value[0].format(subject=subject).strip().removesuffix(",")
        return f"{text}: {detail}" if detail else text
