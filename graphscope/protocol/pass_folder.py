"""The name under which a worker is told of its private folder for the graphs after Grappler's passes, and its removal.

The worker makes the folder and removes it; whoever launched the worker removes it too, for one that was killed.
"""

from __future__ import annotations

import os
import shutil
from typing import Mapping

PASS_FOLDER = "GRAPHSCOPE_PASS_FOLDER"
_BEGINNING = "graphscope-passes-"


def pass_folder_name(word: str) -> str:
    """The folder's own name; ``word`` tells it from others."""
    return f"{_BEGINNING}{word}"


def remove_pass_folder(environment: Mapping[str, str]) -> None:
    """Remove the folder that a worker of this environment has, if there is one."""
    folder = environment.get(PASS_FOLDER, "")
    if os.path.basename(folder).startswith(_BEGINNING):
        shutil.rmtree(folder, ignore_errors=True)
