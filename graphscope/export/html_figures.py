"""Graphs as figures of an HTML page: the drawing that is exported as SVG, in colours that follow light and dark."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from types import TracebackType

from graphscope.analysis.lit_boxes import differing_boxes
from graphscope.analysis.picture import NodeId, Picture
from graphscope.export.drawing import make_drawing
from graphscope.export.exhibition_drawing import Placed, place_exhibit
from graphscope.export.exhibits import Exhibit
from graphscope.export.look import load_theme
from graphscope.export.markup import Markup, tag
from graphscope.export.overlays import NO_OVERLAYS, Overlays
from graphscope.export.shapes import Drawing, Figure, Shape, Text
from graphscope.export.svg import svg_element
from graphscope.layout.dot_process import DotProcess

_LIGHT, _DARK = "light", "dark"


class Figures:
    """Draws exhibits; ``with`` it, since a process places them. ``rules`` are the colours that they came to need."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._sources = sources
        self._dot = DotProcess()
        self._names: dict[tuple[str, str], str] = {}

    def __enter__(self) -> Figures:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._dot.close()

    def figure(
        self, exhibit: Exhibit, added: Collection[NodeId] = frozenset(), changed: Collection[NodeId] = frozenset()
    ) -> Markup:
        """The first view of a graph with a caption; boxes that hold ops of ``added`` or ``changed`` are marked."""
        placed = place_exhibit(exhibit, self._sources, self._dot)
        overlays = _marks(placed.picture, added, changed) if added or changed else NO_OVERLAYS
        light, dark = (
            make_drawing(placed.picture, placed.placement, load_theme(theme), overlays, exhibit.title)
            for theme in (_LIGHT, _DARK)
        )
        drawing = svg_element(self._of_both(light, dark))
        return tag(
            "figure", tag("figcaption", exhibit.title, _note(placed)), tag("div", drawing, class_="graph", tabindex="0")
        )

    def rules(self) -> str:
        """The variables that stand for colours, in light and in dark."""
        return colour_rules({name: pair for pair, name in self._names.items()})

    def _of_both(self, light: Drawing, dark: Drawing) -> Drawing:
        """One drawing, each colour in it a variable: the two differ in nothing else."""
        figures = tuple(self._figure(a, b) for a, b in zip(light.figures, dark.figures, strict=True))
        return replace(light, background=self._colour(light.background, dark.background), figures=figures)

    def _figure(self, light: Figure, dark: Figure) -> Figure:
        shapes = tuple(self._shape(a, b) for a, b in zip(light.shapes, dark.shapes, strict=True))
        return replace(light, shapes=shapes)

    def _shape(self, light: Shape, dark: Shape) -> Shape:
        if isinstance(light, Text):
            assert isinstance(dark, Text)
            return replace(light, colour=self._colour(light.colour, dark.colour))
        assert not isinstance(dark, Text)
        return replace(light, fill=self._colour(light.fill, dark.fill), line=self._colour(light.line, dark.line))

    def _colour(self, light: str, dark: str) -> str:
        if not light and not dark:
            return ""
        name = self._names.setdefault((light, dark), f"--g{len(self._names)}")
        return f"var({name})"


def colour_rules(colours: Mapping[str, tuple[str, str]]) -> str:
    """Style rules that give each variable its light or its dark colour, as the reader's system has it."""
    light = "".join(f"{name}:{pair[0] or 'none'};" for name, pair in colours.items())
    dark = "".join(f"{name}:{pair[1] or 'none'};" for name, pair in colours.items())
    return f":root{{{light}}}\n@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"


def _marks(picture: Picture, added: Collection[NodeId], changed: Collection[NodeId]) -> Overlays:
    only, differing = differing_boxes(picture, added, changed)
    return Overlays(only=only, changed=differing)


def _note(placed: Placed) -> Markup:
    closed = [box for box in placed.picture.boxes.values() if box.can_open and not box.is_open]
    inside = sum(len(box.nodes) for box in closed)
    told = [placed.note] if placed.note else []
    if closed:
        told.append(f"{len(closed)} boxes are closed here, with {inside:,} ops; the window opens them")
    return tag("small", "; ".join(told)) if told else Markup("")
