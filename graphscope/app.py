"""The desktop app put together: workers, session and window from one request; the command line is command_line's."""

from __future__ import annotations

import os
import sys

from graphscope.session.window_request import WindowRequest

__all__ = ["WindowRequest", "run_window"]


def run_window(request: WindowRequest) -> int:
    """Open the window and stay until it is closed; the exit code.

    Raises GraphscopeError for what cannot be begun, and, after a picture was drawn, for a module that did not open.
    """
    from graphscope.launch.command_prefix import parse_prefix

    prefix = parse_prefix(request.python)
    if request.screenshot is not None:
        from graphscope.export.written_file import check_target

        check_target(str(request.screenshot))
    if not _has_display() and request.screenshot is not None:
        # A variable that is set to nothing says as little as one that is not set.
        os.environ["QT_QPA_PLATFORM"] = os.environ.get("QT_QPA_PLATFORM") or "offscreen"
    from graphscope.ui.application import Application

    application = Application(request, prefix)
    code = application.run()
    if application.picture_saved:
        sys.stdout.write(f"{request.screenshot}\n")
    if application.fault is not None:
        raise application.fault
    return code


def _has_display() -> bool:
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
