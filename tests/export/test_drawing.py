"""Drawings: everything is there, in front of what is behind it, inside its box, and marked by more than colour."""

from __future__ import annotations

import pytest

from graphscope.analysis.picture import Picture, Wire
from graphscope.export.box_shapes import diamond_of
from graphscope.export.drawing import make_drawing, routed
from graphscope.export.look import load_theme
from graphscope.export.overlays import Overlays
from graphscope.export.shapes import Block, Drawing, Figure, Outline, Text
from graphscope.export.text_width import text_width
from graphscope.export.wire_shapes import line_width
from graphscope.layout.placement import Placement, Rect, Route
from tests.ui_graph.pictures import clip_loop, opened_branch, straight

LIGHT = load_theme("light")


def drawing_of(drawn: tuple[Picture, Placement], overlays: Overlays | None = None) -> Drawing:
    return make_drawing(*drawn, LIGHT, overlays or Overlays())


def figure(drawing: Drawing, box: str) -> Figure:
    return next(each for each in drawing.figures if each.id == box)


def words(figure: Figure) -> list[str]:
    return [shape.text for shape in figure.shapes if isinstance(shape, Text)]


def test_that_parents_are_behind_their_children() -> None:
    picture, placement = clip_loop()
    order = [each.id for each in make_drawing(picture, placement, LIGHT).figures]
    for box in picture.boxes.values():
        assert not box.parent or order.index(box.parent) < order.index(box.id)


def test_that_every_box_and_every_wire_is_drawn_once() -> None:
    picture, placement = clip_loop()
    drawing = make_drawing(picture, placement, LIGHT)
    assert sorted(each.id for each in drawing.figures if each.id) == sorted(picture.boxes)
    assert sum(not each.id for each in drawing.figures) == len(picture.wires)


@pytest.mark.parametrize("drawn", [clip_loop(), opened_branch()])
def test_that_no_text_is_wider_than_its_box(drawn: tuple[Picture, Placement]) -> None:
    for each in make_drawing(*drawn, LIGHT).figures:
        rect = drawn[1].rects.get(each.id)
        for shape in each.shapes if rect else ():
            if isinstance(shape, Text):
                width = text_width(shape.text, shape.role)
                start = shape.x - {"start": 0, "middle": width / 2, "end": width}[shape.anchor]
                assert rect.x <= start
                assert start + width <= rect.x + rect.width


def test_that_data_and_control_between_the_same_boxes_have_each_their_own_way() -> None:
    picture, placement = clip_loop()
    rects = dict(placement.rects)
    first = straight("x", "dropout", rects)
    second = Route("x", "dropout", ((200.0, 36.0), (200.0, 68.0)))
    two = Picture(picture.boxes, picture.roots, (Wire("x", "dropout"), Wire("x", "dropout", control=True)))
    ways = [route for _, route in routed(two, Placement(rects, (first, second), 420, 416))]
    assert ways == [first, second]


def test_that_a_control_edge_is_dashed_and_a_bundle_is_wider() -> None:
    picture, placement = clip_loop()
    lines = {each.title: each.shapes[0] for each in make_drawing(picture, placement, LIGHT).figures if not each.id}
    control = next(shape for title, shape in lines.items() if title.startswith("control"))
    assert isinstance(control, Outline)
    assert control.dashed
    assert line_width(Wire("a", "b", 1)) < line_width(Wire("a", "b", 3)) < line_width(Wire("a", "b", 300)) < 10


def test_that_a_wire_ends_on_the_side_of_a_diamond() -> None:
    picture, placement = opened_branch()
    rect = placement.rects["if large"]
    drawing = make_drawing(picture, placement, LIGHT)
    head = next(each for each in drawing.figures if each.title.endswith("to if") and not each.id).shapes[1]
    assert isinstance(head, Outline)
    x, y = head.steps[0][1]
    centre_x, centre_y, half_width, half_height = diamond_of(rect)
    assert abs(x - centre_x) / half_width + abs(y - centre_y) / half_height == pytest.approx(1)


def test_that_a_closed_branch_with_room_is_a_diamond_and_a_loop_has_its_sign() -> None:
    drawing = drawing_of(opened_branch())
    assert not any(isinstance(shape, Block) for shape in figure(drawing, "if large").shapes)
    assert words(figure(drawing, "if small"))[0] == "◆ if"
    assert words(figure(drawing, "while small"))[0] == words(figure(drawing, "while large"))[0] == "↻ while"


def test_that_marks_are_told_by_signs_as_well_as_by_colour() -> None:
    plain = drawing_of(opened_branch())
    over = Overlays(changed=frozenset({"math"}), only=frozenset({"op"}), matches={"group large": 12, "data": 1})
    marked = drawing_of(opened_branch(), over)
    assert words(figure(marked, "math"))[-1] == "≠"
    assert words(figure(marked, "op"))[-1] == "+"
    assert words(figure(marked, "group large"))[-1] == "12"
    assert figure(marked, "data") != figure(plain, "data")
    assert figure(marked, "matrix") == figure(plain, "matrix")


def test_that_what_a_chosen_line_led_to_is_lit_also_where_it_differs() -> None:
    changed = frozenset({"math"})
    lit = figure(drawing_of(opened_branch(), Overlays(changed=changed, lines=changed)), "math")
    assert any(isinstance(each, Block) and each.line == LIGHT.marks["line"] for each in lit.shapes)
    assert words(lit)[-1] == "≠"


def test_that_a_selected_box_has_a_ring_and_its_wires_light_up() -> None:
    drawing = drawing_of(clip_loop(), Overlays(selection=frozenset({"matmul"})))
    assert any(isinstance(each, Block) and not each.fill for each in figure(drawing, "matmul").shapes)
    lit = [each for each in drawing.figures if isinstance(each.shapes[0], Outline) and not each.id]
    colours = [each.shapes[0].line for each in lit if isinstance(each.shapes[0], Outline)]
    assert colours.count(LIGHT.colours["lit"]) == 2


def test_that_a_box_without_a_place_is_left_out() -> None:
    picture, placement = clip_loop()
    rects = {box: rect for box, rect in placement.rects.items() if box != "add"}
    drawing = make_drawing(picture, Placement(rects, placement.routes, 420, 416), LIGHT)
    assert "add" not in {each.id for each in drawing.figures}


def test_that_a_tiny_box_is_still_drawn() -> None:
    picture, placement = clip_loop()
    small = Placement({**placement.rects, "less": Rect(36, 270, 4, 3)}, placement.routes, 420, 416)
    assert figure(make_drawing(picture, small, LIGHT), "less").shapes
