"""What a command line asks for, as frozen values; how it is written is the parser's, what is done with it others'."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

OptionValue = bool | int | float | str


@dataclass(frozen=True)
class WorkerSettings:
    """Which interpreter traces (the text of ``--python``), and how many seconds a step may take."""

    python: str | None = None
    timeout: float | None = None


@dataclass(frozen=True)
class Target:
    """What is looked at: the module, the arguments its script sees, the function and how it is wrapped."""

    path: str
    script_arguments: tuple[str, ...] = ()
    function: str = ""
    signatures: tuple[str, ...] = ()
    autograph: bool = True
    jit_compile: bool = False
    reduce_retracing: bool = False


@dataclass(frozen=True)
class WindowAsked:
    """``graphscope [PATH]``: the window, on a screen or into a picture."""

    target: Target | None
    worker: WorkerSettings
    screenshot: str | None = None
    size: tuple[int, int] | None = None
    views: Mapping[str, str] = field(default_factory=dict)
    """Letter of a pane → the view it shows."""
    select: str | None = None
    theme: str | None = None


@dataclass(frozen=True)
class FunctionsAsked:
    """``graphscope functions PATH``."""

    target: Target
    worker: WorkerSettings
    json: str | None = None


@dataclass(frozen=True)
class GrapplerWish:
    """``mode`` is ``run``, ``static`` or '' for neither."""

    mode: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    inputs: tuple[str, ...] = ()
    """Argument lists that the function is called with: one for each signature, or one for all, or none."""
    only: str = ""
    """The one pass that is run, of static mode; '' for all."""


@dataclass(frozen=True)
class TraceAsked:
    """``graphscope trace PATH …``."""

    target: Target
    worker: WorkerSettings
    grappler: GrapplerWish = field(default_factory=GrapplerWish)
    xla: bool = False
    exports: tuple[str, ...] = ()
    json: str | None = None
    save: str | None = None
    export_passes: tuple[tuple[str, int], ...] = ()
    """Names and iterations of Grappler's passes: the graphs after them are exported, in place of all others."""
    export_xla: tuple[str, ...] = ()
    """``before``, ``after``: XLA's HLO is exported, in place of what was traced."""
    explicit: bool = False
    """Whether the report has each trace's function written out without AutoGraph."""


Asked = WindowAsked | FunctionsAsked | TraceAsked
