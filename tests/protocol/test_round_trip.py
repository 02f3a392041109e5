"""Every message class crosses the pipe unchanged, filled in every field."""

from __future__ import annotations

import dataclasses
import io
import itertools
import typing
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphscope.protocol.frames import decode, encode, read_frame
from graphscope.protocol.messages import FINAL_REPLIES, MESSAGES, Failed, OpenModule, Progress, Reply, Request
from graphscope.protocol.records import ConstantRecord, ErrorRecord, GraphRecord

Filled = typing.Callable[[Any], Any]


def filled(hint: Any, numbers: typing.Iterator[int]) -> Any:
    """A value for an annotation that is neither empty nor any field's default."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if dataclasses.is_dataclass(hint):
        return hint(**{name: filled(each, numbers) for name, each in typing.get_type_hints(hint).items()})
    if origin is typing.Union:
        return filled(arguments[0], numbers)
    if origin is tuple and arguments[-1] is Ellipsis:
        return (filled(arguments[0], numbers), filled(arguments[0], numbers))
    if origin is tuple:
        return tuple(filled(each, numbers) for each in arguments)
    if origin is dict:
        return {f"key {next(numbers)}": filled(arguments[1], numbers)}
    number = next(numbers)
    return {str: f"tëxt\n{number}\x1e", int: number, float: number + 0.5, bool: number % 2 == 0}[hint]


@pytest.mark.parametrize("kind", MESSAGES, ids=lambda kind: kind.__name__)
def test_that_a_message_comes_back_as_it_was(kind: type) -> None:
    message = filled(kind, itertools.count(1000))
    returned = decode(encode(message)[9:])
    assert returned == message
    assert type(returned) is kind


@pytest.mark.parametrize("kind", MESSAGES, ids=lambda kind: kind.__name__)
def test_that_no_field_is_left_at_its_default(kind: type) -> None:
    """So that the test above cannot pass by leaving a field out."""
    message = filled(kind, itertools.count(1001))
    for field in dataclasses.fields(kind):
        value = getattr(message, field.name)
        assert field.default is dataclasses.MISSING or isinstance(value, bool) or value != field.default
        assert not isinstance(value, (tuple, dict)) or value


def test_that_every_message_of_the_unions_is_in_the_list() -> None:
    assert set(typing.get_args(Request)) | set(typing.get_args(Reply)) == set(MESSAGES)


@pytest.mark.parametrize("kind", FINAL_REPLIES, ids=lambda kind: kind.__name__)
def test_that_a_final_reply_tells_the_number_of_its_mark(kind: type) -> None:
    assert "output_mark" in {field.name for field in dataclasses.fields(kind)}


def test_that_options_keep_their_types() -> None:
    message = filled(MESSAGES[4], itertools.count(1))
    options = {"a": True, "b": 1, "c": 1.0, "d": "1"}
    returned = decode(encode(dataclasses.replace(message, options=options))[9:])
    assert {name: type(value) for name, value in returned.options.items()} == {
        "a": bool,
        "b": int,
        "c": float,
        "d": str,
    }


def test_that_nothing_is_kept_of_an_absent_record() -> None:
    message = Failed(1, ErrorRecord("E", "m", None, None), 4)
    assert decode(encode(message)[9:]) == message


def test_that_floats_without_a_value_come_back() -> None:
    """Statistics of a constant may be infinite; the trace must still arrive."""
    record = filled(GraphRecord, itertools.count(1))
    record = dataclasses.replace(record, attribute_table=({"value": float("inf")}, {"value": None}))
    record = dataclasses.replace(record, constants={"0": ConstantRecord("float32", (), "inf")})
    trace_kind = next(kind for kind in MESSAGES if kind.__name__ == "SignatureTraced")
    message = filled(trace_kind, itertools.count(1))
    message = dataclasses.replace(message, trace=dataclasses.replace(message.trace, graph=record))
    assert decode(encode(message)[9:]) == message


@given(st.text(), st.lists(st.text()), st.integers(min_value=0))
def test_that_any_text_survives(path: str, arguments: list[str], generation: int) -> None:
    message = OpenModule(generation, path, tuple(arguments))
    assert decode(encode(message)[9:]) == message


@given(st.lists(st.text(), max_size=5))
def test_that_frames_are_read_one_by_one(texts: list[str]) -> None:
    stream = io.BytesIO(b"".join(encode(Progress(1, text)) for text in texts))
    read = [decode(payload).text for payload in iter(lambda: read_frame(stream), None)]
    assert read == texts
