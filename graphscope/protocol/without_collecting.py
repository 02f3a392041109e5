"""Pauses Python's search for cycles while very many values are made that have none; frees nothing by itself."""

from __future__ import annotations

import contextlib
import gc
from typing import Iterator


@contextlib.contextmanager
def without_collecting() -> Iterator[None]:
    """Making 100,000 rows of a graph has every value there is searched again and again, a third of the whole time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
