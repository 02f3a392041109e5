"""Ops that are used in many places are drawn as tags there; what is chosen by hand counts, and nothing is silent."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphscope.analysis.build_picture import build_picture
from graphscope.analysis.picture import Picture
from graphscope.analysis.stubs import LONG_WIRES, toggled
from graphscope.analysis.trim_words import all_shown, hidden_summary, shown_again
from graphscope.analysis.view_state import ALL_WIRES, Stubs, ViewState
from graphscope.export.drawing import make_drawing
from graphscope.export.lay_out import lay_out
from graphscope.export.look import load_theme
from graphscope.export.svg import to_svg
from graphscope.layout.placement import Rect
from graphscope.model.trace import ConcreteFunction
from tests.analysis.small_graphs import graph_of

KERNEL, SCALE = ("f", "w"), ("f", "scale")


def chain(uses: int, group: int = 0) -> ConcreteFunction:
    """``w`` used ``uses`` times along a chain, ``scale`` (which takes ``x``) twice; ``group`` more uses in a scope."""
    nodes = [("x", "Placeholder", ""), ("w", "Placeholder", ""), ("scale", "Relu", "x")]
    before = "x"
    for at in range(uses):
        nodes.append((f"mul_{at}", "Mul", f"{before} w" + (" scale" if at < 2 else "")))
        before = f"mul_{at}"
    for at in range(group):
        nodes.append((f"layer/mul_{at}", "Mul", f"{before} w"))
        before = f"layer/mul_{at}"
    nodes.append(("out!", "Identity", before))
    return ConcreteFunction(graph_of("f", nodes, arguments={"x": "x", "w": "kernel"}), {})


def tags(picture: Picture) -> list[str]:
    return [box.id for box in picture.boxes.values() if box.kind == "stub"]


def ends(picture: Picture) -> set[tuple[str, str]]:
    """Op to op, whatever they are drawn as."""
    boxes = picture.boxes
    return {(boxes[wire.source].nodes[0][1], boxes[wire.target].nodes[0][1]) for wire in picture.wires}


def test_that_what_takes_nothing_and_is_used_often_becomes_tags() -> None:
    picture, wired = build_picture(chain(8), ViewState()), build_picture(chain(8), ViewState(stubs=ALL_WIRES))
    assert len(tags(picture)) == 8
    assert {picture.boxes[tag].title for tag in tags(picture)} == {"kernel"}
    assert all(picture.boxes[tag].nodes == (KERNEL,) for tag in tags(picture))
    assert not [wire for wire in picture.wires if wire.source == picture.box_of[KERNEL]]
    assert ends(picture) == ends(wired)
    assert picture.boxes[picture.box_of[KERNEL]].subtitle == "kernel · 8 tags"
    assert picture.stubs == {KERNEL: tuple(tags(picture))}


def test_that_fewer_uses_keep_their_wires() -> None:
    assert tags(build_picture(chain(7), ViewState())) == []
    assert len(tags(build_picture(chain(7), ViewState(stubs=Stubs(3))))) == 7
    assert tags(build_picture(chain(20), ViewState(stubs=ALL_WIRES))) == []


def test_that_any_op_can_be_chosen_and_the_choice_be_taken_back() -> None:
    stubs = toggled(ALL_WIRES, frozenset({SCALE}), frozenset())
    picture = build_picture(chain(4), ViewState(stubs=stubs))
    assert picture.stubs.keys() == {SCALE}
    assert len(tags(picture)) == 2
    back = toggled(stubs, frozenset({SCALE}), frozenset(picture.stubs))
    assert tags(build_picture(chain(4), ViewState(stubs=back))) == []
    never = toggled(Stubs(), frozenset({KERNEL}), frozenset({KERNEL}))
    assert tags(build_picture(chain(9), ViewState(stubs=never))) == []


def test_that_tags_are_told_and_taken_away_as_what_is_hidden_is() -> None:
    view = ViewState()
    picture = build_picture(chain(9), view)
    assert picture.hidden == {LONG_WIRES: 9}
    assert hidden_summary(picture.hidden) == "9 long wires hidden"
    for shown in (shown_again(view, LONG_WIRES), all_shown(view)):
        assert build_picture(chain(9), shown).hidden == {}


@pytest.mark.parametrize("group", [0, 30])
def test_that_tags_are_laid_out_as_boxes_are(group: int) -> None:
    picture = build_picture(chain(12, group), ViewState(grouping="scope" if group else "none"))
    rects = lay_out(picture).rects
    assert tags(picture)
    for tag in tags(picture):
        rect = rects[tag]
        assert (rect.height, rect.width <= 160) == (20, True)
        assert all(apart(rect, rects[other]) for other in picture.roots if other != tag)


def apart(one: Rect, other: Rect) -> bool:
    aside = one.x + one.width <= other.x or other.x + other.width <= one.x
    return aside or one.y + one.height <= other.y or other.y + other.height <= one.y


def test_that_opening_a_group_changes_no_tag_beside_it() -> None:
    concrete, view = chain(12, 30), ViewState(grouping="scope")
    closed = build_picture(concrete, view)
    group = next(box.id for box in closed.boxes.values() if box.title == "layer")
    opened = build_picture(concrete, replace(view, opened=frozenset({group})))
    assert len(opened.boxes) > len(closed.boxes)
    assert opened.roots == closed.roots
    assert tags(opened) == tags(closed)
    assert {(each.source, each.target) for each in closed.wires} <= {
        (each.source, each.target) for each in opened.wires
    }


def test_that_the_exported_picture_draws_tags_too() -> None:
    picture = build_picture(chain(8), ViewState())
    text = to_svg(make_drawing(picture, lay_out(picture), load_theme("light")))
    assert text.count(">kernel</text>") == 8
    assert ">kernel · 8 tags</text>" in text
