"""Messages as tagged JSON frames: encode, decode, read and write; never pickle, unknown fields refused.

A frame is an eight-digit hexadecimal byte count, a newline, and that many bytes of JSON:
``{"@kind": "TraceSignature", "generation": 3, …}``.
"""

from __future__ import annotations

import dataclasses
import json
import typing
from typing import Any, BinaryIO, Dict, Optional, Tuple

from graphscope.errors import ProtocolError
from graphscope.protocol.messages import MESSAGES

_KINDS: Dict[str, type] = {message.__name__: message for message in MESSAGES}
_HEADER = 9
_TAG = "@kind"  # no field can be called that; some are called kind
LARGEST_FRAME = 1 << 31
_PLAIN = (str, int, float, bool)
_ROWS = tuple([Tuple[each, ...] for each in _PLAIN])
_hints: Dict[type, Dict[str, Any]] = {}


def encode(message: Any) -> bytes:
    """The whole frame of one message, header included."""
    body = _plain(message)
    body[_TAG] = type(message).__name__
    payload = json.dumps(body, ensure_ascii=True, separators=(",", ":")).encode("ascii")
    return b"%08x\n" % len(payload) + payload


def decode(payload: bytes) -> Any:
    """The message of one frame's payload. Raises ProtocolError for anything that is not in the protocol."""
    try:
        body = json.loads(payload)
    except ValueError as error:
        raise ProtocolError(f"a frame is not JSON: {error}") from error
    if not isinstance(body, dict) or str(body.get(_TAG)) not in _KINDS:
        raise ProtocolError(f"a frame of unknown kind: {payload[:80]!r}")
    kind = _KINDS[str(body.pop(_TAG))]
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


def _plain(value: Any) -> Any:
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
    unknown = set(body) - set(hints)
    if unknown:
        raise ProtocolError(f"{kind.__name__} has no field {sorted(unknown)[0]!r}")
    try:
        return kind(**{name: _typed(hints[name], value) for name, value in body.items()})
    except TypeError as error:
        raise ProtocolError(f"{kind.__name__}: {error}") from error


def _typed(hint: Any, value: Any) -> Any:
    """``value`` as the annotation ``hint`` has it: lists become tuples, objects dataclasses."""
    if dataclasses.is_dataclass(hint):
        return _built(hint, value)
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Union:
        if value is None:
            return None
        for each in arguments:
            if dataclasses.is_dataclass(each):
                return _built(each, value)
        return value
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


def _tuple(arguments: Tuple[Any, ...], value: Any) -> Any:
    if not isinstance(value, list):
        raise ProtocolError(f"expected a list, got {type(value).__name__}")
    inner = arguments[0]
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        if inner in _PLAIN:
            return tuple(value)
        if inner in _ROWS:
            # Columns of 100,000 rows: all at once, since a call for each would take longer than reading the JSON.
            if not set(map(type, value)) <= {list}:
                raise ProtocolError("expected lists in a list")
            return tuple(map(tuple, value))
        return tuple([_typed(inner, each) for each in value])
    return tuple(value)
