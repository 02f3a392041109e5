"""A drawing written as SVG text: scalable, its words kept as words, each figure with a title for screen readers."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from graphscope.export.drawing import MARGIN
from graphscope.export.look import FAMILIES, TYPES
from graphscope.export.shapes import Block, Drawing, Figure, Outline, Shape, Step, Text

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_svg(drawing: Drawing) -> str:
    """The drawing as a whole SVG document."""
    width, height = _number(drawing.width), _number(drawing.height)
    size = f'width="{width}" height="{height}" viewBox="{-MARGIN:g} {-MARGIN:g} {width} {height}"'
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label={_quoted(drawing.title)}>',
        f"<title>{_escaped(drawing.title)}</title>",
        f"<style>{_style()}</style>",
        f'<rect x="{-MARGIN:g}" y="{-MARGIN:g}" width="{width}" height="{height}" fill="{drawing.background}"/>',
    ]
    for figure in drawing.figures:
        lines.extend(_figure(figure))
    lines.append("</svg>\n")
    return "\n".join(lines)


def _style() -> str:
    rules = ["svg text{white-space:pre}"]
    for role, type_ in TYPES.items():
        families = ",".join(f'"{each}"' if " " in each else each for each in FAMILIES[type_.family])
        rules.append(f".gs-{role}{{font:{type_.weight} {type_.pixels:g}px {families}}}")
    return "".join(rules)


def _figure(figure: Figure) -> Iterator[str]:
    name = f" data-box={_quoted(figure.id)}" if figure.id else ""
    yield f"<g{name}><title>{_escaped(figure.title)}</title>"
    yield from map(_shape, figure.shapes)
    yield "</g>"


def _shape(shape: Shape) -> str:
    if isinstance(shape, Block):
        place = {"x": shape.x, "y": shape.y, "width": shape.width, "height": shape.height, "rx": shape.radius}
        numbers = " ".join(f'{name}="{_number(value)}"' for name, value in place.items())
        return f"<rect {numbers} {_paint(shape)}/>"
    if isinstance(shape, Outline):
        dash = ' stroke-dasharray="4 3"' if shape.dashed else ""
        return f'<path d="{_path(shape.steps)}" {_paint(shape)}{dash}/>'
    return _text(shape)


def _paint(shape: Block | Outline) -> str:
    stroke = f' stroke="{shape.line}" stroke-width="{_number(shape.line_width)}"' if shape.line else ""
    return f'fill="{shape.fill or "none"}"{stroke}'


def _text(text: Text) -> str:
    anchor = f' text-anchor="{text.anchor}"' if text.anchor != "start" else ""
    place = f'x="{_number(text.x)}" y="{_number(text.baseline)}"'
    return f'<text class="gs-{text.role}" {place} fill="{text.colour}"{anchor}>{_escaped(text.text)}</text>'


def _path(steps: tuple[Step, ...]) -> str:
    return "".join(kind + " ".join(map(_number, numbers)) for kind, numbers in steps)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _escaped(text: str) -> str:
    return html.escape(_clean(text), quote=False)


def _quoted(text: str) -> str:
    return f'"{html.escape(_clean(text))}"'


def _clean(text: str) -> str:
    """The text without characters that XML cannot hold, which names in a user's program may have."""
    return _NOT_XML.sub("�", text)
