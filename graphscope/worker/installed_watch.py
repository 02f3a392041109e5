"""The one ControlFlowWatch of this process, installed on first use: it must be there before the first conversion."""

from __future__ import annotations

import contextlib
import functools

from graphscope.protocol.private_folder import make_private_folder
from graphscope.worker.tensorflow_internals import keep_generated_code
from graphscope.worker.watch_control_flow import ControlFlowWatch


@functools.lru_cache(maxsize=None)
def installed_watch() -> ControlFlowWatch:
    """Patch TensorFlow once and return the watch that was installed."""
    watch = ControlFlowWatch()
    watch.install()
    with contextlib.suppress(OSError):  # with no room there, AutoGraph tries where it always writes
        keep_generated_code(make_private_folder())
    return watch
