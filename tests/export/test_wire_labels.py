"""Labels of wires: told once, off their own line, and never on one another."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from graphscope.analysis.picture import Wire
from graphscope.export.text_width import text_width
from graphscope.export.wire_labels import Label, Pair, labels_of
from graphscope.layout.placement import Rect, Route

BOX = Rect(0, 0, 190, 36)


def down(start: float, end: float, label: str = "float32[?, 4]") -> Pair:
    return Wire("a", f"b{end}", label=label), Route("a", f"b{end}", ((start, 36.0), (end, 100.0)))


def span(label: Label) -> tuple[float, float]:
    width = text_width(label.text, "label")
    return (label.x, label.x + width) if label.anchor == "start" else (label.x - width, label.x)


def test_that_the_same_tensor_is_told_once_on_the_open_side() -> None:
    labels = labels_of([down(60, 10), down(120, 130)], BOX)
    assert list(labels) == [1]
    assert span(labels[1])[0] > 120


def test_that_two_tensors_are_told_on_either_side() -> None:
    labels = labels_of([down(60, 60, "bool[]"), down(80, 80, "int32[2]")], BOX)
    assert labels[0].anchor == "end"
    assert labels[1].anchor == "start"


def test_that_a_short_wire_has_no_label() -> None:
    assert labels_of([(Wire("a", "b", label="bool[]"), Route("a", "b", ((50, 36), (50, 56))))], BOX) == {}


def test_that_a_wire_to_the_right_has_its_label_above_it() -> None:
    pair = (Wire("a", "b", label="bool[]"), Route("a", "b", ((190, 18), (300, 18))))
    label = labels_of([pair], BOX)[0]
    assert (label.anchor, label.baseline < 18, label.x > 190) == ("start", True, True)


@given(st.lists(st.tuples(st.integers(5, 185), st.integers(-300, 500), st.sampled_from("abcd")), max_size=6))
def test_that_labels_of_one_box_lie_on_no_line_and_not_on_one_another(wires: list[tuple[int, int, str]]) -> None:
    pairs = [down(start, end, f"float32[{name}]") for start, end, name in wires]
    labels = labels_of(pairs, BOX)
    spans = sorted(map(span, labels.values()))
    assert all(right <= left for (_, right), (left, _) in itertools.pairwise(spans))
    assert len({label.text for label in labels.values()}) == len(labels)
    for at, label in labels.items():
        (x0, y0), (x1, y1) = pairs[at][1].points
        for y in (label.baseline - 7, label.baseline):
            on_line = x0 + (x1 - x0) * (y - y0) / (y1 - y0)
            assert not span(label)[0] < on_line < span(label)[1]
