"""Messages as tagged JSON frames: encode, decode, read and write; never pickle, unknown fields refused.

A frame is an eight-digit hexadecimal byte count, a newline, and that many bytes of JSON:
``{"@kind": "TraceSignature", "generation": 3, …}``.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import itertools
import json
import typing
from dataclasses import dataclass
from typing import Any, BinaryIO, Dict, Optional, Tuple

from graphscope.errors import ProtocolError
from graphscope.protocol.messages import MESSAGES
from graphscope.protocol.without_collecting import without_collecting

_KINDS: Dict[str, type] = {message.__name__: message for message in MESSAGES}
_HEADER = 9
_LARGE = 1 << 18
_TAG = "@kind"  # no field can be called that; some are called kind
LARGEST_FRAME = 1 << 31
_PLAIN = (str, int, float, bool)
_ROWS: Dict[Any, type] = {Tuple[each, ...]: each for each in _PLAIN}
_hints: Dict[type, Dict[str, Any]] = {}


def encode(message: Any) -> bytes:
    """The whole frame of one message, header included."""
    body = _plain(message)
    body[_TAG] = type(message).__name__
    payload = json.dumps(body, ensure_ascii=True, separators=(",", ":")).encode("ascii")
    return b"%08x\n" % len(payload) + payload


def decode(payload: bytes) -> Any:
    """The message of one frame's payload. Raises ProtocolError for anything that is not in the protocol."""
    with without_collecting() if len(payload) > _LARGE else contextlib.nullcontext():
        return _decoded(payload)


def _decoded(payload: bytes) -> Any:
    try:
        body = json.loads(payload)
    except ValueError as error:
        raise ProtocolError(f"a frame is not JSON: {error}") from error
    if not isinstance(body, dict) or str(body.get(_TAG)) not in _KINDS:
        raise ProtocolError(f"a frame of unknown kind: {payload[:80]!r}")
    kind = _KINDS[str(body.pop(_TAG))]
    return _built(kind, body)


def to_plain(record: Any) -> Dict[str, Any]:
    """A record as plain values that JSON can hold."""
    return _plain(record)


def from_plain(kind: Any, body: Any) -> Any:
    """The record of class ``kind`` that ``to_plain`` made ``body`` of. Raises ProtocolError for anything else."""
    return _built(kind, body)


def read_frame(stream: BinaryIO) -> Optional[bytes]:
    """The next frame's payload, or None at the end of the stream. Blocks."""
    header = stream.read(_HEADER)
    if not header:
        return None
    try:
        size = int(header, 16)
    except ValueError as error:
        raise ProtocolError(f"not a frame header: {header!r}") from error
    if len(header) < _HEADER or header[-1:] != b"\n" or not 0 <= size <= LARGEST_FRAME:
        raise ProtocolError(f"not a frame header: {header!r}")
    payload = stream.read(size)
    if len(payload) < size:
        return None
    return payload


def _plain(value: Any) -> Dict[str, Any]:
    """Dataclasses as dicts, one level of dispatch; columns of plain values pass through untouched."""
    return {each.name: _plain_field(getattr(value, each.name)) for each in dataclasses.fields(value)}


def _plain_field(value: Any) -> Any:
    if dataclasses.is_dataclass(value):
        return _plain(value)
    if isinstance(value, tuple) and value and dataclasses.is_dataclass(value[0]):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {key: _plain_field(each) for key, each in value.items()}
    return value


def _built(kind: Any, body: Dict[str, Any]) -> Any:
    """A dataclass from its dict; fields that are unknown or missing are refused."""
    hints = _hints.get(kind)
    if hints is None:
        hints = _hints[kind] = typing.get_type_hints(kind)
    if not isinstance(body, dict):
        raise ProtocolError(f"{kind.__name__} is not an object")
    if not hints.keys() >= body.keys():
        unknown = sorted(set(body) - set(hints))
        raise ProtocolError(f"{kind.__name__} has no field {unknown[0]!r}")
    try:
        return kind(**{name: _typed(hints[name], value) for name, value in body.items()})
    except TypeError as error:
        raise ProtocolError(f"{kind.__name__}: {error}") from error


def _typed(hint: Any, value: Any) -> Any:
    """``value`` as the annotation ``hint`` has it: lists become tuples, objects dataclasses."""
    if type(value) is hint:
        return value
    origin, arguments = _parts(hint)
    if origin is dataclass:
        return _built(hint, value)
    if origin is typing.Union:
        return _one_of(arguments, value)
    if origin is tuple:
        return _tuple(arguments, value)
    if origin is dict:
        if not isinstance(value, dict):
            raise ProtocolError(f"expected an object, got {type(value).__name__}")
        inner = arguments[1]
        return {key: _typed(inner, each) for key, each in value.items()}
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if isinstance(hint, type) and (not isinstance(value, hint) or (hint is int and isinstance(value, bool))):
        raise ProtocolError(f"expected {hint.__name__}, got {type(value).__name__}")
    return value


@functools.lru_cache(maxsize=None)
def _parts(hint: Any) -> Tuple[Any, Tuple[Any, ...]]:
    """Origin and arguments of a hint; remembered, since a graph with many constants asks a hundred thousand times."""
    return (dataclass, ()) if dataclasses.is_dataclass(hint) else (typing.get_origin(hint), typing.get_args(hint))


def _one_of(hints: Tuple[Any, ...], value: Any) -> Any:
    if type(value) in hints:
        return value
    for each in hints:
        if dataclasses.is_dataclass(each):
            return _built(each, value)
    if float in hints and type(value) is int:
        return float(value)
    raise ProtocolError(f"{type(value).__name__} is none of the types expected")


def _tuple(arguments: Tuple[Any, ...], value: Any) -> Any:
    if not isinstance(value, list):
        raise ProtocolError(f"expected a list, got {type(value).__name__}")
    inner = arguments[0]
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        # Columns of 100,000 rows: all at once, since a call for each would take longer than reading the JSON.
        if inner in _PLAIN:
            return tuple(_column(inner, value))
        if inner in _ROWS:
            _column(list, value)
            _column(_ROWS[inner], itertools.chain.from_iterable(value))
            return tuple(map(tuple, value))
        return tuple([_typed(inner, each) for each in value])
    if len(value) != len(arguments):
        raise ProtocolError(f"expected {len(arguments)} values, got {len(value)}")
    return tuple([_typed(each, part) for each, part in zip(arguments, value)])


def _column(kind: type, values: Any) -> Any:
    """The values, all of which must be of that type."""
    others = set(map(type, values)) - {kind}
    if others:
        raise ProtocolError(f"expected {kind.__name__} throughout, got {others.pop().__name__}")
    return values
