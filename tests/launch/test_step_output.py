"""What was printed is kept step by step, within bounds, and taken once its mark has come by."""

from __future__ import annotations

import threading

from hypothesis import given
from hypothesis import strategies as st

from graphscope.launch.limited_text import LimitedText
from graphscope.launch.step_output import StepOutput


def mark(number: int) -> bytes:
    """A mark as the worker writes it."""
    return f"\x1eword:{number}\x1e".encode()


def test_that_each_step_gets_what_it_printed() -> None:
    heard: list[str] = []
    output = StepOutput("word", heard.append)
    output.feed(b"one" + mark(1) + b"two")
    output.feed(b" more" + mark(2) + b"rest")
    assert [output.take(1, 0), output.rest()] == ["onetwo more", "rest"]
    assert "".join(heard) == "onetwo morerest"


def test_that_steps_taken_in_turn_are_kept_apart() -> None:
    output = StepOutput("word", lambda text: None)
    output.feed(b"one" + mark(1))
    assert output.take(1, 0) == "one"
    output.feed(b"two" + mark(2))
    assert output.take(2, 0) == "two"


def test_that_a_take_waits_for_its_mark() -> None:
    output = StepOutput("word", lambda text: None)
    output.feed(b"early ")
    thread = threading.Thread(target=lambda: output.feed(b"late" + mark(1)))
    thread.start()
    assert output.take(1, 10) == "early late"
    thread.join()


def test_that_a_mark_that_never_comes_is_not_waited_for_long() -> None:
    output = StepOutput("word", lambda text: None)
    output.feed(b"something")
    assert output.take(1, 0.01) == "something"
    output.feed(b" else" + mark(1) + b"next" + mark(2))
    assert output.take(2, 0) == " elsenext"


def test_that_the_end_of_the_output_ends_the_wait() -> None:
    output = StepOutput("word", lambda text: None)
    output.feed(b"last words")
    output.feed(b"")
    assert output.take(1, 60) == "last words"


def test_that_the_recent_output_outlives_a_take() -> None:
    output = StepOutput("word", lambda text: None)
    output.feed(b"F0000 Check failed: x\n" + mark(1))
    output.take(1, 0)
    assert output.recent() == "F0000 Check failed: x\n"


@given(st.lists(st.text(max_size=30), max_size=30), st.integers(min_value=1, max_value=20))
def test_that_beginning_and_end_are_kept_and_the_gap_is_told(texts: list[str], kept: int) -> None:
    limited = LimitedText(kept)
    for text in texts:
        limited.add(text)
    whole = "".join(texts)
    if len(whole) <= 2 * kept:
        assert limited.text() == whole
    else:
        gap = f"\n… {len(whole) - 2 * kept:,} characters left out …\n"
        assert limited.text() == whole[:kept] + gap + whole[-kept:]
    assert limited.last(kept) == whole[-kept:]


def test_that_endless_output_is_held_in_bounded_room() -> None:
    limited = LimitedText()
    for _ in range(200):
        limited.add("x" * 50_000)
    assert len(limited.text()) < 400_100
    assert "9,600,000 characters left out" in limited.text()
