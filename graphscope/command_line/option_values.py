"""Reads the values of single options: a size, seconds, an option of Grappler; wrong ones raise UsageError."""

from __future__ import annotations

import math
import re

from graphscope.command_line.requests import OptionValue
from graphscope.errors import UsageError
from graphscope.protocol.optimizer_options import SINGLE_PASSES, option_value

VIEWS = ("traced", "before", "after", "hlo", "hlo-optimised")
_INSIDE_RUN = r"pass:\d{1,4}(:first)?|partition:\d{1,4}"
"""What a pane of the window can show."""
_SIZE = re.compile(r"(\d{1,5})[xX×](\d{1,5})")
_SMALLEST, _LARGEST = 200, 16384


def grappler_option(text: str) -> tuple[str, OptionValue]:
    """``constant_folding=False`` as a name and a value."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not value:
        raise UsageError(
            f"--grappler-option {text} has no value", advice="Write NAME=VALUE, such as constant_folding=False."
        )
    return name, option_value(name, value)


def size(text: str) -> tuple[int, int]:
    """``1600x1000`` as width and height."""
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        raise UsageError(f"--size {text} is not a size", advice="Write WIDTHxHEIGHT, such as 1600x1000.")
    width, height = int(found[1]), int(found[2])
    if not all(_SMALLEST <= each <= _LARGEST for each in (width, height)):
        raise UsageError(f"--size {text} is out of bounds", advice=f"Both must lie in {_SMALLEST} to {_LARGEST}.")
    return width, height


def seconds(text: str) -> float:
    """A positive number of seconds."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise UsageError(f"--timeout {text} is not a time", advice="Give seconds, more than 0, such as --timeout 60.")
    return number


def export_pass(text: str) -> tuple[str, int]:
    """``remapper:1`` as the name of a pass and its iteration, which is 0 where none is named."""
    name, _, iteration = text.partition(":")
    if not re.fullmatch(r"\w+", name) or not re.fullmatch(r"\d{0,4}", iteration):
        raise UsageError(f"--export-pass {text} names no pass", advice="Write NAME or NAME:ITERATION: remapper:0.")
    return name, int(iteration or 0)


def single_pass(text: str) -> str:
    """A pass of Grappler that can be run alone."""
    if text not in SINGLE_PASSES:
        raise UsageError(
            f"--grappler-only {text} names no pass that could be run alone",
            advice=f"Choose one of: {', '.join(SINGLE_PASSES)}.",
        )
    return text


def select(text: str) -> str:
    """``line:17`` or ``op:while`` as it is."""
    kind, colon, name = text.partition(":")
    if not colon or not name or kind not in ("line", "op"):
        raise UsageError(f"--select {text} names no line and no op", advice="Write line:17, or op:NAME.")
    if kind == "line" and not re.fullmatch(r"[1-9]\d{0,8}", name):
        raise UsageError(f"--select {text} names no line", advice="Write the number of a line, such as line:17.")
    return text


def view(text: str) -> tuple[str, str]:
    """``B=after`` as the letter of a pane and the name of its view."""
    letter, equals, name = (part.strip() for part in text.partition("="))
    if not equals or not name or not re.fullmatch("[A-Za-z]", letter):
        raise UsageError(f"--view {text} names no pane and view", advice="Write LETTER=VIEW, such as B=after.")
    if name.lower() not in VIEWS and not re.fullmatch(_INSIDE_RUN, name.lower()):
        advice = f"Choose one of: {', '.join(VIEWS)}, pass:N for the graph after Grappler's N-th pass, or partition:N."
        raise UsageError(f"there is no view {name}", advice=advice)
    return letter.upper(), name.lower()
