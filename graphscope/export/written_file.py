"""Files that are written whole or not at all, to places that are looked at before any work is done for them."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable

from graphscope.errors import ExportError


def check_target(path: str) -> None:
    """Raise ExportError where ``path`` could not be written."""
    if not path.strip():
        raise ExportError("no file is named to write to", advice="Give the name of a file.")
    target = os.path.realpath(path)
    folder = os.path.dirname(target)
    if not _is_plain(path) and not os.path.isdir(path):
        if not os.access(path, os.W_OK):
            raise ExportError(f"{path} cannot be written", advice="Choose another file.")
        return
    if os.path.isdir(target):
        raise ExportError(f"{path} is a folder", advice="Give the name of a file in it.")
    if not os.path.isdir(folder):
        raise ExportError(
            f"{path} cannot be written: there is no folder {folder}", advice=f"Make it: mkdir -p {folder}"
        )
    if not os.access(target if os.path.exists(target) else folder, os.W_OK):
        raise ExportError(f"{path} cannot be written: permission denied", advice="Choose another file.")


def write_whole(path: str, write: Callable[[str], None]) -> None:
    """Have ``write`` make a file beside ``path``, then put it in its place; raises ExportError and leaves no rest.

    What is no regular file (a pipe, ``/dev/stdout``) is written as it is.
    """
    target = os.path.realpath(path)
    stem, suffix = os.path.splitext(os.path.basename(target))
    plain = _is_plain(path)
    # The suffix is kept, since writers go by it.
    beside = os.path.join(os.path.dirname(target), f".{stem}-{os.getpid()}{suffix}") if plain else path
    try:
        write(beside)
        if plain:
            if os.path.exists(target):
                shutil.copymode(target, beside)
            os.replace(beside, target)
    except OSError as error:
        reason = error.strerror or str(error)
        raise ExportError(f"{path} cannot be written: {reason}", advice="Choose another file.") from error
    finally:
        if plain:
            with contextlib.suppress(OSError):
                os.unlink(beside)


def write_text(path: str, text: str) -> None:
    """Write ``text`` as UTF-8, whole or not at all."""
    write_bytes(path, text.encode("utf-8", "backslashreplace"))


def write_bytes(path: str, data: bytes) -> None:
    """Write ``data``, whole or not at all."""
    write_whole(path, lambda beside: _put(beside, data))


def _is_plain(path: str) -> bool:
    """Whether there is a regular file, or nothing yet; what stands for an open descriptor is no regular file."""
    if path.startswith(("/dev/", "/proc/")):
        return False
    return os.path.isfile(path) or not os.path.exists(path)


def _put(path: str, data: bytes) -> None:
    with open(path, "wb") as stream:
        stream.write(data)
