"""The desktop app put together: workers, session and window from one request; the command line is command_line's."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from graphscope.session.module_opening import FunctionOptions

VIEW_NAMES = ("traced", "before", "after")


@dataclass(frozen=True)
class WindowRequest:
    """What the window is to open with. ``screenshot`` makes it draw everything asked for, save itself and end."""

    path: str | None = None
    function: str | None = None
    signatures: tuple[str, ...] | None = None
    """None fills in the signatures that the module suggests."""
    arguments: tuple[str, ...] = ()
    python: str | None = None
    timeout: float | None = None
    options: FunctionOptions = field(default_factory=FunctionOptions)
    screenshot: Path | None = None
    size: tuple[int, int] | None = None
    views: Mapping[str, str] = field(default_factory=dict)
    """Letter of a signature → ``traced``, ``before`` or ``after``: what its pane shows."""
    theme: str | None = None


def run_window(request: WindowRequest) -> int:
    """Open the window and stay until it is closed; the exit code. Raises GraphscopeError for what cannot be begun."""
    from graphscope.launch.command_prefix import parse_prefix

    prefix = parse_prefix(request.python)
    if request.screenshot is not None:
        from graphscope.export.written_file import check_target

        check_target(str(request.screenshot))
    if not _has_display() and request.screenshot is not None:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from graphscope.ui.application import Application

    return Application(request, prefix).run()


def _has_display() -> bool:
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
