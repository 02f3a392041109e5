"""The name under which a worker is told of its private folder for what TensorFlow writes to disk, and its removal.

The worker makes the folder and removes it; whoever launched the worker removes it too, for one that was killed.
"""

from __future__ import annotations

import atexit
import os
import secrets
import shutil
import tempfile
from typing import Mapping

PRIVATE_FOLDER = "GRAPHSCOPE_PRIVATE_FOLDER"
_BEGINNING = "graphscope-worker-"


def new_private_folder() -> str:
    """The path of a folder that nobody has; it is not made."""
    return os.path.join(tempfile.gettempdir(), _BEGINNING + secrets.token_hex(8))


def make_private_folder() -> str:
    """Make this process's folder where it is not there yet, one of its own choice where it was told none.

    Raises OSError where the disk does not take it.
    """
    if PRIVATE_FOLDER not in os.environ:
        os.environ[PRIVATE_FOLDER] = new_private_folder()
        atexit.register(remove_private_folder, dict(os.environ))
    folder = os.environ[PRIVATE_FOLDER]
    os.makedirs(folder, 0o700, exist_ok=True)
    return folder


def remove_private_folder(environment: Mapping[str, str]) -> None:
    """Remove the folder that a worker of this environment has, if there is one."""
    folder = environment.get(PRIVATE_FOLDER, "")
    if os.path.basename(folder).startswith(_BEGINNING):
        shutil.rmtree(folder, ignore_errors=True)
