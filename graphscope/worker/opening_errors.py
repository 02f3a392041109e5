"""What went wrong while a module was imported, as a ModuleError: Python's words, the user's line, what to do."""

from __future__ import annotations

import os
import platform
import re
import sys
from types import ModuleType
from typing import Optional, Sequence, Tuple

from graphscope.errors import FreshWorkerError, ModuleError
from graphscope.worker.user_code import in_one_line
from graphscope.worker.user_frames import innermost_user_line

_PACKAGES = {
    "cv2": "opencv-python",
    "PIL": "pillow",
    "sklearn": "scikit-learn",
    "skimage": "scikit-image",
    "yaml": "pyyaml",
    "bs4": "beautifulsoup4",
    "tensorflow_datasets": "tensorflow-datasets",
}
"""Packages that are installed under another name than they are imported by."""


_BEFORE_FIRST_USE = "TensorFlow takes this only before its first use: move it up, above all that uses TensorFlow."


def opening_error(error: BaseException, file: str, folders: Sequence[str]) -> ModuleError:
    """The ModuleError for ``error``, raised while ``file`` was imported with ``folders`` on sys.path for it."""
    if isinstance(error, SyntaxError):
        return _syntax_error(error, file)
    at, line = innermost_user_line(error.__traceback__) or (file, None)
    if isinstance(error, RuntimeError) and re.search(r"after (being )?initializ|at program startup", str(error)):
        return FreshWorkerError(in_one_line(error), file=at, line=line, advice=_BEFORE_FIRST_USE)
    return ModuleError(in_one_line(error), file=at, line=line, advice=_advice(error, folders))


def exit_words(error: SystemExit) -> str:
    """How the module ended itself: ``with status 3``, ``saying "no weights"``."""
    if error.code is None or isinstance(error.code, int):
        return f"with status {error.code or 0}"
    return f'saying "{error.code}"'


def exit_line(error: SystemExit) -> str:
    """`` (SystemExit, train.py:12)`` where the exit is in a line of the user's, else nothing."""
    place = innermost_user_line(error.__traceback__)
    if place is None:
        return ""
    name, _, cell = os.path.basename(place[0]).partition("#cell=")
    return f" (SystemExit, {name} cell {cell}, line {place[1]})" if cell else f" (SystemExit, {name}:{place[1]})"


def _syntax_error(error: SyntaxError, file: str) -> ModuleError:
    at, line = error.filename or file, error.lineno
    if not os.path.exists(at.partition("#cell=")[0]):  # code that the module itself compiled
        at, line = innermost_user_line(error.__traceback__) or (file, None)
    undecoded = _undecoded(at)
    if undecoded is not None:
        line, encoding = undecoded
        return ModuleError(
            f"SyntaxError: the file is not {encoding} text",
            file=at,
            line=line,
            advice="Save it as UTF-8, or name its encoding in the first line: # -*- coding: latin-1 -*-",
        )
    return ModuleError(f"{type(error).__name__}: {error.msg}", file=at, line=line)


def _undecoded(file: str) -> Optional[Tuple[int, str]]:
    """The first line of ``file`` that its encoding cannot read, and that encoding; None where all of it can be read."""
    import tokenize

    try:
        with open(file, "rb") as stream:
            encoding, _ = tokenize.detect_encoding(stream.readline)
            stream.seek(0)
            data = stream.read()
    except (OSError, SyntaxError):
        return _not_utf8(file)
    return _first_bad_line(data, encoding)


def _not_utf8(file: str) -> Optional[Tuple[int, str]]:
    """As _undecoded, for a file whose first two lines already are not in the encoding that they must be in."""
    try:
        with open(file, "rb") as stream:
            return _first_bad_line(stream.read(), "utf-8")
    except OSError:
        return None


def _first_bad_line(data: bytes, encoding: str) -> Optional[Tuple[int, str]]:
    try:
        data.decode(encoding)
    except UnicodeDecodeError as error:
        return data.count(b"\n", 0, error.start) + 1, encoding.upper()
    return None


def _advice(error: BaseException, folders: Sequence[str]) -> str:
    hiding = _hiding_neighbour(error, folders)
    if hiding:
        return f"{hiding} has the name of a standard module, which is imported in its place: rename it."
    if isinstance(error, ModuleNotFoundError) and error.name:
        return _advice_on_missing(error.name, folders)
    if isinstance(error, ImportError) and "no known parent package" in str(error):
        return "Relative imports need a package: put an __init__.py into the file's folder."
    if isinstance(error, ImportError) and "beyond top-level package" in str(error):
        return "Put an __init__.py into each folder up to the one that the import reaches for."
    return ""


def _advice_on_missing(name: str, folders: Sequence[str]) -> str:
    first = name.partition(".")[0]
    if first in sys.modules:
        return ""
    if first in getattr(sys, "stdlib_module_names", ()) or first in ("distutils", "imp", "asyncore"):
        return f"Python {platform.python_version()} of the worker has no {first}: choose another with --python."
    near = _folder_above(first, folders)
    if near is not None:
        return f"{first} lies in {near}: start Graphscope in that folder, or put it on PYTHONPATH."
    package = _PACKAGES.get(first, first)
    return f"Run: {sys.executable} -m pip install {package}, or choose another interpreter with --python."


def _folder_above(name: str, folders: Sequence[str]) -> Optional[str]:
    """A folder, up to three levels above those on sys.path, that holds a module or package ``name``."""
    for folder in folders:
        for _ in range(3):
            folder = os.path.dirname(folder)
            if os.path.isfile(os.path.join(folder, f"{name}.py")) or os.path.isdir(os.path.join(folder, name)):
                return folder
    return None


def _hiding_neighbour(error: BaseException, folders: Sequence[str]) -> Optional[str]:
    """The user's file that was meant where the standard module of its name lacks what was asked of it."""
    name = None
    if isinstance(error, ImportError) and not isinstance(error, ModuleNotFoundError):
        name = error.name
    elif isinstance(error, AttributeError):
        asked = getattr(error, "obj", None)
        name = asked.__name__ if isinstance(asked, ModuleType) else None
    if not name or "." in name or name not in sys.modules:
        return None
    for folder in folders:
        file = os.path.join(folder, f"{name}.py")
        if os.path.isfile(file) and getattr(sys.modules[name], "__file__", None) != file:
            return file
    return None
