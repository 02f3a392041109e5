"""The first exchange: protocol numbers are compared and TensorFlow is imported; no code of the user's runs here."""

from __future__ import annotations

import os
import platform
import sys
from typing import Any, Tuple, Union

from graphscope.protocol.messages import PROTOCOL, Failed, Hello, Ready
from graphscope.protocol.records import ErrorRecord

OLDEST_TENSORFLOW = (2, 15)


def shake_hands(hello: Any) -> Union[Ready, Failed]:
    """Answer the first message. TensorFlow is imported by this, which takes seconds."""
    if not isinstance(hello, Hello) or hello.protocol != PROTOCOL:
        spoken = hello.protocol if isinstance(hello, Hello) else type(hello).__name__
        return _refused(
            "ProtocolError",
            f"the worker speaks protocol {PROTOCOL}, the window {spoken}",
            "Install the same version of Graphscope on both sides.",
        )
    # The user's own choice stands; without one, TensorFlow's remarks about this processor would open every output.
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
    try:
        import tensorflow as tf
    except Exception as error:  # noqa: BLE001 - a broken installation fails in any way it likes
        return _no_tensorflow(error)
    if _numbers(tf.__version__) < OLDEST_TENSORFLOW:
        return _refused(
            "VersionError",
            f"{sys.executable} has TensorFlow {tf.__version__}; Graphscope needs 2.15 or newer",
            f"Run: {sys.executable} -m pip install --upgrade tensorflow",
        )
    devices = tuple(each.name.replace("/physical_device:", "") for each in tf.config.list_physical_devices())
    return Ready(PROTOCOL, platform.python_version(), sys.executable, tf.__version__, devices, os.getpid())


def _no_tensorflow(error: Exception) -> Failed:
    if isinstance(error, ModuleNotFoundError) and error.name == "tensorflow":
        return _refused(
            "ModuleNotFoundError",
            f"{sys.executable} has no TensorFlow",
            f"Run: {sys.executable} -m pip install tensorflow, or choose another interpreter with --python.",
        )
    return _refused(
        "ImportError",
        f"TensorFlow of {sys.executable} cannot be imported: {type(error).__name__}: {error}",
        f"Run: {sys.executable} -m pip install --force-reinstall tensorflow",
    )


def _refused(kind: str, message: str, advice: str) -> Failed:
    return Failed(0, ErrorRecord(kind, message, advice=advice), exit_code=4)


def _numbers(version: str) -> Tuple[int, ...]:
    """Major and minor number: ``2.15.0-rc1`` is (2, 15)."""
    return tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
