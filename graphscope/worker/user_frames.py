"""Which source lines are the user's own: not Python's, not TensorFlow's or another library's, not generated code."""

from __future__ import annotations

import functools
import os
import site
import sys
import sysconfig
from types import TracebackType
from typing import Dict, List, Optional, Tuple

Line = Tuple[str, int]

OWN_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TRACED_FROM = os.path.join(OWN_PACKAGE, "worker", "trace_function.py")
"""The file from which tracing starts: frames outside it are not the traced code's."""
_user_roots: List[str] = []
_known: Dict[str, bool] = {}


def _library_folders() -> Tuple[str, ...]:
    paths = sysconfig.get_paths()
    folders = {paths["stdlib"], paths["platstdlib"], paths["purelib"], paths["platlib"], OWN_PACKAGE}
    folders.update(site.getsitepackages() if hasattr(site, "getsitepackages") else ())
    folders.add(site.getusersitepackages())
    return tuple(os.path.realpath(folder) + os.sep for folder in folders)


_LIBRARIES = _library_folders()


def add_user_root(folder: str) -> None:
    """Count everything under ``folder`` (or that one file) as the user's own, even inside site-packages."""
    root = os.path.realpath(folder)
    _user_roots.append(root + os.sep if os.path.isdir(root) else root)
    _known.clear()


def may_hold_user_files(file: str) -> bool:
    """Whether a package whose ``__init__`` is ``file`` may have modules that are the user's own."""
    folder = os.path.join(_real_folder(os.path.dirname(file)), "")
    return is_user_file(file) or any(root.startswith(folder) for root in _user_roots)


def is_user_file(file: str) -> bool:
    """Whether the code of ``file`` (a code object's co_filename, ``#cell=N`` allowed) was written by the user."""
    known = _known.get(file)
    if known is None:
        known = _known[file] = _is_user_file(file)
    return known


def _is_user_file(file: str) -> bool:
    if not file or file.startswith("<") or "__autograph_generated_file" in os.path.basename(file):
        return False
    path = _real_path(file.partition("#cell=")[0])
    if any(path.startswith(root) for root in _user_roots):
        return True
    if f"{os.sep}site-packages{os.sep}" in path or f"{os.sep}dist-packages{os.sep}" in path:
        return False
    return not any(path.startswith(folder) for folder in _LIBRARIES)


@functools.lru_cache(maxsize=8192)
def _real_path(path: str) -> str:
    """As os.path.realpath, which looks at every folder above each of some thousand files."""
    folder, name = os.path.split(path)
    if not os.path.isabs(path) or name in ("", ".", ".."):
        return os.path.realpath(path)
    path = os.path.join(_real_folder(folder), name)
    return os.path.realpath(path) if os.path.islink(path) else path


@functools.lru_cache(maxsize=4096)
def _real_folder(folder: str) -> str:
    return _real_path(folder)


def innermost_user_line(trace: Optional[TracebackType]) -> Optional[Line]:
    """The last line of the user's in a traceback, or None."""
    found = None
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if is_user_file(file):
            found = (file, trace.tb_lineno)
        trace = trace.tb_next
    return found


def running_user_line(thread: int) -> Optional[Line]:
    """The user's innermost line that thread ``thread`` is running now, or None."""
    frame = sys._current_frames().get(thread)
    while frame is not None:
        if is_user_file(frame.f_code.co_filename):
            return frame.f_code.co_filename, frame.f_lineno
        frame = frame.f_back
    return None
