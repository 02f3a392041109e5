"""What is painted once more over strands, so that it is read: titles of the frames they enter, labels beside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graphscope.analysis.bundle import Bundle
from graphscope.export.frame_shapes import open_frame
from graphscope.export.look import Theme
from graphscope.export.shapes import Block, Figure, Shape, Text
from graphscope.export.text_width import text_width
from graphscope.export.wire_labels import Label, span_of
from graphscope.ui.graph.scene_index import SceneIndex

_AROUND = 3.0


def title_figures(index: SceneIndex, theme: Theme, bundles: Iterable[Bundle]) -> list[Figure]:
    """The bands, or the words, on top of the open boxes that the strands of these bundles run into or out of."""
    frames = dict.fromkeys(frame for bundle in bundles for frame in _frames(index, bundle))
    return [Figure("", "", _title(index, theme, frame)) for frame in frames]


def _frames(index: SceneIndex, bundle: Bundle) -> Iterator[str]:
    for strand in bundle.strands:
        for inner, outer in ((strand.source, bundle.source), (strand.target, bundle.target)):
            while inner != outer and inner in index.row:
                inner = index.picture.boxes[inner].parent
                if inner in index.row:
                    yield inner


def _title(index: SceneIndex, theme: Theme, frame: str) -> tuple[Shape, ...]:
    box, look = index.picture.boxes[frame], theme.look(index.picture.boxes[frame].look)
    shapes = open_frame(box, index.rects[index.row[frame]], look)[1:]
    if look.band and box.kind != "part":
        return shapes
    words = (shape for shape in shapes if isinstance(shape, Text))
    return tuple(each for text in words for each in (_ground(text, look.fill), text))


def _ground(text: Text, colour: str) -> Block:
    width = text_width(text.text, text.role)
    return Block(text.x - _AROUND, text.baseline - 11, width + 2 * _AROUND, 15, 4, colour)


def label_figure(label: Label, theme: Theme, ground: str) -> Figure:
    """The label of a wire that is taken apart, on a patch of the colour ``ground``."""
    left, top, right, bottom = span_of(label)
    patch = Block(left - _AROUND, top - 2, right - left + 2 * _AROUND, bottom - top + 3, 4, ground)
    words = Text(label.x, label.baseline, label.text, "label", theme.colours["wire_label"], label.anchor)
    return Figure("", "", (patch, words))


def middle_of(label: Label) -> tuple[float, float]:
    """The middle of what a label covers."""
    left, top, right, bottom = span_of(label)
    return (left + right) / 2, (top + bottom) / 2
