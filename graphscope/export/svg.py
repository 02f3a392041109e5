"""A drawing written as SVG text: scalable, its words kept as words, each figure with a title for screen readers."""

from __future__ import annotations

from collections.abc import Iterator

from graphscope.export.drawing import MARGIN
from graphscope.export.look import FAMILIES, TYPES
from graphscope.export.markup import Markup, escaped, quoted
from graphscope.export.shapes import Block, Drawing, Figure, Outline, Shape, Step, Text

_HEAD = '<?xml version="1.0" encoding="UTF-8"?>'


def to_svg(drawing: Drawing) -> str:
    """The drawing as a whole SVG document."""
    return f"{_HEAD}\n{svg_element(drawing, f'<style>{type_rules()}</style>')}\n"


def svg_element(drawing: Drawing, style: str = "") -> Markup:
    """The drawing as an element; without a ``style`` of its own it needs the rules of ``type_rules`` round it."""
    width, height = _number(drawing.width), _number(drawing.height)
    size = f'width="{width}" height="{height}" viewBox="{-MARGIN:g} {-MARGIN:g} {width} {height}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label={quoted(drawing.title)}>',
        f"<title>{escaped(drawing.title)}</title>",
        *([style] if style else []),
        f'<rect x="{-MARGIN:g}" y="{-MARGIN:g}" width="{width}" height="{height}" fill="{drawing.background}"/>',
    ]
    for figure in drawing.figures:
        lines.extend(_figure(figure))
    lines.append("</svg>")
    return Markup("\n".join(lines))


def type_rules() -> str:
    """The style rules of the roles that text plays."""
    rules = ["svg text{white-space:pre}"]
    for role, type_ in TYPES.items():
        families = ",".join(f'"{each}"' if " " in each else each for each in FAMILIES[type_.family])
        rules.append(f".gs-{role}{{font:{type_.weight} {type_.pixels:g}px {families}}}")
    return "".join(rules)


def _figure(figure: Figure) -> Iterator[str]:
    name = f" data-box={quoted(figure.id)}" if figure.id else ""
    yield f"<g{name}><title>{escaped(figure.title)}</title>"
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
    return f'<text class="gs-{text.role}" {place} fill="{text.colour}"{anchor}>{escaped(text.text)}</text>'


def _path(steps: tuple[Step, ...]) -> str:
    return "".join(kind + " ".join(map(_number, numbers)) for kind, numbers in steps)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
