"""SVG: well-formed whatever names a program has, and readable as text."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphscope.export.drawing import make_drawing
from graphscope.export.look import THEMES, load_theme
from graphscope.export.shapes import Drawing, Figure, Text
from graphscope.export.svg import to_svg
from tests.ui_graph.pictures import clip_loop

SPACE = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", THEMES)
def test_that_a_drawing_keeps_its_words_as_words_in_every_theme(name: str) -> None:
    root = ElementTree.fromstring(to_svg(make_drawing(*clip_loop(), load_theme(name), title="clip_loop")))
    words = {each.text for each in root.iter(f"{SPACE}text")}
    assert {"Placeholder", "↻ while · line 17", "condition: i < steps", "if", "float32[?, 4]"} <= words


def test_that_each_box_and_wire_has_a_title_for_screen_readers() -> None:
    picture, placement = clip_loop()
    root = ElementTree.fromstring(to_svg(make_drawing(picture, placement, load_theme("light"), title="clip_loop")))
    groups = root.findall(f"{SPACE}g")
    assert len(groups) == len(picture.boxes) + len(picture.wires)
    assert all(group.findtext(f"{SPACE}title") for group in groups)
    assert root.findtext(f"{SPACE}title") == "clip_loop"
    assert root.get("role") == "img"


def test_that_nothing_is_drawn_outside_the_page() -> None:
    root = ElementTree.fromstring(to_svg(make_drawing(*clip_loop(), load_theme("light"))))
    left, top, width, height = map(float, root.get("viewBox", "").split())
    for rect in root.iter(f"{SPACE}rect"):
        assert left <= float(rect.get("x", "nan"))
        assert float(rect.get("x", "nan")) + float(rect.get("width", "nan")) <= left + width
        assert top <= float(rect.get("y", "nan"))
        assert float(rect.get("y", "nan")) + float(rect.get("height", "nan")) <= top + height


@given(st.text())
def test_that_any_name_makes_well_formed_xml(name: str) -> None:
    drawing = Drawing(100, 50, "#ffffff", (Figure(name, name, (Text(0, 10, name, "title", "#000000"),)),), name)
    root = ElementTree.fromstring(to_svg(drawing).encode("utf-8", "surrogatepass"))
    assert root.find(f"{SPACE}g") is not None


def test_that_the_same_drawing_makes_the_same_text() -> None:
    drawing = make_drawing(*clip_loop(), load_theme("dark"))
    assert to_svg(drawing) == to_svg(replace(drawing))
