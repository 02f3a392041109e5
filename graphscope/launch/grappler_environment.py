"""The environment variables with which TensorFlow tells of every Grappler pass; what it tells, the worker reads."""

from __future__ import annotations

# Level 1 tells the sizes after each pass, 2 also whose graph it is. From 3 on the whole graph is told as text at the
# end, and from 4 on it is dumped at every pass, where a folder is named for that.
_EVERYTHING = "meta_optimizer=4"


def grappler_environment() -> dict[str, str]:
    """What to set before TensorFlow is imported; the worker itself says when and where graphs are dumped."""
    return {
        "TF_CPP_MIN_LOG_LEVEL": "0",
        "TF_CPP_VMODULE": _EVERYTHING,
        # As text they are twice the size and take ten times as long; versions that do not know this write text.
        "TF_DUMP_GRAPH_FMT": "BIN",
    }
