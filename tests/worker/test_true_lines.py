"""Unfolding of backslash continuations can be undone, character by character."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graphscope.worker.true_lines import UnfoldedSource

LINES = st.lists(st.text(alphabet="ab é=", max_size=6), min_size=1, max_size=8)


@given(LINES, st.data())
def test_that_every_kept_character_is_found_again_where_it_stood(lines, data):
    joins = data.draw(st.lists(st.booleans(), min_size=len(lines) - 1, max_size=len(lines) - 1))
    original = lines[0]
    for line, folded in zip(lines[1:], joins, strict=True):
        original += ("\\\n" if folded else "\n") + line
    source = UnfoldedSource(original)
    rows = original.split("\n")
    for index, row in enumerate(original.replace("\\\n", "").split("\n")):
        assert source.row(index) == row
        for column, character in enumerate(row):
            line, place = source.place(index, column)
            assert rows[line][place] == character


def test_that_a_statement_after_a_continuation_keeps_its_own_line():
    source = UnfoldedSource("y = x \\\n    + 1\nif y:\n    pass\n")
    assert source.place(1, 0) == (2, 0)
    assert source.place(0, 7) == (1, 1)
