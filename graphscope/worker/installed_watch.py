"""The one ControlFlowWatch of this process, installed on first use: it must be there before the first conversion."""

from __future__ import annotations

import functools

from graphscope.worker.watch_control_flow import ControlFlowWatch


@functools.lru_cache(maxsize=None)
def installed_watch() -> ControlFlowWatch:
    """Patch TensorFlow once and return the watch that was installed."""
    watch = ControlFlowWatch()
    watch.install()
    return watch
