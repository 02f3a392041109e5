"""Columns of whole numbers as bytes, each in the narrowest type that holds it; what they tell of is others' to know."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graphscope.errors import CaptureError

Column = NDArray[np.int64]
Heading = tuple[str, int]
"""Type and length of a column."""

_TYPES = {name: np.dtype(name) for name in ("<u1", "<i2", "<u2", "<i4")}
"""From the narrowest on; the least significant byte first, whatever the machine."""


def pack(columns: Sequence[Sequence[int] | Column]) -> tuple[tuple[Heading, ...], bytes]:
    """The headings of the columns, and their numbers one after the other."""
    headings: list[Heading] = []
    parts: list[bytes] = []
    for column in columns:
        numbers = np.asarray(column, np.int64)
        name = _narrowest(numbers)
        headings.append((name, len(numbers)))
        parts.append(numbers.astype(_TYPES[name]).tobytes())
    return tuple(headings), b"".join(parts)


def unpack(headings: Sequence[Heading], data: bytes) -> list[Column]:
    """The columns of these headings. Raises CaptureError where they are not what ``data`` holds."""
    if packed_size(headings) != len(data):
        raise CaptureError("columns of another length than is told of them")
    columns = []
    start = 0
    for name, length in headings:
        columns.append(np.frombuffer(data, _TYPES[name], length, start).astype(np.int64))
        start += _TYPES[name].itemsize * length
    return columns


def packed_size(headings: Sequence[Heading]) -> int:
    """How many bytes columns of these headings take. Raises CaptureError for headings of no columns."""
    if any(name not in _TYPES or length < 0 for name, length in headings):
        raise CaptureError("a column of unknown type")
    return sum(_TYPES[name].itemsize * length for name, length in headings)


def _narrowest(numbers: Column) -> str:
    least, most = (int(numbers.min()), int(numbers.max())) if len(numbers) else (0, 0)
    for name, kind in _TYPES.items():
        room = np.iinfo(kind)
        if room.min <= least and most <= room.max:
            return name
    raise CaptureError(f"a graph with the number {least if least < 0 else most} is more than a capture can hold")
