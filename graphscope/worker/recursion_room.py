"""Lets the user's code recurse as deep as it could without Graphscope, whose frames stand between."""

from __future__ import annotations

import sys

_SCRIPT = 2
"""Frames below a tf.function that a script of the user's calls."""


def make_room(frames: int) -> None:
    """Move Python's recursion limit by ``frames``: up before a call that adds so many of ours, down after it."""
    try:
        sys.setrecursionlimit(sys.getrecursionlimit() + frames)
    except RecursionError:
        return  # on the way out from the very limit; it stays some frames higher


def frames_below() -> int:
    """How many frames more than in the user's own script are on the stack of the caller."""
    frame = sys._getframe(1)
    count = 0
    while frame.f_back is not None:
        frame, count = frame.f_back, count + 1
    return max(0, count - _SCRIPT)
