"""The drawing of exhibits: every graph as the window first shows it, alone or side by side; writing is the format's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from graphscope.analysis.build_picture import build_picture
from graphscope.analysis.default_view import default_view
from graphscope.analysis.picture import Picture
from graphscope.analysis.trim_words import hidden_words
from graphscope.export.drawing import make_drawing
from graphscope.export.exhibits import Exhibit, Exhibition
from graphscope.export.lay_out import lay_out_well
from graphscope.export.look import load_theme
from graphscope.export.shapes import Drawing
from graphscope.export.side_by_side import Panel, side_by_side
from graphscope.layout.dot_process import DotProcess
from graphscope.layout.placement import Placement


@dataclass(frozen=True)
class Placed:
    """The first view of an exhibit and where its boxes lie. ``note`` says what is left out, since a reader counts."""

    picture: Picture
    placement: Placement
    note: str


def draw(shown: Exhibition, theme: str = "light", tell: Callable[[str], None] = lambda text: None) -> Drawing:
    """Lay out and draw every graph; ``tell`` hears which is under way. Blocks."""
    colours = load_theme(theme)
    dot = DotProcess()
    try:
        panels = []
        for exhibit in shown.exhibits:
            tell(f"drawing {exhibit.title}")
            placed = place_exhibit(exhibit, shown.sources, dot)
            drawing = make_drawing(placed.picture, placed.placement, colours, title=exhibit.title)
            panels.append(Panel(drawing, exhibit.title, placed.note))
    finally:
        dot.close()
    return side_by_side(panels, colours, shown.name)


def place_exhibit(exhibit: Exhibit, sources: Mapping[str, str], dot: DotProcess) -> Placed:
    """The first view of an exhibit, placed as well as can be in the time there is. Blocks."""
    view = default_view(exhibit.concrete, exhibit.statements, sources)
    picture = build_picture(exhibit.concrete, view)
    return Placed(picture, lay_out_well(picture, dot), hidden_note(picture))


def hidden_note(picture: Picture) -> str:
    """``9 constants, 2 identities hidden``; '' where nothing is."""
    told = ", ".join(hidden_words(kind, count) for kind, count in picture.hidden.items() if count)
    return f"{told} hidden" if told else ""
