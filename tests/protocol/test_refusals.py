"""What is not in the protocol is refused, in words that say what was wrong."""

from __future__ import annotations

import io
import json

import pytest

from graphscope.errors import ProtocolError
from graphscope.protocol.frames import decode, encode, read_frame
from graphscope.protocol.messages import OpenModule, Progress


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ({"@kind": "OpenModule", "generation": 1, "path": "a.py", "code": "x"}, "OpenModule has no field 'code'"),
        ({"@kind": "OpenModule", "generation": 1}, "OpenModule: .*'path'"),
        ({"@kind": "OpenModule", "generation": "1", "path": "a.py"}, "expected int, got str"),
        ({"@kind": "OpenModule", "generation": True, "path": "a.py"}, "expected int, got bool"),
        ({"@kind": "OpenModule", "generation": 1, "path": None}, "expected str, got NoneType"),
        ({"@kind": "OpenModule", "generation": 1, "path": "a.py", "arguments": "ab"}, "expected a list, got str"),
        ({"@kind": "Failed", "generation": 1, "exit_code": 4, "error": "no"}, "ErrorRecord is not an object"),
        (
            {"@kind": "Failed", "generation": 1, "exit_code": 4, "error": {"type": "E", "message": "m", "trace": ""}},
            "ErrorRecord has no field 'trace'",
        ),
        ({"@kind": "RunGrappler", "generation": 1, "signature": "", "options": []}, "expected an object, got list"),
        ({"@kind": "ErrorRecord", "type": "E", "message": "m"}, "unknown kind"),
        ({"@kind": "object"}, "unknown kind"),
        ({"@kind": ["OpenModule"]}, "unknown kind"),
        ({"generation": 1}, "unknown kind"),
        (["OpenModule"], "unknown kind"),
        ("OpenModule", "unknown kind"),
    ],
)
def test_that_a_frame_which_is_no_message_is_refused(body: object, complaint: str) -> None:
    with pytest.raises(ProtocolError, match=complaint):
        decode(json.dumps(body).encode())


@pytest.mark.parametrize("payload", [b"", b"{", b"\xff\xfe", b"\x80\x04K\x01."])
def test_that_a_frame_which_is_no_json_is_refused(payload: bytes) -> None:
    with pytest.raises(ProtocolError, match="not JSON"):
        decode(payload)


@pytest.mark.parametrize(
    "header", [b"Welcome to host", b"0000", b"00000004 {}", b"-0000001\n", b"ffffffff\n{}", b"\n" * 9]
)
def test_that_what_is_no_header_is_refused(header: bytes) -> None:
    with pytest.raises(ProtocolError, match="not a frame header"):
        read_frame(io.BytesIO(header))


def test_that_a_frame_cut_short_is_the_end() -> None:
    whole = encode(OpenModule(1, "a.py"))
    for length in range(9, len(whole)):
        assert read_frame(io.BytesIO(whole[:length])) is None


def test_that_what_follows_a_frame_is_left_for_the_next() -> None:
    stream = io.BytesIO(encode(Progress(1, "a")) + encode(Progress(2, "b")))
    read_frame(stream)
    assert decode(read_frame(stream) or b"") == Progress(2, "b")
    assert read_frame(stream) is None
