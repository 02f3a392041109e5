"""WindowRequest: what a window is to open with, as the command line asks for it; a plain value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from graphscope.session.module_opening import FunctionOptions


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
    select: str | None = None
    """What is to be chosen: ``line:17`` or ``op:while``."""
