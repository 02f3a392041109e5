"""The three primitives a drawing is made of: blocks, outlines and lines of text; SVG and the window paint the same."""

from __future__ import annotations

import math
from dataclasses import dataclass

Step = tuple[str, tuple[float, ...]]
"""One step of an outline: ``M`` and ``L`` with a point, ``C`` with three, ``Z`` with none."""


@dataclass(frozen=True, slots=True)
class Block:
    """A rectangle with round corners; ``fill`` or ``line`` may be empty for none."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0.0
    fill: str = ""
    line: str = ""
    line_width: float = 1.0


@dataclass(frozen=True, slots=True)
class Outline:
    """A path of straight lines and Bezier curves, filled, stroked or both."""

    steps: tuple[Step, ...]
    fill: str = ""
    line: str = ""
    line_width: float = 1.0
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text on its baseline, already cut to fit; ``role`` names its type in look.TYPES."""

    x: float
    baseline: float
    text: str
    role: str
    colour: str
    anchor: str = "start"
    """``start``, ``middle`` or ``end``: what ``x`` is of the text."""


Shape = Block | Outline | Text


@dataclass(frozen=True, slots=True)
class Figure:
    """All shapes of one box or one wire, back to front, and what to call it aloud."""

    id: str
    title: str
    shapes: tuple[Shape, ...]


@dataclass(frozen=True)
class Drawing:
    """A whole picture as figures, back to front."""

    width: float
    height: float
    background: str
    figures: tuple[Figure, ...]
    title: str = ""


def move(x: float, y: float) -> Step:
    """A step that starts a stretch of an outline."""
    return "M", (x, y)


def line(x: float, y: float) -> Step:
    """A straight step."""
    return "L", (x, y)


def curve(*points: float) -> Step:
    """A Bezier step: two handles and the end, as six numbers."""
    return "C", points


def polygon(points: tuple[tuple[float, float], ...]) -> tuple[Step, ...]:
    """The closed outline through these points."""
    return (move(*points[0]), *(line(*point) for point in points[1:]), CLOSE)


CLOSE: Step = ("Z", ())
_ROUND = 0.4477
"""How far from the corner the handles lie that make a quarter circle of a Bezier curve."""


def left_edge(x: float, y: float, width: float, height: float, radius: float) -> tuple[Step, ...]:
    """A stripe along the left side of a block, inside its round corners; no wider than their radius."""
    turn = math.acos(1 - width / radius)
    reach = 4 / 3 * math.tan(turn / 4) * radius
    inset = radius * (1 - math.sin(turn))
    back, rise = reach * math.sin(turn), reach * math.cos(turn)
    right, bottom = x + width, y + height
    return (
        move(right, y + inset),
        line(right, bottom - inset),
        curve(right - back, bottom - inset - rise, x, bottom - radius + reach, x, bottom - radius),
        line(x, y + radius),
        curve(x, y + radius - reach, right - back, y + inset + rise, right, y + inset),
        CLOSE,
    )


def top_edge(x: float, y: float, width: float, height: float, radius: float) -> tuple[Step, ...]:
    """A band along the top of a block, following its round corners."""
    r, k = radius, radius * _ROUND
    return (
        move(x, y + height),
        line(x, y + r),
        curve(x, y + k, x + k, y, x + r, y),
        line(x + width - r, y),
        curve(x + width - k, y, x + width, y + k, x + width, y + r),
        line(x + width, y + height),
        CLOSE,
    )
