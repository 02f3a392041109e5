"""The environment variables with which TensorFlow tells of every Grappler pass; what it tells, the worker reads."""

from __future__ import annotations

# Level 1 tells the sizes after each pass, 2 also whose graph it is. From 3 on the whole graph is written as text, and
# from 4 on it is dumped at every pass.
_SIZES = "meta_optimizer=2"
_EVERYTHING = "meta_optimizer=4"


def grappler_environment(folder: str | None = None) -> dict[str, str]:
    """What to set before TensorFlow is imported. With ``folder``, the graph is dumped into it at every pass as well."""
    told = {"TF_CPP_MIN_LOG_LEVEL": "0", "TF_CPP_VMODULE": _SIZES if folder is None else _EVERYTHING}
    return told if folder is None else {**told, "TF_DUMP_GRAPH_PREFIX": folder}
