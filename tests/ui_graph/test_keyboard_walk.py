"""Walking: down along outputs, up along inputs, sideways to siblings, and out of groups that end."""

from __future__ import annotations

import pytest

from graphscope.ui.graph.keyboard_walk import AFTER, BEFORE, IN, OUT, closing, first, into, step
from tests.ui_graph.pictures import clip_loop, grid


@pytest.mark.parametrize(
    ("start", "way", "end"),
    [
        ("", OUT, "x"),
        ("gone", IN, "x"),
        ("x", OUT, "dropout"),
        ("dropout", OUT, "matmul"),
        ("dropout", IN, "x"),
        ("while", IN, "matmul"),
        ("add", OUT, "add"),
        ("x", IN, "x"),
        ("cond", AFTER, "body"),
        ("body", BEFORE, "cond"),
        ("body", AFTER, "body"),
        ("less", OUT, "add"),
        ("less", IN, "matmul"),
    ],
)
def test_that_a_step_leads_along_wires_and_out_of_groups(start: str, way: str, end: str) -> None:
    assert step(*clip_loop(), start, way) == end


def test_that_siblings_in_the_same_row_come_first() -> None:
    drawn = grid(12, columns=4)
    assert step(*drawn, "n5", AFTER) == "n6"
    assert step(*drawn, "n5", BEFORE) == "n4"
    assert step(*drawn, "n5", OUT) == "n9"
    assert step(*drawn, "n5", IN) == "n1"


def test_that_one_goes_into_an_open_box_and_not_into_a_closed_one() -> None:
    picture, placement = clip_loop()
    assert into(picture, placement, "while") == "cond"
    assert into(picture, placement, "dropout") == "dropout"
    assert first(picture, placement) == "x"


def test_that_what_closes_is_the_nearest_open_box_that_can() -> None:
    picture, _ = clip_loop()
    assert closing(picture, "less") == "while"
    assert closing(picture, "while") == "while"
    assert closing(picture, "matmul") == ""
    assert closing(picture, "") == ""
