"""Labels of a whole picture: none lies on another, whichever boxes their wires leave."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from graphscope.analysis.picture import Wire
from graphscope.export.label_places import place_labels, span_of
from graphscope.export.legible import MARGIN
from graphscope.export.wire_labels import Label, Pair
from graphscope.layout.placement import Rect, Route


def leaving(source: str, x: float, y: float, label: str, swing: float = 0.0) -> Pair:
    """A wire that falls from (x, y), and may swing to the side."""
    end = (x + swing, y + 90)
    points = ((x, y), (x, y + 50), (end[0], end[1] - 50), end)
    return Wire(source, f"{source}'", label=label), Route(source, f"{source}'", points, curved=True)


def apart(labels: dict[int, Label]) -> bool:
    return all(
        one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        for one, other in itertools.combinations(map(span_of, labels.values()), 2)
    )


def test_that_of_two_neighbours_one_label_goes_to_the_other_side() -> None:
    rects = {"a": Rect(0, 0, 120, 36), "b": Rect(125, 0, 120, 36)}
    pairs = [leaving("a", 100, 36, "float32[8, 10]"), leaving("b", 150, 36, "int32[8]")]
    labels = place_labels(pairs, rects)
    assert set(labels) == {0, 1}
    assert apart(labels)


def test_that_a_label_stands_off_the_curve_of_its_own_wire() -> None:
    pairs = [leaving("a", 60, 36, "float32[?, 4]", swing=70)]
    label = place_labels(pairs, {"a": Rect(0, 0, 120, 36)})[0]
    points = pairs[0][1].points
    for step in range(50):
        t = step / 49
        x, y = (
            (1 - t) ** 3 * points[0][axis]
            + 3 * (1 - t) ** 2 * t * points[1][axis]
            + 3 * (1 - t) * t**2 * points[2][axis]
            + t**3 * points[3][axis]
            for axis in (0, 1)
        )
        left, top, right, bottom = span_of(label)
        assert not (left < x < right and top < y < bottom)


def test_that_a_label_of_the_outermost_wire_does_not_reach_out_of_the_picture() -> None:
    rects = {"a": Rect(0, 0, 120, 36), "b": Rect(0, 126, 120, 36)}
    labels = place_labels([leaving("a", 118, 36, "float32[8, 10]")], rects)
    (left, _, right, _) = span_of(labels[0])
    assert left >= 0
    assert right <= 120 + MARGIN


@given(
    st.lists(
        st.tuples(st.integers(0, 400), st.integers(0, 60), st.sampled_from(("bool[]", "float32[8, 10]"))), max_size=12
    )
)
def test_that_no_label_lies_on_another(wires: list[tuple[int, int, str]]) -> None:
    pairs = [leaving(f"box{at}", x, y + 36, label) for at, (x, y, label) in enumerate(wires)]
    rects = {f"box{at}": Rect(x - 60, y, 120, 36) for at, (x, y, _) in enumerate(wires)}
    assert apart(place_labels(pairs, rects))
