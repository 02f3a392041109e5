"""Theme: the colours and type that the window and every exported picture share; read from JSON, no toolkit in it."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass

from graphscope import bundled_files

THEMES = ("light", "dark", "high_contrast")


@dataclass(frozen=True, slots=True)
class Look:
    """How one kind of box is painted; ``stripe`` and ``band`` are empty where there is none."""

    fill: str
    border: str
    stripe: str
    title: str
    subtitle: str
    band: str
    band_text: str
    border_width: float


@dataclass(frozen=True)
class Theme:
    """A named set of colours (``#rrggbb``): of the window, of each look of Box, and of the marks laid over boxes."""

    name: str
    title: str
    dark: bool
    colours: Mapping[str, str]
    looks: Mapping[str, Look]
    marks: Mapping[str, str]

    def look(self, name: str) -> Look:
        """The look of that name; a plain op's for a name this theme does not know."""
        return self.looks.get(name) or self.looks["op"]


@dataclass(frozen=True, slots=True)
class Type:
    """A size and weight of type; ``family`` is ``ui`` or ``mono``."""

    pixels: float
    weight: int = 400
    family: str = "ui"


TYPES: Mapping[str, Type] = {
    "title": Type(12, 600),
    "subtitle": Type(11),
    "band": Type(12, 600),
    "part": Type(11),
    "caption": Type(11),
    "label": Type(11),
    "badge": Type(11, 600),
    "tiny": Type(8),
}
"""The roles text plays in a picture."""

FAMILIES: Mapping[str, tuple[str, ...]] = {
    "ui": ("Inter", "JetBrains Mono", "DejaVu Sans", "sans-serif"),
    "mono": ("JetBrains Mono", "DejaVu Sans Mono", "monospace"),
}
"""Families by preference; JetBrains Mono follows Inter because it has the triangles that Inter lacks."""


@functools.cache
def load_theme(name: str) -> Theme:
    """The bundled theme called ``light``, ``dark`` or ``high_contrast``."""
    record = json.loads(bundled_files.resource("themes", f"{name}.json").read_text(encoding="utf-8"))
    return Theme(
        name=record["name"],
        title=record["title"],
        dark=record["dark"],
        colours=record["colours"],
        looks={look: Look(**colours) for look, colours in record["looks"].items()},
        marks=record["marks"],
    )


def contrast(first: str, second: str) -> float:
    """The contrast ratio of two colours as WCAG defines it, 1 to 21."""
    darker, lighter = sorted((_luminance(first), _luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def readable_on(background: str) -> str:
    """Black or white, whichever reads better on that colour."""
    return max(("#000000", "#ffffff"), key=lambda text: contrast(text, background))


def _luminance(colour: str) -> float:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in (red, green, blue)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
