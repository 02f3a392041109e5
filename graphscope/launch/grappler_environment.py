"""The environment variables with which TensorFlow tells of every Grappler pass; what it tells, the worker reads."""

from __future__ import annotations

import os
import secrets
import tempfile

from graphscope.protocol.pass_folder import PASS_FOLDER, pass_folder_name

# Level 1 tells the sizes after each pass, 2 also whose graph it is. From 3 on the whole graph is told as text at the
# end, and from 4 on it is dumped at every pass, where a folder is named for that.
_EVERYTHING = "meta_optimizer=4"


def grappler_environment() -> dict[str, str]:
    """What to set before TensorFlow is imported, for one worker: the folder that it names is that worker's own.

    The worker makes the folder; the connection to it removes it in the end, whatever that was.
    """
    folder = os.path.join(tempfile.gettempdir(), pass_folder_name(secrets.token_hex(8)))
    return {
        "TF_CPP_MIN_LOG_LEVEL": "0",
        "TF_CPP_VMODULE": _EVERYTHING,
        # As text they are twice the size and take ten times as long; versions that do not know this write text.
        "TF_DUMP_GRAPH_FMT": "BIN",
        PASS_FOLDER: folder,
    }
