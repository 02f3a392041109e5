"""The drawing of an exhibition: every graph as the window first shows it, side by side; writing it is the format's."""

from __future__ import annotations

from collections.abc import Callable

from graphscope.analysis.build_picture import build_picture
from graphscope.analysis.default_view import default_view
from graphscope.analysis.trim_words import hidden_words
from graphscope.export.drawing import make_drawing
from graphscope.export.exhibits import Exhibit, Exhibition
from graphscope.export.lay_out import lay_out_well
from graphscope.export.look import Theme, load_theme
from graphscope.export.shapes import Drawing
from graphscope.export.side_by_side import Panel, side_by_side
from graphscope.layout.dot_process import DotProcess


def draw(shown: Exhibition, theme: str = "light", tell: Callable[[str], None] = lambda text: None) -> Drawing:
    """Lay out and draw every graph; ``tell`` hears which is under way. Blocks."""
    colours = load_theme(theme)
    dot = DotProcess()
    try:
        panels = []
        for exhibit in shown.exhibits:
            tell(f"drawing {exhibit.title}")
            panels.append(_panel(exhibit, shown, colours, dot))
    finally:
        dot.close()
    return side_by_side(panels, colours, shown.name)


def _panel(exhibit: Exhibit, shown: Exhibition, theme: Theme, dot: DotProcess) -> Panel:
    view = default_view(exhibit.concrete, exhibit.statements, shown.sources)
    picture = build_picture(exhibit.concrete, view)
    # What is left out is said, since a reader counts.
    told = ", ".join(hidden_words(kind, count) for kind, count in picture.hidden.items() if count)
    drawing = make_drawing(picture, lay_out_well(picture, dot), theme, title=exhibit.title)
    return Panel(drawing, exhibit.title, f"{told} hidden" if told else "")
