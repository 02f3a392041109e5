"""The environment variables a worker gets: the user's own, without what Graphscope's process needs for itself."""

from __future__ import annotations

import os
from collections.abc import Mapping

_REMOVED = (
    # They name or change the interpreter we run in, not the one that is started.
    "PYTHONHOME",
    "PYTHONEXECUTABLE",
    "__PYVENV_LAUNCHER__",
    # They are for a person at a prompt: a startup file, and staying on after the end.
    "PYTHONSTARTUP",
    "PYTHONINSPECT",
    # Where our Qt, or that of a library in our process, finds its plugins and fonts; another Qt crashes on them.
    "QT_PLUGIN_PATH",
    "QT_QPA_PLATFORM_PLUGIN_PATH",
    "QT_QPA_FONTDIR",
)

# PYTHONPATH is kept: ``python FILE`` would see it, and the worker's own modules do not come from there. Only what an
# AppImage put in front of it is removed. PYTHONDONTWRITEBYTECODE is not set, for the same reason.
_SET = {
    "PYTHONUNBUFFERED": "1",
    "PYTHONIOENCODING": "utf-8:backslashreplace",
}

_SEARCH_PATHS = ("PYTHONPATH", "LD_LIBRARY_PATH", "PATH", "XDG_DATA_DIRS")


def worker_environment(environment: Mapping[str, str], extra: Mapping[str, str]) -> dict[str, str]:
    """``environment`` made fit for a worker, then ``extra`` on top of it."""
    cleaned = {name: value for name, value in environment.items() if name not in _REMOVED}
    _undo_frozen(cleaned)
    _undo_appimage(cleaned)
    # A breakpoint() in the user's code would ask standard input, which is at its end.
    cleaned.setdefault("PYTHONBREAKPOINT", "0")
    return {**cleaned, **_SET, **extra}


def _undo_frozen(environment: dict[str, str]) -> None:
    """A frozen bundle keeps the user's library path aside under this name."""
    original = environment.pop("LD_LIBRARY_PATH_ORIG", None)
    if original:
        environment["LD_LIBRARY_PATH"] = original
    elif original is not None:
        environment.pop("LD_LIBRARY_PATH", None)


def _undo_appimage(environment: dict[str, str]) -> None:
    """An AppImage mounts itself at APPDIR and puts its own folders in front of the search paths."""
    mounted = environment.pop("APPDIR", "").rstrip("/")
    if not mounted:
        return
    for name in _SEARCH_PATHS:
        if name in environment:
            folders = environment[name].split(os.pathsep)
            kept = [each for each in folders if each != mounted and not each.startswith(mounted + "/")]
            environment[name] = os.pathsep.join(kept)
            if not kept:
                del environment[name]
