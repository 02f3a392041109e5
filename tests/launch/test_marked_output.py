"""Raw output is cut at its marks, however it was split over reads."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from graphscope.launch.marked_output import MarkedOutput

WORD = "5eb2"
chunks = st.lists(st.text(max_size=12), max_size=6)


def cut(data: bytes, places: list[int]) -> list[bytes]:
    """``data`` in parts, cut at ``places``."""
    edges = sorted({min(place, len(data)) for place in places} | {0, len(data)})
    return [data[start:end] for start, end in itertools.pairwise(edges)]


def pieces(parts: list[bytes]) -> list[str | int]:
    """Everything MarkedOutput tells of ``parts``, neighbouring texts joined."""
    marked = MarkedOutput(WORD)
    told: list[str | int] = []
    for part in [*parts, b""]:
        for piece in marked.feed(part) if part else marked.close():
            if isinstance(piece, str) and told and isinstance(told[-1], str):
                told[-1] += piece
            else:
                told.append(piece)
    return told


@given(chunks, st.lists(st.integers(min_value=0, max_value=200)))
def test_that_text_and_marks_come_out_as_they_went_in(texts: list[str], places: list[int]) -> None:
    data, expected = b"", []
    for number, text in enumerate(texts, start=1):
        data += text.encode() + f"\x1e{WORD}:{number}\x1e".encode()
        expected += [text, number] if text else [number]
    assert pieces(cut(data, places)) == expected


@given(st.binary(max_size=60), st.lists(st.integers(min_value=0, max_value=60)))
def test_that_no_byte_is_lost_however_reads_fall(data: bytes, places: list[int]) -> None:
    text = data.decode("utf-8", "replace")
    assert pieces(cut(data, places)) == ([text] if text else [])


def test_that_a_character_cut_by_a_mark_does_not_spoil_what_follows() -> None:
    assert pieces(["é".encode()[:1] + f"\x1e{WORD}:1\x1e".encode() + b"a"]) == ["�", 1, "a"]


def test_that_a_mark_of_another_word_is_text() -> None:
    assert pieces([b"\x1eother:1\x1e"]) == ["\x1eother:1\x1e"]
    assert pieces([f"\x1e{WORD}:x\x1e".encode()]) == [f"\x1e{WORD}:x\x1e"]


def test_that_text_is_told_at_once_unless_it_may_be_a_mark() -> None:
    marked = MarkedOutput(WORD)
    assert list(marked.feed(b"a\x1e")) == ["a"]
    assert list(marked.feed(b"b")) == ["\x1eb"]
    assert list(marked.feed(f"c\x1e{WORD}:1".encode())) == ["c"]
    assert list(marked.feed(b"2\x1ed")) == [12, "d"]


def test_that_what_was_held_back_is_told_at_the_end() -> None:
    marked = MarkedOutput(WORD)
    assert list(marked.feed(b"\x1e5e")) == []
    assert list(marked.close()) == ["\x1e5e"]
