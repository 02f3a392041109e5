"""Loads what Graphscope loads of Qt and Graphviz and tells what the system lacked; it opens no window."""

from __future__ import annotations

import ctypes
import importlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

MODULES = ("PySide6.QtCore", "PySide6.QtGui", "PySide6.QtWidgets", "PySide6.QtSvg", "pygraphviz")


def platform_plugins() -> tuple[str, ...]:
    """The Qt platform plugins this machine will use: one for pictures, and those of the displays there are."""
    displays = {"DISPLAY": "libqxcb.so", "WAYLAND_DISPLAY": "libqwayland.so"}
    return ("libqoffscreen.so", *(plugin for name, plugin in displays.items() if os.environ.get(name)))


def missing_libraries() -> Iterator[str]:
    """The loader's own words for each module or plugin that it could not load."""
    for module in MODULES:
        try:
            importlib.import_module(module)
        except ImportError as error:
            yield str(error)
            return
    import PySide6

    for plugin in platform_plugins():
        path = Path(PySide6.__file__).parent / "Qt" / "plugins" / "platforms" / plugin
        try:
            ctypes.CDLL(str(path))
        except OSError as error:
            yield str(error)


if __name__ == "__main__":
    found = list(missing_libraries())
    print("; ".join(found))
    sys.exit(bool(found))
