"""Graphs as figures of an HTML page: the drawing that is exported as SVG, in colours that follow light and dark."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import TracebackType

from graphscope.analysis.build_picture import build_picture
from graphscope.analysis.default_view import default_view
from graphscope.analysis.lit_boxes import differing_boxes
from graphscope.analysis.picture import Box, NodeId, Picture
from graphscope.analysis.versions import Versions
from graphscope.analysis.view_state import ViewState
from graphscope.export.drawing import make_drawing
from graphscope.export.exhibition_drawing import Placed, hidden_note, place_exhibit
from graphscope.export.exhibits import Exhibit
from graphscope.export.first_view import MOST_BOXES
from graphscope.export.lay_out import lay_out_well
from graphscope.export.look import load_theme
from graphscope.export.markup import Markup, tag
from graphscope.export.overlays import NO_OVERLAYS, Overlays
from graphscope.export.shapes import Drawing, Figure, Shape, Text
from graphscope.export.svg import svg_element
from graphscope.export.version_drawing import WholeDrawing, ghosts, version_picture, version_placement
from graphscope.layout.dot_process import DotProcess
from graphscope.model.trace import ConcreteFunction, Statement

_LIGHT, _DARK = "light", "dark"


@dataclass(frozen=True)
class Marks:
    """What a version of a graph has that the one ``before`` has not, or not so."""

    added: Collection[NodeId] = frozenset()
    changed: Collection[NodeId] = frozenset()
    before: ConcreteFunction | None = None


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

    def figure(self, exhibit: Exhibit) -> Markup:
        """The first view of a graph with a caption."""
        return self._drawn(exhibit, place_exhibit(exhibit, self._sources, self._dot), NO_OVERLAYS)

    def whole(self, graphs: Sequence[ConcreteFunction], statements: tuple[Statement, ...] | None) -> WholeDrawing:
        """One drawing of what any of these versions of a graph has, for ``version`` to show each at its places."""
        versions = Versions(graphs)
        view = default_view(versions.whole, statements, self._sources, lambda picture: len(picture.boxes) <= MOST_BOXES)
        view, picture = _opened(versions, view)
        return WholeDrawing(versions, view, picture, lay_out_well(picture, self._dot))

    def alone(self, exhibit: Exhibit) -> Markup:
        """A graph that is no version of another, with what the runtime took apart open as far as can be read."""
        return self.version(exhibit, self.whole([exhibit.concrete], exhibit.statements), Marks())

    def version(self, exhibit: Exhibit, whole: WholeDrawing, marks: Marks) -> Markup:
        """One version of a graph, with its marks; what the one before has besides is seen where it stood."""
        picture = version_picture(whole, exhibit.concrete)
        placed = Placed(picture, version_placement(whole, picture), hidden_note(picture))
        only, differing = differing_boxes(picture, marks.added, marks.changed)
        gone = ghosts(whole, version_picture(whole, marks.before), picture) if marks.before is not None else ()
        return self._drawn(exhibit, placed, Overlays(only=only, changed=differing, ghosts=gone))

    def _drawn(self, exhibit: Exhibit, placed: Placed, overlays: Overlays) -> Markup:
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


def _opened(versions: Versions, view: ViewState) -> tuple[ViewState, Picture]:
    """With loops and branches open that the runtime took apart, as far as can be read: a page opens nothing later."""
    picture = build_picture(versions.whole, view, versions)
    tried: set[str] = set()
    while closed := [box.id for box in picture.boxes.values() if _can_open(box) and box.id not in tried]:
        tried.add(closed[0])
        wider = replace(view, opened=view.opened | {closed[0]})
        opened = build_picture(versions.whole, wider, versions)
        if len(opened.boxes) <= MOST_BOXES:
            view, picture = wider, opened
    return view, picture


def _can_open(box: Box) -> bool:
    return box.kind == "region" and box.can_open and not box.is_open


def _note(placed: Placed) -> Markup:
    closed = [box for box in placed.picture.boxes.values() if box.can_open and not box.is_open]
    inside = sum(len(box.nodes) for box in closed)
    told = [placed.note] if placed.note else []
    if closed:
        told.append(f"{len(closed)} boxes are closed here, with {inside:,} ops; the window opens them")
    return tag("small", "; ".join(told)) if told else Markup("")
