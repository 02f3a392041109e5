"""The drawing of an exhibition: every graph as the window first shows it, side by side; writing it is the format's."""

from __future__ import annotations

from collections.abc import Callable

from graphscope.analysis.build_picture import build_picture
from graphscope.analysis.default_view import default_view
from graphscope.export.drawing import make_drawing
from graphscope.export.exhibits import Exhibit, Exhibition
from graphscope.export.lay_out import lay_out_well
from graphscope.export.look import Theme, load_theme
from graphscope.export.shapes import Drawing
from graphscope.export.side_by_side import side_by_side
from graphscope.layout.dot_process import DotProcess


def draw(shown: Exhibition, theme: str = "light", tell: Callable[[str], None] = lambda text: None) -> Drawing:
    """Lay out and draw every graph; ``tell`` hears which is under way. Blocks."""
    colours = load_theme(theme)
    dot = DotProcess()
    try:
        drawings = []
        for exhibit in shown.exhibits:
            tell(f"drawing {exhibit.title}")
            drawings.append(_drawing(exhibit, shown, colours, dot))
    finally:
        dot.close()
    return side_by_side(drawings, colours, shown.name)


def _drawing(exhibit: Exhibit, shown: Exhibition, theme: Theme, dot: DotProcess) -> Drawing:
    view = default_view(exhibit.concrete, exhibit.statements, shown.sources)
    picture = build_picture(exhibit.concrete, view)
    return make_drawing(picture, lay_out_well(picture, dot), theme, title=_title(exhibit, picture.hidden))


def _title(exhibit: Exhibit, hidden: object) -> str:
    """What is left out is said, since a reader counts."""
    assert isinstance(hidden, dict)
    told = ", ".join(f"{count} {kind}" for kind, count in hidden.items() if count)
    return f"{exhibit.title}  ({told} hidden)" if told else exhibit.title
