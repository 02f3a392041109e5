"""The themes: complete, alike, and readable."""

from __future__ import annotations

import re

import pytest

from graphscope.analysis.picture import Box
from graphscope.export.look import THEMES, contrast, load_theme, readable_on

LEAST = 4.5
READ_ON = {
    "text": ("window", "panel", "pane", "hover", "pressed", "current_line"),
    "muted": ("window", "panel", "pane", "hover"),
    "placeholder": ("panel",),
    "accent_text": ("accent", "accent_hover"),
    "selection_text": ("selection",),
    "tooltip_text": ("tooltip",),
    "link": ("panel",),
    "good": ("panel", "good_fill"),
    "warn": ("panel", "warn_fill"),
    "bad": ("panel", "bad_fill"),
    "info": ("panel", "info_fill", "selection"),
    "if_text": ("panel", "if_fill"),
    "while_text": ("panel", "while_fill"),
    "hand_text": ("panel", "hand_fill"),
    "python_text": ("panel",),
    "wire_label": ("pane", "panel"),
    "code_keyword": ("panel", "current_line"),
    "code_string": ("panel", "current_line"),
    "code_comment": ("panel",),
    "code_number": ("panel", "current_line"),
    "code_definition": ("panel", "current_line"),
}


@pytest.mark.parametrize("name", THEMES)
def test_that_text_of_the_window_is_readable_in_every_theme(name: str) -> None:
    colours = load_theme(name).colours
    weak = {
        (text, ground): round(contrast(colours[text], colours[ground]), 2)
        for text, grounds in READ_ON.items()
        for ground in grounds
        if contrast(colours[text], colours[ground]) < LEAST
    }
    assert weak == {}


@pytest.mark.parametrize("name", THEMES)
def test_that_text_in_boxes_is_readable_with_and_without_marks(name: str) -> None:
    theme = load_theme(name)
    marks = [colour for mark, colour in theme.marks.items() if mark.endswith("_fill")]
    for look_name, look in theme.looks.items():
        for ground in (look.fill, *marks):
            assert contrast(look.title, ground) >= LEAST, (look_name, ground)
            assert contrast(look.subtitle, ground) >= LEAST, (look_name, ground)
        assert not look.band or contrast(look.band_text, look.band) >= LEAST, look_name


@pytest.mark.parametrize("name", THEMES)
def test_that_every_look_a_box_can_have_is_in_every_theme(name: str) -> None:
    named = set(re.findall(r"``([a-z-]+)``", (Box.__doc__ or "").partition("look")[2]))
    assert len(named) > 15
    assert named <= set(load_theme(name).looks)


def test_that_all_themes_name_the_same_colours() -> None:
    first, *others = (load_theme(name) for name in THEMES)
    for other in others:
        assert first.colours.keys() == other.colours.keys()
        assert first.looks.keys() == other.looks.keys()
        assert first.marks.keys() == other.marks.keys()


@pytest.mark.parametrize("name", THEMES)
def test_that_control_flow_keeps_its_hue_in_every_theme(name: str) -> None:
    theme = load_theme(name)
    red, green, blue = (int(theme.look("if").border[at : at + 2], 16) for at in (1, 3, 5))
    assert red > green > blue
    red, green, blue = (int(theme.look("while").border[at : at + 2], 16) for at in (1, 3, 5))
    assert green > blue > red


def test_that_a_look_unknown_to_a_theme_is_drawn_as_a_plain_op() -> None:
    theme = load_theme("light")
    assert theme.look("from the future") == theme.looks["op"]


@pytest.mark.parametrize("ground", ["#000000", "#ffffff", "#E69F00", "#0072B2", "#CC79A7", "#d9480f", "#777777"])
def test_that_a_sign_is_readable_on_any_colour(ground: str) -> None:
    assert contrast(readable_on(ground), ground) >= LEAST


def test_that_contrast_is_what_the_accessibility_guidelines_define() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
