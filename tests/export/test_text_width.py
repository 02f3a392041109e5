"""Widths of text without a toolkit: as Qt measures them, and cut so that they fit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QFontMetricsF

from graphscope.export.look import TYPES
from graphscope.export.text_width import ELLIPSIS, elide, text_width

WORDS = [
    "Placeholder",
    "line 11 · 8 ops · only in A",
    "float32[?, 4]",
    "model/dense_1/MatMul/ReadVariableOp",
    "×12 ↻ ◆ ƒ",
]


@pytest.mark.gui
@pytest.mark.parametrize("role", TYPES)
def test_that_text_is_as_wide_as_qt_sets_it(qapp: object, role: str) -> None:
    from graphscope.ui.fonts import load_fonts, role_font

    load_fonts()
    metrics = QFontMetricsF(role_font(role))
    for word in WORDS:
        assert text_width(word, role) == pytest.approx(metrics.horizontalAdvance(word), rel=0.03), word
        assert text_width(word, role) >= metrics.horizontalAdvance(word) - 0.5, word


@given(st.text(), st.floats(0, 300), st.sampled_from(sorted(TYPES)))
def test_that_elided_text_fits_and_begins_as_the_text_does(text: str, width: float, role: str) -> None:
    cut = elide(text, role, width)
    assert text_width(cut, role) <= width + 1e-6
    assert text.startswith(cut.removesuffix(ELLIPSIS).rstrip()) if cut != text else True


def test_that_text_which_fits_is_left_whole() -> None:
    assert elide("MatMul", "title", text_width("MatMul", "title")) == "MatMul"


def test_that_no_text_is_shown_where_not_even_one_letter_fits() -> None:
    assert elide("MatMul", "title", 5) == ""
