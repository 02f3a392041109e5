"""Inputs that took another's place, told from those that only changed places."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graphscope.analysis.rewirings import Source, swapped

SOURCES = st.lists(st.tuples(st.sampled_from("abcde"), st.integers(0, 1)), max_size=5)


def test_that_an_input_replaced_is_told_though_others_changed_places_with_it() -> None:
    was = [("normal", 0), ("stddev", 0)]
    assert swapped(was, [("other_stddev", 0), ("normal", 0)]) == [(("stddev", 0), ("other_stddev", 0))]


def test_that_places_decide_where_several_are_replaced() -> None:
    was, now = [("a", 0), ("b", 0), ("c", 1)], [("x", 0), ("b", 0), ("y", 1)]
    assert swapped(was, now) == [(("a", 0), ("x", 0)), (("c", 1), ("y", 1))]


@given(SOURCES, st.randoms())
def test_that_turning_inputs_round_replaces_none(was: list[Source], dice: object) -> None:
    now = list(was)
    dice.shuffle(now)  # type: ignore[attr-defined]
    assert swapped(was, now) == []


@given(SOURCES, SOURCES)
def test_that_what_is_lost_and_won_comes_out_even(was: list[Source], now: list[Source]) -> None:
    found = swapped(was, now)
    if len(was) != len(now):
        assert found == []
        return
    left = list(was)
    for old, new in found:
        left[left.index(old)] = new
    assert sorted(left) == sorted(now)
