"""The zip file that a capture is: members in, the same bytes every time; sizes are looked at before it unpacks."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Mapping
from zlib import error as zlib_error

from graphscope.errors import CaptureError

LARGEST_FILE = 256 << 20
LARGEST_MEMBER = 64 << 20
LARGEST_WHOLE = 512 << 20
MOST_MEMBERS = 10_000
_END = struct.Struct("<4s4H2LH")
_LONGEST_HEADING = 256
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)
_DAMAGED = "Save it anew with graphscope trace --save, or take a whole copy of it."


def pack_archive(members: Mapping[str, bytes]) -> bytes:
    """The zip file of these members. Raises CaptureError where they are more than can be read again."""
    _check_sizes({name: len(data) for name, data in members.items()})
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, data in members.items():
            # A fixed day, and a fixed system, so that the same capture is the same file wherever it is written.
            info = zipfile.ZipInfo(name, _FIRST_DAY)
            info.compress_type, info.create_system, info.external_attr = zipfile.ZIP_DEFLATED, 3, 0o644 << 16
            archive.writestr(info, data)
    data = stream.getvalue()
    if len(data) > LARGEST_FILE:
        raise CaptureError("these graphs are more than a capture can hold", advice="Save fewer signatures at once.")
    return data


class Archive:
    """The members of a capture's file, unpacked when asked for."""

    def __init__(self, data: bytes) -> None:
        _check_directory(data)
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
            raise CaptureError("it is damaged", advice=_DAMAGED) from error
        members = self._zip.infolist()
        self._members = {each.filename: each for each in members}
        if len(self._members) != len(members):
            raise CaptureError("two of its parts have one name", advice=_DAMAGED)
        _check_sizes({each.filename: each.file_size for each in members})

    @property
    def names(self) -> frozenset[str]:
        """The names of the members."""
        return frozenset(self._members)

    def read(self, name: str) -> bytes:
        """A member. Raises CaptureError where there is none, or where it is not what the directory tells of it."""
        member = self._members.get(name)
        if member is None:
            raise CaptureError(f"it lacks {name}", advice=_DAMAGED)
        if member.compress_type not in (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED) or member.flag_bits & 1:
            raise CaptureError(f"{name} in it is packed in a way that no capture is", advice=_DAMAGED)
        try:
            with self._zip.open(member) as stream:
                data = stream.read(member.file_size)  # no more is unpacked, whatever the member holds
        except (zipfile.BadZipFile, zlib_error, EOFError, ValueError, NotImplementedError, OSError) as error:
            raise CaptureError(f"{name} in it is damaged", advice=_DAMAGED) from error
        if len(data) != member.file_size:
            raise CaptureError(f"{name} in it is damaged", advice=_DAMAGED)
        return data


def _check_directory(data: bytes) -> None:
    """The directory stands at the end, without a comment, and is no larger than one that could be of use."""
    if not data.startswith(b"PK\x03\x04"):
        raise CaptureError("it is no capture, since it is no zip file", advice="Name a file that Graphscope saved.")
    if len(data) < _END.size or not data[-_END.size :].startswith(b"PK\x05\x06"):
        raise CaptureError("it is cut short", advice=_DAMAGED)
    _, _, _, here, entries, size, _, _ = _END.unpack(data[-_END.size :])
    if here != entries or entries > MOST_MEMBERS or size > entries * _LONGEST_HEADING:
        raise CaptureError(f"it has more parts than the {MOST_MEMBERS:,} that a capture can have", advice=_DAMAGED)


def _check_sizes(sizes: Mapping[str, int]) -> None:
    advice = "Save fewer signatures at once."
    if len(sizes) > MOST_MEMBERS:
        raise CaptureError(f"it has more parts than the {MOST_MEMBERS:,} that a capture can have", advice=advice)
    for name, size in sizes.items():
        if size > LARGEST_MEMBER:
            limit = LARGEST_MEMBER >> 20
            raise CaptureError(f"{name} would unpack to more than the {limit} MiB that are allowed", advice=advice)
    if sum(sizes.values()) > LARGEST_WHOLE:
        raise CaptureError(f"it would unpack to more than {LARGEST_WHOLE >> 20} MiB", advice=advice)
