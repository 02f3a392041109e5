"""How wide a text runs in the bundled fonts, read from their own tables, so that no toolkit is needed to elide it."""

from __future__ import annotations

import functools
import struct

from graphscope import bundled_files
from graphscope.export.look import TYPES, Type

ELLIPSIS = "…"
_MISSING = 0.62
"""Width, in ems, of a character that the font has not: a guess on the wide side of Latin."""


@functools.lru_cache(maxsize=4096)
def text_width(text: str, role: str) -> float:
    """The width of ``text`` in pixels, set in the type of ``role``."""
    type_ = TYPES[role]
    widths = _advances(_file_of(type_))
    return sum(map(widths.__getitem__, map(ord, text))) * type_.pixels


def elide(text: str, role: str, width: float) -> str:
    """``text``, or as much of its beginning as fits in ``width`` pixels with an ellipsis; empty where nothing fits."""
    if text_width(text, role) <= width:
        return text
    type_ = TYPES[role]
    widths = _advances(_file_of(type_))
    room = width / type_.pixels - widths[ord(ELLIPSIS)]
    for length, character in enumerate(text):
        room -= widths[ord(character)]
        if room < 0:
            return text[:length].rstrip() + ELLIPSIS if length else ""
    return text


class _Advances(dict[int, float]):
    """Code point → advance in ems; what the font has not is guessed."""

    def __missing__(self, code: int) -> float:
        return 1.0 if code >= 0x2E80 else _MISSING


def _file_of(type_: Type) -> str:
    if type_.family == "mono":
        return "JetBrainsMono-Bold.ttf" if type_.weight >= 600 else "JetBrainsMono-Regular.ttf"
    return "Inter-SemiBold.otf" if type_.weight >= 600 else "Inter-Regular.otf"


@functools.cache
def _advances(file: str) -> _Advances:
    """Code point → advance in ems, of every character of a bundled font."""
    data = bundled_files.resource("fonts", file).read_bytes()
    tables = {}
    for index in range(struct.unpack_from(">H", data, 4)[0]):
        tag, _, offset, _ = struct.unpack_from(">4sLLL", data, 12 + 16 * index)
        tables[tag] = offset
    units = struct.unpack_from(">H", data, tables[b"head"] + 18)[0]
    long_metrics = struct.unpack_from(">H", data, tables[b"hhea"] + 34)[0]
    metrics = struct.unpack_from(f">{2 * long_metrics}H", data, tables[b"hmtx"])[::2]
    glyphs = _glyphs(data, tables[b"cmap"])
    return _Advances((code, metrics[min(glyph, long_metrics - 1)] / units) for code, glyph in glyphs.items())


def _glyphs(data: bytes, cmap: int) -> dict[int, int]:
    """Code point → glyph, from the font's format 12 or format 4 table."""
    offsets = [struct.unpack_from(">L", data, cmap + 8 + 8 * i)[0] for i in range(_short(data, cmap + 2))]
    by_format = {_short(data, cmap + offset): cmap + offset for offset in offsets}
    if 12 in by_format:
        return _segmented_coverage(data, by_format[12])
    return _segment_mapping(data, by_format[4])


def _short(data: bytes, at: int) -> int:
    return int(struct.unpack_from(">H", data, at)[0])


def _segmented_coverage(data: bytes, table: int) -> dict[int, int]:
    glyphs: dict[int, int] = {}
    for group in range(struct.unpack_from(">L", data, table + 12)[0]):
        first, last, glyph = struct.unpack_from(">LLL", data, table + 16 + 12 * group)
        glyphs.update(zip(range(first, last + 1), range(glyph, glyph + last - first + 1), strict=True))
    return glyphs


def _segment_mapping(data: bytes, table: int) -> dict[int, int]:
    count = _short(data, table + 6) // 2
    ends, starts, deltas, ranges = (table + 14 + part * 2 * count + (2 if part else 0) for part in range(4))
    glyphs: dict[int, int] = {}
    for segment in range(count):
        first, last = _short(data, starts + 2 * segment), _short(data, ends + 2 * segment)
        delta, at = _short(data, deltas + 2 * segment), ranges + 2 * segment
        shift = _short(data, at)
        for code in range(first, min(last, 0xFFFE) + 1):
            glyph = _short(data, at + shift + 2 * (code - first)) if shift else code
            if glyph:
                glyphs[code] = (glyph + delta) & 0xFFFF if shift else (code + delta) & 0xFFFF
    return glyphs
