"""`graphscope [PATH]`: hands the window what was asked for; how it looks and works is the window's."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from graphscope.app import WindowRequest, run_window
from graphscope.command_line.requests import Target, WindowAsked
from graphscope.errors import UsageError
from graphscope.export.written_file import check_target
from graphscope.session.module_opening import FunctionOptions


def open_window(asked: WindowAsked) -> int:
    """Open the window, or draw it into a picture; the exit code when it is closed."""
    if asked.screenshot is None:
        _need_display()
    else:
        check_screenshot(asked.screenshot)
    target = asked.target or Target("")
    return run_window(
        WindowRequest(
            path=target.path or None,
            function=target.function or None,
            signatures=target.signatures or None,
            arguments=target.script_arguments,
            python=asked.worker.python,
            timeout=asked.worker.timeout,
            options=FunctionOptions(target.autograph, target.jit_compile, target.reduce_retracing),
            screenshot=None if asked.screenshot is None else Path(asked.screenshot),
            size=asked.size,
            views=asked.views,
            select=asked.select,
            theme=asked.theme,
        )
    )


def check_screenshot(path: str) -> None:
    """Raise UsageError or ExportError where the picture could not be written."""
    if not path.lower().endswith(".png"):
        raise UsageError(f"--screenshot {path} is not a .png", advice="Name a file that ends in .png.")
    check_target(path)


def _need_display() -> None:
    if sys.platform == "linux" and not any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))):
        raise UsageError(
            "there is no display to open the window on",
            advice="Add --screenshot FILE.png for a picture of it, or use graphscope trace.",
        )
